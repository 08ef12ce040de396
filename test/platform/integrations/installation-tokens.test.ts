import { afterEach, beforeEach, expect, it } from "vitest";
import { addColleague } from "../../support/colleague.ts";
import { insertPages, makeChangeRequest, text } from "../http/content.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

/** Installs an integration with some scopes, and returns the token that its tunnel receives. */
async function tokenWith(scopes: readonly string[], members: object = {}, name = "chat") {
  const tunnel = await desk.listen();
  await desk.publish({ scopes, ...members }, name);
  const { service } = desk;
  await service.send(`PUT /v1/integrations/${name}/dev`, { body: JSON.stringify({ tunnelUrl: tunnel.url }) });
  const installation = await desk.install(name);
  await desk.settle();
  const [sent] = tunnel.received;
  if (sent === undefined) throw new Error("nothing came");
  const form = await new Response(new Uint8Array(sent.body), { headers: sent.headers }).formData();
  const environment = JSON.parse(String(form.get("environment"))) as { apiTokens: { installation: string } };
  const token = environment.apiTokens.installation;
  const call = (line: string, body?: object) =>
    service.send(line, {
      headers: { Authorization: `Bearer ${token}` },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
  return { installation, call };
}

const everyScope = [
  "space:content:read",
  "space:content:write",
  "space:metadata:read",
  "space:metadata:write",
  "openapi:read",
  "openapi:write",
  "conversations:ingest",
  "site:metadata:read",
];

/** Calls, each with the only scope that allows it. */
const opened: readonly (readonly [line: string, scope: string, body: object | undefined])[] = [
  ["GET /v1/spaces/{space}", "space:metadata:read", undefined],
  ["GET /v1/orgs/{organization}/spaces", "space:metadata:read", undefined],
  ["PATCH /v1/spaces/{space}", "space:metadata:write", { title: "Sails" }],
  ["GET /v1/spaces/{space}/content/pages", "space:content:read", undefined],
  ["GET /v1/spaces/{space}/change-requests", "space:content:read", undefined],
  ["POST /v1/spaces/{space}/change-requests", "space:content:write", { subject: "From chat" }],
  ["GET /v1/orgs/{organization}/openapi", "openapi:read", undefined],
  [
    "POST /v1/orgs/{organization}/conversations",
    "conversations:ingest",
    { id: "c1", parts: [{ type: "message", role: "user", body: "Hm?" }] },
  ],
];

const filled = (line: string, space: string) =>
  line.replace("{space}", space).replace("{organization}", desk.service.organization);

it.each(opened)("%s requires the scope %s", async (line, scope, body) => {
  const space = await makeSpaceIn(desk.service, "Masts", {});
  const { call } = await tokenWith([scope]);
  const answer = await call(filled(line, space), body);
  expect(answer.status, answer.text).toBeLessThan(300);
});

it.each(opened)("%s is rejected with every scope but %s", async (line, scope, body) => {
  const space = await makeSpaceIn(desk.service, "Masts", {});
  const { call } = await tokenWith(everyScope.filter((other) => other !== scope));
  const answer = await call(filled(line, space), body);
  expect([answer.status, answer.text]).toEqual([403, expect.stringContaining(scope)]);
});

it.each([
  ["GET /v1/user"],
  ["GET /v1/orgs"],
  ["GET /v1/orgs/{organization}/members"],
  ["GET /v1/orgs/{organization}/conversations"],
  ["DELETE /v1/spaces/{space}"],
  ["DELETE /v1/integrations/chat"],
  ["POST /v1/spaces/{space}/content/template", { template: "any" }],
  ["POST /v1/orgs/{organization}/invites", { emails: ["a@example.com"], role: "admin" }],
] as const)("%s is not available to any integration, whatever its scopes", async (line: string, body?: object) => {
  const space = await makeSpaceIn(desk.service, "Masts", {});
  const { call } = await tokenWith(everyScope);
  expect((await call(filled(line, space), body)).status).toBe(403);
});

it("an integration cannot approve a change request in the name of the user who installed it", async () => {
  const space = await makeSpaceIn(desk.service, "Masts", {});
  const changeRequest = await makeChangeRequest(desk.service, space);
  await insertPages(desk.service, changeRequest, [{ title: "Jib" }]);
  const { call } = await tokenWith(everyScope);
  expect((await call(`POST ${changeRequest}/reviews`, { status: "approved" })).status).toBe(403);
});

it.each(["import", "export"])("git/%s requires the scope space:git:sync", async (work) => {
  const space = await makeSpaceIn(desk.service, "Masts", {});
  const repository = { url: "https://10.1.2.3/masts.git", ref: "main" };
  const body = work === "import" ? repository : { ...repository, commitMessage: "Docs" };
  const refused = await (await tokenWith(everyScope)).call(`POST /v1/spaces/${space}/git/${work}`, body);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("space:git:sync")]);
  const taken = await (await tokenWith(["space:git:sync"], {}, "sync")).call(
    `POST /v1/spaces/${space}/git/${work}`,
    body,
  );
  expect(taken.status, taken.text).not.toBe(403);
});

it("pages computed from a specification require the scope to read it, until the space has them", async () => {
  const { service } = desk;
  const source = { text: "openapi: 3.1.0" };
  const specs = `/v1/orgs/${service.organization}/openapi`;
  await service.send(`PUT ${specs}/pets`, { body: JSON.stringify({ source }) });
  const draft = await makeChangeRequest(service, await makeSpaceIn(service, "Masts", {}));
  const dependencies = { spec: { ref: { kind: "openapi", spec: "pets" } } };
  const computed = { type: "builtin:openapi", dependencies };
  const insertion = [`POST ${draft}/content`, { changes: [{ operation: "insert_page", computed }] }] as const;
  const writer = await tokenWith(["space:content:read", "space:content:write"]);
  const refused = await writer.call(...insertion);
  expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("openapi:read")]);
  const reader = await tokenWith(["space:content:write", "openapi:read"], {}, "reader");
  expect((await reader.call(...insertion)).status).toBe(200);
  expect((await writer.call(...insertion)).status).toBe(200);
});

it("a token shows no e-mail addresses of the people whose comments and change requests it reads", async () => {
  const { service } = desk;
  const person = { role: "review", email: "kay@example.com" } as const;
  const { token } = await addColleague(service.platform, service.organization, person);
  const headers = { Authorization: `Bearer ${token}` };
  const space = await makeSpaceIn(service, "Masts");
  const draft = `POST /v1/spaces/${space}/change-requests`;
  const number = text(await service.send(draft, { headers }), "id");
  const at = `/v1/spaces/${space}/change-requests/${number}`;
  await service.send(`POST ${at}/comments`, { headers, body: '{"body":{"markdown":"Hm."}}' });
  const { call } = await tokenWith(["space:content:read"]);
  for (const path of [at, `${at}/comments`, `${at}/commenters`, `${at}/contributors`]) {
    expect((await service.send(`GET ${path}`)).text, path).toContain(person.email);
    const answer = await call(`GET ${path}`);
    expect([answer.status, answer.text], path).toEqual([200, expect.stringContaining("Somebody")]);
    expect(answer.text, path).not.toContain(person.email);
  }
});

it("the schema of visitors' attributes requires a scope of its own to read and to change", async () => {
  const { organization } = desk.service;
  const made = await desk.service.send(`POST /v1/orgs/${organization}/sites`, { body: '{"title":"Manual"}' });
  const path = `/v1/orgs/${organization}/sites/${(made.json as { id: string }).id}/adaptive-schema`;
  const { jsonSchema } = (await desk.service.send(`GET ${path}`)).json as { jsonSchema: object };
  const { call } = await tokenWith(["site:adaptive:read"]);
  expect((await call(`GET ${path}`)).status).toBe(200);
  expect((await call(`PUT ${path}`, { jsonSchema })).text).toContain("site:adaptive:write");
  const writer = await tokenWith(["site:adaptive:write"], {}, "writer");
  const answer = await writer.call(`PUT ${path}`, { jsonSchema });
  expect(answer.status, answer.text).toBe(200);
  expect((await writer.call(`GET ${path}`)).status).toBe(403);
});

it("an installation on chosen spaces can access only those", async () => {
  const [one, other] = [await makeSpaceIn(desk.service, "Masts", {}), await makeSpaceIn(desk.service, "Sails", {})];
  const { installation, call } = await tokenWith(["space:content:read"], { target: "space" });
  const on = `POST /v1/integrations/chat/installations/${installation}/spaces`;
  await desk.service.send(on, { body: JSON.stringify({ space: one }) });
  expect((await call(`GET /v1/spaces/${one}/content/pages`)).status).toBe(200);
  expect((await call(`GET /v1/spaces/${other}/content/pages`)).status).toBe(404);
  expect((await call(on, { space: other })).status).toBe(403);
});

it("an integration configures its own installation, but cannot choose what it works on", async () => {
  const { installation, call } = await tokenWith([], { target: "space" });
  const own = `/v1/integrations/chat/installations/${installation}`;
  expect((await call(`GET ${own}`)).status).toBe(200);
  expect((await call(`PATCH ${own}`, { externalIds: ["team-7"] })).status).toBe(200);
  expect((await call(`PATCH ${own}`, { space_selection: "all" })).status).toBe(403);
});

it.each([
  ["uninstalled", (installation: string) => `DELETE /v1/integrations/chat/installations/${installation}`],
  ["unpublished", () => "DELETE /v1/integrations/chat"],
])("the token of an integration that is %s stops working at once", async (_what, line) => {
  const space = await makeSpaceIn(desk.service, "Masts", {});
  const { installation, call } = await tokenWith(["space:content:read"]);
  expect((await call(`GET /v1/spaces/${space}/content/pages`)).status).toBe(200);
  await desk.service.send(line(installation));
  expect((await call(`GET /v1/spaces/${space}/content/pages`)).status).toBe(401);
});

it("a token works for an hour, and cannot be used to create another", async () => {
  const { installation, call } = await tokenWith([]);
  const line = `GET /v1/integrations/chat/installations/${installation}`;
  const forged = await desk.service.send(line, {
    headers: { Authorization: `Bearer cpi_${installation}.9999999999.AAAA` },
  });
  expect(forged.status).toBe(401);
  desk.service.setTime("2026-01-02T05:30:00.000Z");
  expect((await call(line)).status).toBe(401);
});

it("a version with more scopes gets them when an administrator installs it again; one with fewer loses them at once", async () => {
  const { call } = await tokenWith(["space:metadata:read"]);
  const { service } = desk;
  const line = `GET /v1/spaces/${await makeSpaceIn(service, "Masts", {})}`;
  const pages = `${line}/content/pages`;
  await desk.publish({ scopes: ["space:metadata:read", "space:content:read"] });
  expect((await call(line)).status).toBe(200);
  const refused = await call(pages);
  expect([refused.status, refused.text]).toEqual([403, expect.stringMatching(/has to install chat again/)]);
  const body = JSON.stringify({ organization: service.organization });
  const install = () => service.send("POST /v1/integrations/chat/installations", { body });
  expect((await call("POST /v1/integrations/chat/installations", { organization: service.organization })).status).toBe(
    403,
  );
  expect((await install()).status).toBe(200);
  expect((await call(pages)).status).toBe(200);
  expect((await install()).status).toBe(409);
  await desk.publish({ scopes: ["space:metadata:read"] });
  expect((await call(pages)).status).toBe(403);
});

it("an endpoint receives an API token with each event, and no events beyond its scopes", async () => {
  const hook = await desk.listen();
  await desk.publish({ endpoint: hook.url, scopes: ["space:metadata:read"] });
  await desk.install();
  await desk.publish({ endpoint: hook.url, scopes: ["space:metadata:read", "space:content:read"] });
  const space = await desk.mergePage("Masts");
  await desk.settle();
  expect(hook.received).toHaveLength(1);
  const { headers } = hook.received[0] ?? { headers: new Headers() };
  expect(headers.get("x-copydesk-api")).toBe("https://docs.example.com");
  const answer = await desk.service.send(`GET /v1/spaces/${space}`, {
    headers: { Authorization: `Bearer ${headers.get("x-copydesk-token")}` },
  });
  expect(answer.status, answer.text).toBe(200);
});
