import { build } from "esbuild";
import { afterEach, beforeEach, expect, it } from "vitest";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

async function bundled(name: string): Promise<string> {
  const entryPoints = [`examples/integrations/${name}.js`];
  const { outputFiles } = await build({ entryPoints, bundle: true, format: "esm", write: false });
  return outputFiles[0]?.text ?? "";
}

it("the chat webhook posts a merged change request", async () => {
  const chat = await desk.listen();
  const configurations = { account: { properties: { webhook: { type: "string" } }, required: ["webhook"] } };
  await desk.publish({ script: await bundled("chat-webhook"), configurations });
  await desk.update(await desk.install(), { configuration: { webhook: chat.url } });
  await desk.mergePage("Masts");
  await desk.settle();
  expect(chat.received.map(({ body }) => JSON.parse(body.toString()))).toEqual([
    { text: expect.stringMatching(/^Change request 1 was merged: /) },
  ]);
});

const tickets = [
  {
    id: 7,
    subject: "Refund",
    url: "https://desk.example.com/7",
    messages: [{ from: "customer", text: "Where is it?" }],
  },
];

/** Posts an export to the public endpoint of the help desk's installation. */
async function postExport(key: string, members: object = {}): Promise<Response> {
  const scopes = ["conversations:ingest"];
  await desk.publish({ script: await bundled("help-desk"), scopes, secrets: { IMPORT_KEY: "k-1" }, ...members });
  const installation = await desk.install();
  await desk.settle();
  const url = `https://docs.example.com/integrations/chat/installations/${installation}`;
  const headers = { Authorization: `Bearer ${key}`, Cookie: "session=secret" };
  return desk.service.platform.fetch(new Request(url, { method: "POST", headers, body: JSON.stringify({ tickets }) }));
}

it("the help desk ingests conversations of an export with the installation's token", async () => {
  const answer = await postExport("k-1");
  expect([answer.status, await answer.text()]).toEqual([200, '{"ingested":1}']);
  expect(answer.headers.get("content-security-policy")).toContain("sandbox");
  const { json } = await desk.service.send(`GET /v1/orgs/${desk.service.organization}/conversations`);
  expect(json).toMatchObject({ items: [{ id: "ticket-7", subject: "Refund" }] });
});

it("the help desk rejects a wrong key and ingests nothing", async () => {
  expect((await postExport("k-2")).status).toBe(401);
  const { json } = await desk.service.send(`GET /v1/orgs/${desk.service.organization}/conversations`);
  expect(json).toMatchObject({ items: [] });
});

it("the address of a nonexistent installation returns 404", async () => {
  await desk.publish({ script: await bundled("help-desk") });
  for (const path of ["/integrations/none", "/integrations/chat/installations/none"]) {
    const answer = await desk.service.platform.fetch(new Request(`https://docs.example.com${path}`));
    expect(answer.status).toBe(404);
  }
});

it("a script that responds late is ended, and its event says so", async () => {
  await desk.publish({ script: "export default { async fetch() { for (;;) {} } };" });
  await desk.install();
  await desk.service.platform.jobsSettled();
  const [event] = await desk.events("?status=waiting");
  const { trace } = await desk.traceOf(event?.id ?? "");
  expect(trace.logs.map(({ message }) => message).join("\n")).toContain("longer than 10 seconds");
});

it("a script receives the body of a request as it was sent, text and bytes", async () => {
  const script = `addEventListener("fetch", (fetchEvent) => fetchEvent.respondWith(handle(fetchEvent.request)));
async function handle(request) {
  const form = await request.formData();
  if (JSON.parse(form.get("event")).type !== "fetch") return new Response("OK");
  const bytes = new Uint8Array(await new Response(form.get("fetch-body")).arrayBuffer());
  return new Response(JSON.stringify([typeof form.get("fetch-body"), ...bytes]));
}`;
  await desk.publish({ script });
  const send = async (body: Uint8Array<ArrayBuffer>) => {
    const request = new Request("https://docs.example.com/integrations/chat/hook", { method: "POST", body });
    return (await desk.service.platform.fetch(request)).json();
  };
  expect(await send(Uint8Array.of(0, 255, 254, 13, 10, 128))).toEqual(["object", 0, 255, 254, 13, 10, 128]);
  expect(await send(Uint8Array.of(226, 130, 172))).toEqual(["string", 226, 130, 172]);
});
