import { afterEach, beforeEach, expect, it } from "vitest";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

/** An installation whose endpoint returns 500 a number of times, and its event that was given up. */
async function givenUp(failures: number) {
  const hook = await desk.listen((index, response) => {
    if (index < failures) response.statusCode = 500;
  });
  await desk.publish({ endpoint: hook.url });
  const installation = await desk.install();
  await desk.settle();
  const [event] = await desk.events();
  if (event === undefined) throw new Error("no event was kept");
  return { hook, installation, event };
}

it("an event that was given up says so, with the number of attempts and how to send it again", async () => {
  const { event } = await givenUp(4);
  const { trace } = await desk.traceOf(event.id);
  expect(event.status).toBe("failed");
  expect(trace.logs.map(({ level, message }) => `${level}: ${message}`)).toEqual([
    ...Array(4).fill(expect.stringMatching(/^error: .* answered 500\.$/)),
    expect.stringMatching(/^error: Gave up after 4 attempts\. .*replay/),
  ]);
});

it("an event is sent again on request with the same id, and its trace names who requested that", async () => {
  const { hook, installation, event } = await givenUp(4);
  const answer = await desk.update(installation, { replay: [event.id] });
  expect(answer.status, answer.text).toBe(200);
  await desk.settle();
  expect(hook.received.map(({ headers }) => headers.get("x-copydesk-event"))).toEqual(Array(5).fill(event.id));
  const { event: after, trace } = await desk.traceOf(event.id);
  expect(after.status).toBe("success");
  expect(trace.logs.map(({ message }) => message).join("\n")).toContain("Sent again at the request of");
});

it("a replayed event that fails again gets the full number of attempts", async () => {
  const { hook, installation, event } = await givenUp(8);
  await desk.update(installation, { replay: [event.id] });
  await desk.settle();
  expect(hook.received.length).toBe(8);
  expect((await desk.events())[0]?.status).toBe("failed");
});

it("events can be listed by state and by installation", async () => {
  const { installation, event } = await givenUp(4);
  const ids = async (query: string) => (await desk.events(query)).map(({ id }) => id);
  expect(await ids("?status=failed")).toEqual([event.id]);
  expect(await ids("?status=success")).toEqual([]);
  expect(await ids(`?installation=${installation}`)).toEqual([event.id]);
  expect(await ids("?installation=another")).toEqual([]);
  await desk.update(installation, { externalIds: ["a"] });
  expect((await desk.events("?status=waiting")).map(({ payload }) => payload.type)).toEqual(["installation_setup"]);
});

it.each([
  ["that there is not", () => "none"],
  [
    "of another installation",
    async () => {
      await desk.publish({ endpoint: "https://chat.example.com" }, "other");
      await desk.install("other");
      await desk.settle();
      const [event] = await desk.events("", "other");
      return event?.id ?? "";
    },
  ],
])("an event %s is not replayed, and nor are those with it", async (_which, other) => {
  const { hook, installation, event } = await givenUp(4);
  const answer = await desk.update(installation, { replay: [event.id, await other()] });
  expect(answer.status).toBe(404);
  expect(answer.text).toContain("replay.1");
  await desk.settle();
  expect(hook.received.length).toBe(4);
});

it("an inactive installation replays nothing", async () => {
  const account = { properties: { channel: { type: "string" } }, required: ["channel"] };
  await desk.publish({ endpoint: "https://chat.example.com", configurations: { account } });
  const installation = await desk.install();
  const answer = await desk.update(installation, { replay: ["any"] });
  expect(answer.status).toBe(409);
  expect(answer.text).toContain("pending");
});
