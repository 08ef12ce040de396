import { afterEach, beforeEach, expect, it } from "vitest";
import { IntegrationDesk } from "./desk.ts";
import { moduleScript } from "./module-script.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

/** The log of the latest event, read as the vendor's command line does to show it. */
async function tail(): Promise<readonly (readonly [level: string, message: string])[]> {
  const [latest] = await desk.events("?limit=2");
  if (latest === undefined) throw new Error("There is no event.");
  const { trace } = await desk.traceOf(latest.id);
  return trace.logs.map(({ level, message }) => [level, message] as const);
}

async function install(handlers: Readonly<Record<string, string>>): Promise<string> {
  await desk.publish({ runtime: "v2", script: moduleScript(handlers) });
  const installation = await desk.install();
  await desk.service.platform.jobsSettled();
  return installation;
}

it("the output of a module is stored with the level and time of each line", async () => {
  const before = new Date().toISOString();
  await install({
    installation_setup: `
      console.log("[chat] handling", { status: event.status });
      console.debug("first line\\nsecond line");
      console.warn("careful");
      console.error(new Error("no channel").message);
      console.info("done");`,
  });
  expect(await tail()).toEqual([
    ["info", '[chat] handling {"status":"active"}'],
    ["debug", "first line\nsecond line"],
    ["warn", "careful"],
    ["error", "no channel"],
    ["info", "done"],
  ]);
  const [event] = await desk.events();
  const { trace } = await desk.traceOf(event?.id ?? "");
  for (const { timestamp } of trace.logs as unknown as { timestamp: string }[]) {
    expect(timestamp >= before && timestamp <= new Date().toISOString(), timestamp).toBe(true);
  }
});

it("the first 100 lines of an event are stored, and 2,000 characters of each", async () => {
  await install({
    installation_setup: `console.log("x".repeat(5000)); for (let i = 1; i < 150; i += 1) console.log("line " + i);`,
  });
  const lines = await tail();
  expect(lines).toHaveLength(101);
  expect(lines[0]?.[1]).toBe("x".repeat(2000));
  expect(lines.slice(-2)).toEqual([
    ["info", "line 99"],
    ["warn", "Only the first 100 lines are stored."],
  ]);
});

it("what a script passes to waitUntil is done, and its output stored, after the response", async () => {
  const hook = await desk.listen();
  await install({
    installation_setup: `
      context.waitUntil((async () => {
        await new Promise((resolve) => setTimeout(resolve, 200));
        await fetch("${hook.url}/late", { method: "POST", body: "late" });
        console.log("sent late");
      })());
      context.waitUntil(Promise.reject(new Error("lost")));
      console.log("responding");`,
  });
  expect(hook.received.map(({ path }) => path)).toEqual(["/late"]);
  const lines = (await tail()).map(([level, message]) => [level, message.split("\n")[0]]);
  expect(lines).toEqual([
    ["info", "responding"],
    ["info", "sent late"],
    ["error", "Uncaught in waitUntil: Error: lost"],
  ]);
});

it("a script of the other format finishes what it passes to waitUntil, too", async () => {
  const hook = await desk.listen();
  const script = `addEventListener("fetch", (event) => {
    console.log("responding");
    event.waitUntil(new Promise((resolve) => setTimeout(resolve, 200)).then(() => fetch("${hook.url}/late")));
    event.respondWith(new Response("OK"));
  });`;
  await desk.publish({ script });
  await desk.install();
  await desk.service.platform.jobsSettled();
  expect(hook.received.map(({ path }) => path)).toEqual(["/late"]);
  expect(await tail()).toEqual([["info", "responding"]]);
});

it("a request to the public endpoint is an event with the script's output, and without its query and headers", async () => {
  const installation = await install({
    installation_setup: "",
    fetch: `console.log("asked for", new URL(event.request.url).searchParams.get("code")?.length);
      return new Response("hello", { status: 202 });`,
  });
  const url = `https://docs.example.com/integrations/chat/installations/${installation}/oauth?code=c-1-secret`;
  const headers = { Authorization: "Bearer k-1-secret" };
  const answer = await desk.service.platform.fetch(new Request(url, { headers }));
  expect([answer.status, await answer.text()]).toEqual([202, "hello"]);
  await expect.poll(async () => (await desk.events())[0]?.payload.type).toBe("fetch");
  expect(await tail()).toEqual([["info", "asked for 10"]]);
  const [event] = await desk.events();
  expect(event).toMatchObject({
    installationId: installation,
    status: "success",
    payload: {
      installationId: installation,
      request: {
        method: "GET",
        url: `https://docs.example.com/integrations/chat/installations/${installation}/oauth`,
        headers: {},
      },
    },
  });
  expect(JSON.stringify([event, await desk.traceOf(event?.id ?? "")])).not.toContain("secret");
});

it.each([204, 205, 304])("a script may answer a request with %i, which has no body", async (status) => {
  const installation = await install({
    installation_setup: "",
    fetch: `return new Response(null, { status: ${status} });`,
  });
  const url = `https://docs.example.com/integrations/chat/installations/${installation}/ping`;
  const answer = await desk.service.platform.fetch(new Request(url));
  expect([answer.status, await answer.text()]).toEqual([status, ""]);
});

it("an event that a script has no handler for is neither failed nor sent again, and says so", async () => {
  await install({ space_content_updated: 'console.log("updated", event.spaceId);' });
  const space = await desk.mergePage("Masts");
  await desk.service.platform.jobsSettled();
  expect((await desk.events()).map(({ status, payload }) => [payload.type, status])).toEqual([
    ["change_request_merged", "success"],
    ["space_content_updated", "success"],
    ["change_request_updated", "success"],
    ["installation_setup", "success"],
  ]);
  const [merged, updated] = await desk.events();
  expect((await desk.traceOf(updated?.id ?? "")).trace.logs).toMatchObject([{ message: `updated ${space}` }]);
  expect((await desk.traceOf(merged?.id ?? "")).trace.logs).toMatchObject([
    { level: "error", message: "[integrations] does not handle change_request_merged" },
    { level: "info", message: "The script answered 406: it does not handle this type of event." },
  ]);
});

it("a script of runtime v2 has the modules of Node", async () => {
  await desk.publish({
    runtime: "v2",
    script: `import { Buffer } from "node:buffer";
export default { fetch() { console.log(Buffer.from("hi").toString("hex"), typeof process.env.HOME); return new Response("OK"); } };`,
  });
  await desk.install();
  await desk.service.platform.jobsSettled();
  expect(await tail()).toEqual([["info", "6869 undefined"]]);
});

it("an error that imitates the runtime's log many times does not hold up the platform", async () => {
  await install({
    installation_setup: `
      setTimeout(() => { throw new Error('message() = ["copydesk '.repeat(60_000)); }, 0);
      await new Promise((resolve) => setTimeout(resolve, 300));
      console.log("done");`,
  });
  expect((await desk.events()).map(({ status }) => status)).toEqual(["success"]);
  expect(await tail()).toContainEqual(["info", "done"]);
}, 120_000);

it.each([
  ["calls process.exit", "process.exit(0);", "the script called process.exit"],
  [
    "calls process.exit after its response",
    "context.waitUntil(new Promise((resolve) => setTimeout(resolve, 100)).then(() => process.exit(0)));",
    "the script called process.exit",
  ],
  ["waits for what never happens", "await new Promise(() => {});", "the script waits for something that never happens"],
  [
    "passes what never ends to waitUntil",
    "context.waitUntil(new Promise(() => {}));",
    "the script waits for something that never happens",
  ],
])("an event whose script %s ends at once and says so", async (_, statement, reason) => {
  await install({ installation_setup: `console.log("before"); ${statement}` });
  await desk.settle();
  const lines = await tail();
  expect(lines.filter(([level]) => level === "error")).toContainEqual(["error", `Ended: ${reason}.`]);
  expect(lines[0]).toEqual(["info", "before"]);
});

it("values that cannot be converted to text are replaced in the output", async () => {
  await install({
    installation_setup: `
      console.log({ toJSON() { throw 1; }, toString() { throw 2; } }, "after");
      const error = new Error("lost");
      Object.defineProperty(error, "stack", { get() { throw 3; } });
      console.error(error);
      error.toString = () => { throw 4; };
      console.error(error, Object.create(null, { toJSON: { get() { throw 5; } } }));
      console.log(Object.assign(new Error("odd"), { stack: { toString: () => ({}) } }));
      console.log(undefined, 3n, Symbol("s"));
      console.log(new Proxy({}, { getPrototypeOf() { throw 6; }, get() { throw 7; } }));`,
  });
  expect((await desk.events()).map(({ status }) => status)).toEqual(["success"]);
  expect(await tail()).toEqual([
    ["info", "[not convertible to text] after"],
    ["error", "Error: lost"],
    ["error", "[not convertible to text] [not convertible to text]"],
    ["info", "Error: odd"],
    ["info", "undefined 3 Symbol(s)"],
    ["info", "[not convertible to text]"],
  ]);
});
