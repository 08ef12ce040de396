import { afterEach, beforeEach, expect, it } from "vitest";
import { postEvent } from "../../../src/platform/integrations/deliver.ts";
import { createOutbound } from "../../../src/platform/kernel/outbound/outbound.ts";
import { addOrganization, addPerson } from "../http/people.ts";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

it("a private integration does not exist for another organization", async () => {
  await desk.publish({ visibility: "private" });
  const installation = await desk.install();
  const { organization, administrator } = await addOrganization(desk.service);
  const { headers } = administrator;
  const send = (line: string, body?: object) =>
    desk.service.send(line, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
  for (const [line, body] of [
    ["GET /v1/integrations/chat"],
    ["GET /v1/integrations/chat/events"],
    ["GET /v1/integrations/chat/installations"],
    [`GET /v1/integrations/chat/installations/${installation}`],
    ["GET /v1/integrations/chat/spaces"],
    ["GET /v1/integrations/chat/sites"],
    ["POST /v1/integrations/chat/installations", { organization }],
    ["PUT /v1/integrations/chat/dev", { tunnelUrl: "https://example.com" }],
  ] as const) {
    const answer = await send(line, body);
    expect([line, answer.status, answer.text]).toEqual([line, 404, expect.stringContaining("may not see it")]);
  }
  expect((await send("GET /v1/integrations")).json).toEqual({ count: 0, items: [] });
  expect((await desk.service.send("GET /v1/integrations")).json).toMatchObject({ count: 1 });
});

it("an unlisted integration is in no list of another organization, and is found by its name", async () => {
  await desk.publish({ visibility: "unlisted" });
  const { headers } = (await addOrganization(desk.service)).administrator;
  expect((await desk.service.send("GET /v1/integrations", { headers })).json).toEqual({ count: 0, items: [] });
  expect((await desk.service.send("GET /v1/integrations/chat", { headers })).status).toBe(200);
});

it("an organization sees only its own installation of a public integration", async () => {
  await desk.publish({ visibility: "public" });
  await desk.install();
  const { organization, administrator } = await addOrganization(desk.service);
  const { headers } = administrator;
  const list = () => desk.service.send("GET /v1/integrations/chat/installations", { headers });
  expect((await list()).json).toEqual({ count: 0, items: [] });
  const body = JSON.stringify({ organization });
  await desk.service.send("POST /v1/integrations/chat/installations", { headers, body });
  expect((await list()).json).toMatchObject({ count: 1, items: [{ target: { organization } }] });
});

it("a member without a role sees no installation, and a reader configures none", async () => {
  await desk.publish({});
  const installation = await desk.install();
  const line = `/v1/integrations/chat/installations/${installation}`;
  const guest = await addPerson(desk.service, desk.service.organization, null);
  expect((await desk.service.send(`GET ${line}`, { headers: guest.headers })).status).toBe(404);
  const reader = await addPerson(desk.service, desk.service.organization, "read");
  expect((await desk.service.send(`GET ${line}`, { headers: reader.headers })).status).toBe(200);
  const body = '{"externalIds":["a"]}';
  expect((await desk.service.send(`PATCH ${line}`, { headers: reader.headers, body })).status).toBe(403);
});

/** The headers with which an event is posted to a URL; nothing is sent. */
async function headersFor(url: string): Promise<Headers> {
  let sent = new Headers();
  const outbound = {
    ...createOutbound(),
    send: (_url: string, { headers }: { readonly headers: Readonly<Record<string, string>> }) => {
      sent = new Headers(headers);
      return Promise.resolve({ status: 200, headers: new Headers(), bytes: new Uint8Array() });
    },
  };
  const environment = { apiTokens: { installation: "cpi_secret" }, apiEndpoint: "https://docs.example.com" };
  const { signal } = new AbortController();
  const event = { eventId: "e1", type: "installation_setup" };
  await postEvent(outbound, { url, event, environment, signingSecret: "s", signal }, "2026-01-02T03:04:05.000Z");
  expect(sent.get("x-copydesk-event")).toBe("e1");
  return sent;
}

it.each(["https://hooks.example.com/in", "http://127.0.0.1:4000/in", "http://[::1]:4000/in"])(
  "the token of an installation is sent to %s",
  async (url) => {
    expect((await headersFor(url)).get("x-copydesk-token")).toBe("cpi_secret");
  },
);

it.each([
  "http://hooks.example.com/in",
  "http://localhost:4000/in",
  "http://127.0.0.1.example.com/in",
  "http://10.0.0.7/in",
])("the token of an installation is not sent to %s", async (url) => {
  const headers = await headersFor(url);
  expect([...headers.values()].join(" ")).not.toContain("cpi_secret");
  expect(headers.has("x-copydesk-token")).toBe(false);
});

it("an endpoint at a name over plain HTTP receives its events without a token", async () => {
  const hook = await desk.listen();
  await desk.publish({ endpoint: hook.url.replace("127.0.0.1", "localhost") });
  await desk.install();
  await desk.settle();
  expect(hook.received).toHaveLength(1);
  expect(hook.received[0]?.headers.has("x-copydesk-token")).toBe(false);
});

it("a tunnel over plain HTTP is refused, and one that was set before is sent nothing", async () => {
  await desk.publish({});
  const { service } = desk;
  const line = "PUT /v1/integrations/chat/dev";
  const answer = await service.send(line, { body: '{"tunnelUrl":"http://tunnel.example.com"}' });
  expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("tunnelUrl")]);
  const hook = await desk.listen();
  const url = hook.url.replace("127.0.0.1", "localhost");
  await service.platform.database.write((queries) =>
    queries.updateTable("integration").set({ tunnel_url: url }).execute(),
  );
  await desk.install();
  await desk.settle();
  expect(hook.received).toEqual([]);
  expect((await desk.events()).map(({ status }) => status)).toEqual(["failed"]);
});
