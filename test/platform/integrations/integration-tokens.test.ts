import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { deleteMember } from "../../../src/platform/access/members-rows.ts";
import { member, text } from "../http/content.ts";
import { addOrganization } from "../http/people.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { IntegrationDesk } from "./desk.ts";
import { moduleScript } from "./module-script.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
});

afterEach(() => desk.close());

interface Tokens {
  readonly integration: string;
  readonly installation: string;
}

/** Publishes an integration for everybody, installs it, and returns the tokens that its script receives. */
async function start(members: object = {}, name = "chat") {
  const tunnel = await desk.listen();
  await desk.publish({ visibility: "public", ...members }, name);
  const body = JSON.stringify({ tunnelUrl: tunnel.url, all: true });
  await desk.service.send(`PUT /v1/integrations/${name}/dev`, { body });
  const installation = await desk.install(name);
  await desk.service.platform.jobsSettled();
  const [sent] = tunnel.received;
  if (sent === undefined) throw new Error("nothing came");
  const form = await new Response(new Uint8Array(sent.body), { headers: sent.headers }).formData();
  const { apiTokens } = JSON.parse(String(form.get("environment"))) as { apiTokens: Tokens };
  return { installation, tokens: apiTokens };
}

function call(token: string, line: string, body?: object) {
  const headers = { Authorization: `Bearer ${token}` };
  return desk.service.send(line, { headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) });
}

const own = "/v1/integrations/chat";

/** Another organization that installed the integration, with a space of its own. */
async function installElsewhere() {
  const { organization, administrator } = await addOrganization(desk.service);
  const { headers } = administrator;
  const body = JSON.stringify({ organization });
  const installation = text(await desk.service.send(`POST ${own}/installations`, { headers, body }), "id");
  const made = await desk.service.send(`POST /v1/orgs/${organization}/spaces`, { headers, body: '{"title":"Keels"}' });
  return { organization, headers, installation, space: text(made, "id") };
}

describe("the token of an integration", () => {
  it("reads the integration, its installations in all organizations and their events", async () => {
    const { installation, tokens } = await start();
    const elsewhere = await installElsewhere();
    await desk.service.platform.jobsSettled();
    expect((await call(tokens.integration, `GET ${own}`)).json).toMatchObject({ name: "chat" });
    const { json } = await call(tokens.integration, `GET ${own}/installations`);
    const ids = (json as { items: { id: string }[] }).items.map(({ id }) => id).sort();
    expect(ids).toEqual([installation, elsewhere.installation].sort());
    const events = (await call(tokens.integration, `GET ${own}/events`)).json as {
      items: { installationId: string }[];
    };
    expect(new Set(events.items.map(({ installationId }) => installationId))).toEqual(new Set(ids));
    expect((await call(tokens.integration, `GET ${own}/spaces`)).json).toMatchObject({ count: 0 });
    expect((await call(tokens.integration, `GET ${own}/sites`)).json).toMatchObject({ count: 0 });
  });

  it("lists spaces and sites of other organizations by id, and whole ones only where its publisher is a member", async () => {
    const { installation, tokens } = await start();
    const elsewhere = await installElsewhere();
    const { service } = desk;
    const space = await makeSpaceIn(service, "Masts", {});
    const site = text(await service.send(`POST /v1/orgs/${service.organization}/sites`, { body: "{}" }), "id");
    const made = await service.send(`POST /v1/orgs/${elsewhere.organization}/sites`, {
      headers: elsewhere.headers,
      body: "{}",
    });
    const places = [
      { installation, headers: {}, space, site },
      { ...elsewhere, site: text(made, "id") },
    ];
    for (const { installation, headers, space, site } of places) {
      const on = (kind: string, body: object) =>
        service.send(`POST ${own}/installations/${installation}/${kind}`, { headers, body: JSON.stringify(body) });
      expect((await on("spaces", { space })).status).toBe(201);
      expect((await on("sites", { siteId: site })).status).toBe(201);
    }
    for (const [kind, name] of [
      ["spaces", "space"],
      ["sites", "site"],
    ] as const) {
      const listed = async (query: string, headers: Readonly<Record<string, string>>) =>
        (
          (await service.send(`GET ${own}/${kind}${query}`, { headers })).json as {
            items: Record<string, string | { id: string }>[];
          }
        ).items.map((item) => item[name]);
      const bearer = { Authorization: `Bearer ${tokens.integration}` };
      for (const headers of [bearer, {}]) {
        expect((await listed("", headers)).toSorted()).toEqual(places.map((place) => place[name]).toSorted());
      }
      expect(await listed("?extended=true", {})).toEqual([expect.objectContaining({ id: places[0]?.[name] })]);
    }
  });

  it("configures each of its installations, and gets a token for it", async () => {
    const { tokens } = await start({ scopes: ["space:metadata:read"] });
    const { installation, space } = await installElsewhere();
    const path = `${own}/installations/${installation}`;
    expect((await call(tokens.integration, `PATCH ${path}`, { externalIds: ["team-9"] })).status).toBe(200);
    expect((await call(tokens.integration, `GET ${own}/installations?externalId=team-9`)).json).toMatchObject({
      items: [{ id: installation }],
    });
    const answer = await call(tokens.integration, `POST ${path}/tokens`);
    expect([answer.status, Object.keys(answer.json as object)]).toEqual([200, ["token"]]);
    expect((await call(text(answer, "token"), `GET /v1/spaces/${space}`)).json).toMatchObject({ id: space });
  });

  it("reads an organization, a site and a space where it is installed, by the scopes there", async () => {
    const { tokens } = await start({ scopes: ["space:metadata:read"] });
    const { organization, space } = await installElsewhere();
    expect((await call(tokens.integration, `GET /v1/orgs/${organization}`)).json).toMatchObject({ id: organization });
    expect((await call(tokens.integration, `GET /v1/spaces/${space}`)).status).toBe(200);
    const pages = await call(tokens.integration, `GET /v1/spaces/${space}/content/pages`);
    expect([pages.status, pages.text]).toEqual([403, expect.stringContaining("space:content:read")]);
  });

  it("does not reach an organization without the integration, or one that uninstalled it", async () => {
    const { tokens } = await start({ scopes: ["space:metadata:read"] });
    const without = await addOrganization(desk.service);
    expect((await call(tokens.integration, `GET /v1/orgs/${without.organization}`)).status).toBe(404);
    const { organization, headers, installation, space } = await installElsewhere();
    await desk.service.send(`DELETE ${own}/installations/${installation}`, { headers });
    for (const line of [
      `GET /v1/orgs/${organization}`,
      `GET /v1/spaces/${space}`,
      `GET ${own}/installations/${installation}`,
    ]) {
      expect((await call(tokens.integration, line)).status, line).toBe(404);
    }
    expect((await call(tokens.integration, `POST ${own}/installations/${installation}/tokens`)).status).toBe(404);
  });

  it("does nothing for another integration, even of the same publisher", async () => {
    const { tokens } = await start();
    const other = await start({}, "other");
    const path = "/v1/integrations/other";
    for (const [line, body] of [
      [`GET ${path}`],
      [`GET ${path}/events`],
      [`GET ${path}/installations`],
      [`GET ${path}/installations/${other.installation}`],
      [`GET ${own}/installations/${other.installation}`],
      [`PATCH ${path}/installations/${other.installation}`, { externalIds: ["mine"] }],
      [`POST ${path}/installations/${other.installation}/tokens`],
      [`POST ${own}/installations/${other.installation}/tokens`],
      [`POST ${path}/tasks`, { task: {} }],
    ] as const) {
      expect([403, 404], line).toContain((await call(tokens.integration, line, body)).status);
    }
  });

  it.each([
    ["GET /v1/user"],
    ["GET /v1/orgs"],
    ["GET /v1/integrations"],
    [`DELETE ${own}`],
    [`PUT ${own}/dev`, { tunnelUrl: "https://example.com" }],
    [`POST ${own}`, { title: "Chat", description: "", scopes: [], script: "", organization: "{organization}" }],
    [`POST ${own}/installations`, { organization: "{organization}" }],
    [`DELETE ${own}/installations/{installation}`],
    [`PATCH ${own}/installations/{installation}`, { space_selection: "all" }],
    [`POST ${own}/installations/{installation}/spaces`, { space: "{space}" }],
    [`POST ${own}/installations/{installation}/sites`, { siteId: "any" }],
    ["GET /v1/orgs/{organization}/members"],
    ["GET /v1/orgs/{organization}/sites"],
    ["DELETE /v1/spaces/{space}"],
  ] as const)("%s is refused", async (line: string, body?: object) => {
    const { installation, tokens } = await start({ scopes: ["space:metadata:read", "site:metadata:read"] });
    const names = {
      installation,
      organization: desk.service.organization,
      space: await makeSpaceIn(desk.service, "M", {}),
    };
    const fill = (template: string) =>
      template.replace(/\{(\w+)\}/g, (_, name: string) => names[name as keyof typeof names] ?? name);
    const given = body === undefined ? undefined : (JSON.parse(fill(JSON.stringify(body))) as object);
    for (const token of [tokens.integration, tokens.installation]) {
      expect([403, 404]).toContain((await call(token, fill(line), given)).status);
    }
  });

  it("ends after an hour, when the integration is unpublished, and does not return with the name", async () => {
    const { tokens } = await start();
    expect((await call(tokens.integration, `GET ${own}`)).status).toBe(200);
    const [, rest = ""] = tokens.integration.split("_");
    expect((await call(`cpi_${rest}`, `GET ${own}`)).status).toBe(401);
    expect((await call(`${tokens.integration.slice(0, -2)}xx`, `GET ${own}`)).status).toBe(401);
    desk.service.setTime("2026-01-02T05:30:00.000Z");
    expect((await call(tokens.integration, `GET ${own}`)).status).toBe(401);
    desk.service.setTime("2026-01-02T03:30:00.000Z");
    await desk.service.send(`DELETE ${own}`);
    expect((await call(tokens.integration, `GET ${own}`)).status).toBe(401);
    await desk.publish({ visibility: "public" });
    expect((await call(tokens.integration, `GET ${own}`)).status).toBe(401);
  });
});

describe("the token of an installation", () => {
  it("lists only its own installation, events, spaces and sites", async () => {
    const { installation, tokens } = await start();
    const elsewhere = await installElsewhere();
    await desk.service.platform.jobsSettled();
    expect((await call(tokens.installation, `GET ${own}/installations`)).json).toMatchObject({
      count: 1,
      items: [{ id: installation }],
    });
    const events = (await call(tokens.installation, `GET ${own}/events`)).json as {
      items: { installationId: string }[];
    };
    expect(new Set(events.items.map(({ installationId }) => installationId))).toEqual(new Set([installation]));
    const [other] = await desk.events(`?installation=${elsewhere.installation}`);
    expect((await call(tokens.installation, `GET ${own}/events/${other?.id}`)).status).toBe(404);
    const filtered = await call(tokens.installation, `GET ${own}/events?installation=${elsewhere.installation}`);
    expect(filtered.status).toBe(404);
    expect((await call(tokens.installation, `GET ${own}/spaces`)).json).toMatchObject({ count: 0 });
    expect((await call(tokens.installation, `GET ${own}/installations/${installation}/sites`)).json).toMatchObject({
      count: 0,
    });
  });

  it("reads its organization, and no other", async () => {
    const { tokens } = await start({ scopes: ["space:metadata:read"] });
    const elsewhere = await installElsewhere();
    const { organization } = desk.service;
    expect((await call(tokens.installation, `GET /v1/orgs/${organization}`)).json).toMatchObject({ id: organization });
    expect((await call(tokens.installation, `GET /v1/orgs/${organization}/spaces`)).status).toBe(200);
    for (const line of [
      `GET /v1/orgs/${elsewhere.organization}`,
      `GET /v1/orgs/${elsewhere.organization}/spaces`,
      `GET /v1/spaces/${elsewhere.space}`,
    ]) {
      expect((await call(tokens.installation, line)).status, line).toBe(404);
    }
    const path = `${own}/installations/${elsewhere.installation}`;
    expect((await call(tokens.installation, `GET ${path}`)).status).toBe(403);
    expect((await call(tokens.installation, `PATCH ${path}`, { externalIds: ["x"] })).status).toBe(403);
  });

  it("does not list the spaces of an organization if it works on selected ones", async () => {
    const { tokens } = await start({ scopes: ["space:metadata:read"], target: "space" });
    const answer = await call(tokens.installation, `GET /v1/orgs/${desk.service.organization}/spaces`);
    expect([answer.status, answer.text]).toEqual([403, expect.stringContaining("listIntegrationInstallationSpaces")]);
  });

  it("gets no further token and queues no task", async () => {
    const { installation, tokens } = await start();
    expect((await call(tokens.installation, `POST ${own}/installations/${installation}/tokens`)).status).toBe(403);
    expect((await call(tokens.installation, `POST ${own}/tasks`, { task: {} })).status).toBe(403);
  });
});

describe("spaces and sites in full", () => {
  const kinds = ["space", "site"] as const;

  /** The integration on a space and on a site, both called Keels. */
  async function startOn(scopes: readonly string[]) {
    const { installation, tokens } = await start({ scopes });
    const space = await makeSpaceIn(desk.service, "Keels");
    const site = await desk.service.send(`POST /v1/orgs/${desk.service.organization}/sites`, {
      body: '{"title":"Keels"}',
    });
    const path = `${own}/installations/${installation}`;
    const siteId = text(site, "id");
    await desk.service.send(`POST ${path}/spaces`, { body: JSON.stringify({ space }) });
    await desk.service.send(`POST ${path}/sites`, { body: JSON.stringify({ siteId }) });
    return { path, tokens, ids: { space, site: siteId } };
  }

  it.each(kinds)("are not shown of a %s to an installation without the scope", async (kind) => {
    const { path, tokens, ids } = await startOn([]);
    const one = `${path}/${kind}s/${ids[kind]}`;
    for (const token of [tokens.integration, tokens.installation]) {
      for (const [line, body] of [
        [`GET ${path}/${kind}s`],
        [`GET ${one}`],
        [`PATCH ${one}`, { externalIds: ["x"] }],
      ] as const) {
        const answer = await call(token, `${line}?extended=true`, body);
        const refused = `extended needs the scope ${kind}:metadata:read`;
        expect([line, answer.status, answer.text]).toEqual([line, 403, expect.stringContaining(refused)]);
        expect((await call(token, line, body)).status, line).toBe(200);
      }
    }
    const all = await call(tokens.integration, `GET ${own}/${kind}s?extended=true`);
    expect([all.status, all.text]).toEqual([200, expect.not.stringContaining("Keels")]);
  });

  it.each(kinds)("are shown of a %s by the scope", async (kind) => {
    const { path, tokens, ids } = await startOn([`${kind}:metadata:read`]);
    const shown = { [kind]: { id: ids[kind], title: "Keels" } };
    for (const token of [tokens.integration, tokens.installation]) {
      expect((await call(token, `GET ${path}/${kind}s/${ids[kind]}?extended=true`)).json).toMatchObject(shown);
    }
    expect((await call(tokens.integration, `GET ${own}/${kind}s?extended=true`)).json).toMatchObject({
      items: [shown],
    });
  });

  it("are listed of all organizations to the integration, and to its publisher of their own", async () => {
    const { tokens, ids } = await startOn(["space:metadata:read"]);
    const { headers, installation, space } = await installElsewhere();
    const body = JSON.stringify({ space });
    await desk.service.send(`POST ${own}/installations/${installation}/spaces`, { headers, body });
    const idsFor = async (token: string) => {
      const { json } = await call(token, `GET ${own}/spaces?extended=true`);
      return (json as { items?: { space: { id: string } }[] }).items?.map((item) => item.space.id).sort();
    };
    expect(await idsFor(tokens.integration)).toEqual([ids.space, space].sort());
    expect(await idsFor(desk.service.token)).toEqual([ids.space]);
  });
});

describe("an integration whose installer has left one organization", () => {
  it("keeps its token for the others", async () => {
    const { tokens } = await start();
    const { organization, administrator } = await addOrganization(desk.service);
    const { headers, user } = administrator;
    const body = JSON.stringify({ organization });
    const installation = text(await desk.service.send(`POST ${own}/installations`, { headers, body }), "id");
    await desk.service.platform.database.write((queries) => deleteMember(queries, organization, user));
    for (const line of [`GET /v1/orgs/${organization}`, `GET ${own}/installations/${installation}`]) {
      const answer = await call(tokens.integration, line);
      expect([line, answer.status, answer.text]).toEqual([line, 403, expect.stringContaining("has left")]);
    }
    expect((await call(tokens.integration, `GET ${own}`)).status).toBe(200);
  });
});

describe("the Idempotency-Key of an integration", () => {
  const again = { "Idempotency-Key": "1" };
  const as = (token: string, line: string, body?: object) =>
    desk.service.send(line, {
      headers: { Authorization: `Bearer ${token}`, ...again },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });

  it("is its own, not that of other integrations or of the user who installed them", async () => {
    const scopes = ["space:content:write"];
    const [chat, other] = [await start({ scopes }), await start({ scopes }, "other")];
    const line = `POST /v1/spaces/${await makeSpaceIn(desk.service, "Keels")}/change-requests`;
    const tokens = [chat.tokens.installation, other.tokens.installation, desk.service.token];
    const numbers: unknown[] = [];
    for (const token of [...tokens, ...tokens])
      numbers.push(member(await as(token, line, { subject: "Masts" }), "number"));
    expect(numbers).toEqual([1, 2, 3, 1, 2, 3]);
  });

  it("gives nobody else the token that it was answered with", async () => {
    const { installation, tokens } = await start();
    const line = `POST ${own}/installations/${installation}/tokens`;
    expect((await as(tokens.integration, line)).status).toBe(200);
    expect((await as(desk.service.token, line)).status).toBe(403);
  });
});

describe("a module that calls the API as the vendor's runtime does", () => {
  it("acts as the integration and as the installation, and queues tasks that it receives in time", async () => {
    const script = moduleScript({
      installation_setup: `
        const name = environment => environment.integration.name;
        const { installation } = context.environment;
        const listed = await context.asIntegration("GET ${own}/installations");
        const organization = await context.asInstallation("GET /v1/orgs/" + installation.target.organization);
        console.log(listed.status, listed.body.count, organization.status, organization.body.title);
        const queue = (task, schedule) => context.asIntegration("POST ${own}/tasks", { task, schedule });
        console.log((await queue({ type: "later" }, 120)).status, (await queue({ type: "now" })).status);`,
      task: `console.log("task", event.task.type, "installation" in context.environment);`,
    });
    await desk.publish({ script });
    await desk.install();
    await desk.service.platform.jobsSettled();
    const logs = async () => {
      const events = (await desk.events()).reverse();
      return Promise.all(
        events.map(async ({ id, payload }) => [
          payload.type,
          ...(await desk.traceOf(id)).trace.logs.map(({ message }) => message),
        ]),
      );
    };
    const setup = ["installation_setup", "200 1 200 Local", "204 204"];
    expect(await logs()).toEqual([setup, ["task", "task now false"]]);
    desk.pass(1);
    await desk.service.platform.jobsSettled();
    expect(await logs()).toHaveLength(2);
    desk.pass(3);
    await desk.service.platform.jobsSettled();
    expect((await logs()).map((lines) => lines.join(" ")).sort()).toEqual(
      [setup.join(" "), "task task later false", "task task now false"].sort(),
    );
  });

  it("a task is limited in size, its wait to a day, and what waits ends with the integration", async () => {
    const { tokens } = await start();
    const queue = (body: object) => call(tokens.integration, `POST ${own}/tasks`, body);
    expect((await queue({ task: { text: "x".repeat(50_001) } })).status).toBe(400);
    expect((await queue({ task: {}, schedule: 86_401 })).status).toBe(400);
    expect((await queue({ task: {}, schedule: 86_400 })).status).toBe(204);
    expect((await desk.events("?status=waiting")).map(({ payload }) => payload.type)).toEqual(["task"]);
    await desk.service.send(`DELETE ${own}`);
    await desk.settle();
    const left = await desk.service.platform.database.read((queries) =>
      queries.selectFrom("integration_event").select("id").execute(),
    );
    expect(left).toEqual([]);
  });
});
