import { afterEach, beforeEach, expect, it } from "vitest";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

/** An integration in development mode, whose setup event was not sent yet. */
async function develop(tunnelUrl: string): Promise<string> {
  await desk.publish({});
  const body = JSON.stringify({ tunnelUrl });
  expect((await desk.service.send("PUT /v1/integrations/chat/dev", { body })).status).toBe(204);
  return desk.install();
}

async function messagesOfNewest(): Promise<string> {
  const [newest] = await desk.events();
  const { trace } = await desk.traceOf(newest?.id ?? "");
  return trace.logs.map(({ message }) => message).join("\n");
}

it("a tunnel that dies during a request gets the event again with the same id", async () => {
  const ids: unknown[] = [];
  const tunnel = await desk.listen((index, response) => {
    if (index < 2) response.destroy();
  });
  await develop(tunnel.url);
  await desk.settle();
  for (const { headers, body } of tunnel.received) {
    const form = await new Response(new Uint8Array(body), { headers }).formData();
    ids.push(JSON.parse(String(form.get("event"))).eventId);
  }
  const [event] = await desk.events();
  expect(ids).toEqual([event?.id, event?.id, event?.id]);
  expect(event?.status).toBe("success");
});

it("a tunnel that no one listens at any more fails its events after four attempts, and says so", async () => {
  const tunnel = await desk.listen();
  await tunnel.close();
  await develop(tunnel.url);
  await desk.settle();
  expect((await desk.events()).map(({ status }) => status)).toEqual(["failed"]);
  expect(await messagesOfNewest()).toMatch(/Gave up after 4 attempts/);
});

it("a tunnel that never responds is abandoned after ten seconds", async () => {
  const tunnel = await desk.listen((index, response) => {
    if (index > 0) return;
    response.end = () => response;
  });
  await develop(tunnel.url);
  await desk.settle();
  expect(tunnel.received).toHaveLength(2);
  expect((await desk.events()).map(({ status }) => status)).toEqual(["success"]);
  expect(await messagesOfNewest()).toMatch(/10 seconds/);
});

it("a tunnel that sends endlessly is read up to a megabyte, and its event fails", async () => {
  let written = 0;
  const tunnel = await desk.listen((_index, response) => {
    const chunk = Buffer.alloc(256 * 1024, "x");
    const flood = () => {
      while (!response.destroyed && written < 200 * 1024 * 1024) {
        written += chunk.length;
        if (!response.write(chunk)) break;
      }
    };
    response.on("drain", flood);
    flood();
    response.end = () => response;
  });
  await develop(tunnel.url);
  await desk.settle();
  expect((await desk.events()).map(({ status }) => status)).toEqual(["failed"]);
  expect(await messagesOfNewest()).toMatch(/1 MB|1,?048,?576|larger|too large|more than/i);
  expect(written).toBeLessThan(100 * 1024 * 1024);
});

it("an endpoint that returns 500 for an hour loses no events: those given up can be sent again with their ids", async () => {
  let isDown = true;
  const hook = await desk.listen((_index, response) => {
    if (isDown) response.statusCode = 500;
  });
  await desk.publish({ endpoint: hook.url });
  const installation = await desk.install();
  for (let quarter = 0; quarter < 4; quarter += 1) {
    await desk.mergePage(`Page ${quarter}`);
    // The clock advances by a quarter of an hour: time for all attempts at three events.
    for (let times = 0; times < 3; times += 1) await desk.settle();
  }
  const failed = await desk.events("?status=failed&limit=100");
  expect(failed).toHaveLength(1 + 4 * 3);
  expect(hook.received).toHaveLength(4 * failed.length);
  isDown = false;
  hook.received.length = 0;
  const replay = failed.map(({ id }) => id).reverse();
  expect((await desk.update(installation, { replay })).status).toBe(200);
  await desk.settle();
  expect(hook.received.map(({ headers }) => headers.get("x-copydesk-event"))).toEqual(replay);
  expect((await desk.events("?limit=100")).every(({ status }) => status === "success")).toBe(true);
});
