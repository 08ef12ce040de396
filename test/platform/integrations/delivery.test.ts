import { createHmac } from "node:crypto";
import type { ServerResponse } from "node:http";
import { afterEach, beforeEach, expect, it } from "vitest";
import { createOutbound } from "../../../src/platform/kernel/outbound/outbound.ts";
import { openColumn } from "../../../src/platform/kernel/secrets/sealed-columns.ts";
import { type Service, startService } from "../../pins/service.ts";
import { insertPages, makeChangeRequest, text } from "../http/content.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { type Received, startListener } from "./listener.ts";

let service: Service;

let close: (() => Promise<unknown>)[];

beforeEach(async () => {
  service = await startService(undefined, { outbound: createOutbound((address) => address === "127.0.0.1") });
  close = [];
});

afterEach(async () => {
  await service.close();
  for (const end of close) await end();
});

async function listen(answer?: (index: number, response: ServerResponse) => void) {
  const listener = await startListener(answer);
  close.push(listener.close);
  return listener;
}

async function publish(members: Readonly<Record<string, unknown>>, name = "chat"): Promise<void> {
  const { organization } = service;
  const body = {
    title: "Chat",
    description: "Posts.",
    script: "",
    organization,
    scopes: ["space:content:read"],
    events: ["change_request_updated", "change_request_merged"],
    ...members,
  };
  const answer = await service.send(`POST /v1/integrations/${name}`, { body: JSON.stringify(body) });
  expect(answer.status, answer.text).toBe(200);
}

async function install(name = "chat"): Promise<string> {
  const body = JSON.stringify({ organization: service.organization });
  return text(await service.send(`POST /v1/integrations/${name}/installations`, { body }), "id");
}

async function mergePage(title: string): Promise<string> {
  const space = await makeSpaceIn(service, title, {});
  const changeRequest = await makeChangeRequest(service, space);
  await insertPages(service, changeRequest, [{ title }]);
  await service.send(`POST ${changeRequest}/merge`);
  return space;
}

/** Jobs that are due again after a pause run when the clock gets there. */
async function settle(): Promise<void> {
  await service.platform.jobsSettled();
  for (let minute = 1; minute < 5; minute += 1) {
    service.setTime(`2026-01-02T03:${String(4 + minute).padStart(2, "0")}:05.000Z`);
    await service.platform.jobsSettled();
  }
}

const eventOf = ({ body }: Received) => JSON.parse(body.toString()) as Record<string, unknown>;

interface Listed {
  readonly id: string;
  readonly status: string;
  readonly payload: { readonly type: string };
}

async function events(name = "chat"): Promise<Listed[]> {
  const { json } = await service.send(`GET /v1/integrations/${name}/events`);
  return (json as { items: Listed[] }).items;
}

it("an endpoint receives each event of its installation, signed and in order", async () => {
  const hook = await listen();
  await publish({ endpoint: hook.url });
  const installationId = await install();
  const space = await mergePage("Masts");
  await settle();
  expect(hook.received.map(eventOf).map(({ type }) => type)).toEqual([
    "installation_setup",
    "change_request_updated",
    "space_content_updated",
    "change_request_merged",
  ]);
  const [, , updated] = hook.received;
  if (updated === undefined) throw new Error("nothing came");
  expect(eventOf(updated)).toMatchObject({ installationId, spaceId: space, type: "space_content_updated" });
  const [, seconds = "", given] = /^t=(\d+),v1=(\w+)$/.exec(updated.headers.get("x-copydesk-signature") ?? "") ?? [];
  const secret = await service.platform.database.read(async (queries) => {
    const row = await queries.selectFrom("integration").selectAll().executeTakeFirstOrThrow();
    return openColumn(queries, "integration.signing_secret", row);
  });
  expect(given).toBe(createHmac("sha256", secret).update(`${seconds}.${updated.body}`).digest("hex"));
});

it("an event names who made the change, but no e-mail address", async () => {
  const hook = await listen();
  await publish({ endpoint: hook.url });
  await install();
  await service.platform.database.write((queries) =>
    queries.updateTable("user").set({ email: "editor@example.com" }).where("id", "=", service.user).execute(),
  );
  await mergePage("Masts");
  await settle();
  const updated = hook.received.map(eventOf).find(({ type }) => type === "space_content_updated");
  expect(updated).toMatchObject({ updatedBy: [{ object: "user", id: service.user }] });
  expect(hook.received.map(({ body }) => body.toString()).join("\n")).not.toContain("editor@example.com");
});

it("the list of events contains what was sent, and each event has its log", async () => {
  const hook = await listen();
  await publish({ endpoint: hook.url });
  await install();
  await settle();
  const [event] = await events();
  expect(event).toMatchObject({ status: "success", payload: { type: "installation_setup" } });
  const { json } = await service.send(`GET /v1/integrations/chat/events/${event?.id}`);
  expect(json).toMatchObject({
    event,
    trace: { logs: [{ level: "info", message: expect.stringMatching(/answered 200/) }] },
  });
});

it("an event that failed is sent again with the same id, and given up after three more attempts", async () => {
  const hook = await listen((index, response) => {
    if (index < 4) response.statusCode = 500;
  });
  await publish({ endpoint: hook.url });
  await install();
  await mergePage("Masts");
  await settle();
  const ids = hook.received.map(({ headers }) => headers.get("x-copydesk-event"));
  expect(ids.slice(0, 4)).toEqual(Array(4).fill(ids[0]));
  expect(new Set(ids).size).toBe(4);
  expect((await events()).map(({ status }) => status)).toEqual(["success", "success", "success", "failed"]);
});

it("a redirect is not followed", async () => {
  const other = await listen();
  const hook = await listen((_index, response) => {
    response.writeHead(307, { Location: other.url });
  });
  await publish({ endpoint: hook.url });
  await install();
  await settle();
  expect(other.received).toEqual([]);
  expect((await events()).map(({ status }) => status)).toEqual(["failed"]);
});

it("an address that is not public is not contacted", async () => {
  await publish({ endpoint: "http://10.1.2.3/hook" });
  await install();
  await settle();
  const [event] = await events();
  const { json } = await service.send(`GET /v1/integrations/chat/events/${event?.id}`);
  expect(json).toMatchObject({
    event: { status: "failed" },
    trace: {
      logs: expect.arrayContaining([
        expect.objectContaining({ message: expect.stringMatching(/not at a public address/) }),
      ]),
    },
  });
});

it("a tunnel in development mode receives the form that scripts receive, until the mode ends", async () => {
  const tunnel = await listen();
  const hook = await listen();
  await publish({ endpoint: hook.url, secrets: { KEY: "k-1" } });
  const body = JSON.stringify({ tunnelUrl: `${tunnel.url}/anything` });
  expect((await service.send("PUT /v1/integrations/chat/dev", { body })).status).toBe(204);
  const installation = await install();
  await settle();
  const [sent] = tunnel.received;
  if (sent === undefined) throw new Error("nothing came");
  expect(sent.path).toBe("/v1");
  const form = await new Response(new Uint8Array(sent.body), { headers: sent.headers }).formData();
  expect(JSON.parse(String(form.get("event")))).toMatchObject({
    type: "installation_setup",
    installationId: installation,
  });
  expect(JSON.parse(String(form.get("environment")))).toMatchObject({
    integration: { name: "chat" },
    installation: { id: installation, target: { organization: service.organization } },
    secrets: { KEY: "k-1" },
    apiEndpoint: "https://docs.example.com",
  });
  await service.send("DELETE /v1/integrations/chat/dev");
  await mergePage("Masts");
  await settle();
  expect([tunnel.received.length, hook.received.length]).toEqual([1, 3]);
});

it("an installation receives events of what its scopes allow it to read, and only of its own spaces", async () => {
  const hook = await listen();
  await publish({ endpoint: hook.url, scopes: ["openapi:read"] }, "blind");
  await install("blind");
  await publish({ endpoint: hook.url, target: "space" }, "narrow");
  const narrow = await install("narrow");
  await settle();
  hook.received.length = 0;
  await mergePage("Masts");
  await settle();
  expect(hook.received).toEqual([]);
  const space = await makeSpaceIn(service, "Sails", {});
  const on = `POST /v1/integrations/narrow/installations/${narrow}/spaces`;
  expect((await service.send(on, { body: JSON.stringify({ space }) })).status).toBe(201);
  const changeRequest = await makeChangeRequest(service, space);
  await insertPages(service, changeRequest, [{ title: "Jib" }]);
  await settle();
  expect(hook.received.map(eventOf).map(({ type, spaceId }) => [type, spaceId])).toEqual([
    ["space_installation_setup", space],
    ["change_request_updated", space],
  ]);
});

it("an uninstalled integration receives the event that it was uninstalled, and no more", async () => {
  const hook = await listen();
  await publish({ endpoint: hook.url });
  const installation = await install();
  await settle();
  await service.send(`DELETE /v1/integrations/chat/installations/${installation}`);
  await mergePage("Masts");
  await settle();
  expect(hook.received.map(eventOf).map(({ type }) => type)).toEqual(["installation_setup", "installation_deleted"]);
});

it("no response contains a secret", async () => {
  await publish({ secrets: { KEY: "k-1-secret" }, visibility: "public" });
  await install();
  await settle();
  for (const path of ["/v1/integrations", "/v1/integrations/chat", "/v1/integrations/chat/installations"]) {
    expect((await service.send(`GET ${path}`)).text).not.toContain("k-1-secret");
  }
});
