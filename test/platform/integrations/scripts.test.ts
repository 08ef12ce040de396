import { afterEach, beforeEach, expect, it } from "vitest";
import { createOutbound } from "../../../src/platform/kernel/outbound/outbound.ts";
import { type Service, startService } from "../../pins/service.ts";
import { startListener } from "./listener.ts";

let service: Service;
let listener: Awaited<ReturnType<typeof startListener>>;

beforeEach(async () => {
  service = await startService(undefined, { outbound: createOutbound((address) => address === "127.0.0.1") });
  listener = await startListener();
});

afterEach(async () => {
  await service.close();
  await listener.close();
});

/** A script in the form into which the public runtime for such scripts bundles them. */
const script = (work: string) => `
addEventListener("fetch", (fetchEvent) => fetchEvent.respondWith(handle(fetchEvent.request)));
async function handle(request) {
  const form = await request.formData();
  const event = JSON.parse(form.get("event"));
  const environment = JSON.parse(form.get("environment"));
  ${work}
  return new Response("OK");
}`;

interface Detail {
  readonly event: { readonly status: string };
  readonly trace: { readonly logs: readonly { readonly level: string; readonly message: string }[] };
}

/** The outcome of the first event of an integration with such a script. */
async function outcomeOf(code: string): Promise<Detail> {
  const { organization } = service;
  const published = {
    title: "Chat",
    description: "Posts.",
    organization,
    scopes: [],
    script: code,
    secrets: { KEY: "k-1" },
  };
  await service.send("POST /v1/integrations/chat", { body: JSON.stringify(published) });
  await service.send("POST /v1/integrations/chat/installations", { body: JSON.stringify({ organization }) });
  for (let minute = 5; minute < 10; minute += 1) {
    await service.platform.jobsSettled();
    service.setTime(`2026-01-02T03:0${minute}:05.000Z`);
  }
  await service.platform.jobsSettled();
  const { json } = await service.send("GET /v1/integrations/chat/events");
  const [event] = (json as { items: { id: string }[] }).items;
  return (await service.send(`GET /v1/integrations/chat/events/${event?.id}`)).json as Detail;
}

it("a script receives the event and its environment, can use the network, and logs", async () => {
  const { event, trace } = await outcomeOf(
    script(`
      console.debug("about", { type: event.type });
      console.warn("careful");
      await fetch("${listener.url}/posts", { method: "POST", headers: { "x-key": environment.secrets.KEY }, body: event.type });
    `),
  );
  expect(event.status).toBe("success");
  expect(trace.logs.map(({ level, message }) => [level, message])).toEqual([
    ["debug", 'about {"type":"installation_setup"}'],
    ["warn", "careful"],
  ]);
  const [{ path, headers, body } = { path: "", headers: new Headers(), body: Buffer.from("") }] = listener.received;
  expect([path, headers.get("x-key"), body.toString()]).toEqual(["/posts", "k-1", "installation_setup"]);
  expect(headers.has("x-copydesk-gate")).toBe(false);
});

it.each([
  ["throws", script('throw new Error("boom");'), /boom|answered 500/],
  ["does not parse", "this is not a script (", /Not started/],
  [
    "takes too much heap",
    script("const all = []; for (;;) all.push(new Array(1e5).fill(Math.random()));"),
    /heap|memory/,
  ],
  ["takes too much memory", script("const all = []; for (;;) all.push(new Uint8Array(1e7).fill(1));"), /memory|heap/],
])("a script that %s fails its event, and the log says why", async (_what, code, said) => {
  const { event, trace } = await outcomeOf(code);
  expect(event.status).toBe("failed");
  expect(trace.logs.map(({ message }) => message).join("\n")).toMatch(said);
});

it("a script cannot reach private addresses, files or the environment", async () => {
  const { trace } = await outcomeOf(
    script(`
      const tried = await fetch("http://10.1.2.3/").then((answer) => answer.status, (error) => error.message);
      console.log("private", tried);
      console.log("process", typeof process, "require", typeof require);
      console.log("file", await import("node:fs").then((fs) => typeof fs.readFileSync, (error) => "refused"));
    `),
  );
  expect(trace.logs.map(({ message }) => message)).toEqual([
    "private 502",
    "process undefined require undefined",
    "file refused",
  ]);
});
