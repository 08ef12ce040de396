import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { type EmbeddedPlatform, openEmbedded } from "../../src/cli/connection.ts";
import { platformTokens } from "../../src/cli/credentials.ts";
import { createClient } from "../../src/client/client.ts";
import { readCommandLine } from "../../src/config/config.ts";
import { scopes } from "../../src/contract/reach.ts";
import { addMember, createUser } from "../../src/platform/access/people/index.ts";
import { createToken, revokeToken } from "../../src/platform/access/tokens-rows.ts";
import { createAuthorize } from "../../src/server/access/authorize.ts";
import { createServerFactory } from "../../src/server/server.ts";
import { createHttpHandler, type HttpHandler } from "../../src/server/transports/http.ts";
import { createResourceWatches } from "../../src/server/watches/resource-watches.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { createSurface, type Selection } from "../../src/tools/surface.ts";
import { addColleague } from "../support/colleague.ts";
import { temporaryFolder } from "./program.ts";

const folder = temporaryFolder();

let embedded: EmbeddedPlatform;

let handler: HttpHandler;

let handlers: readonly HttpHandler[];

let readOnly: HttpHandler;

let proposeOnly: HttpHandler;

let reader: { id: string; token: string };

beforeAll(async () => {
  embedded = await openEmbedded(readCommandLine(["--data", folder], {}).config);
  const { platform, organization } = embedded;
  const now = platform.now();
  reader = await platform.database.write(async (queries) => {
    const user = await createUser(queries, { email: null, displayName: "Rita Reader" }, now);
    await addMember(queries, { organization, user: user.id, role: "read" }, now);
    return createToken(queries, { user: user.id, name: "test", createdAt: now });
  });
  const watches = createResourceWatches({ client: () => Promise.reject(new Error("nobody watches for the process")) });
  const authorize = createAuthorize({ verifiers: [platformTokens(embedded)] });
  const handlerOf = (selection: Selection) => {
    const surface = createSurface(generatedRegistry.entries, selection);
    const factory = createServerFactory({
      registry: generatedRegistry,
      surface,
      client: () => Promise.reject(new Error("the process's own client was used")),
      answerTokens: 2000,
      confirmPolicy: "never",
      version: "0.0.0",
      log() {},
    });
    return createHttpHandler({ factory, surface, watches, authorize, recheck: 20, log() {} });
  };
  handler = handlerOf({});
  readOnly = handlerOf({ readOnly: true });
  proposeOnly = handlerOf({ proposeOnly: true });
  handlers = [handler, readOnly, proposeOnly];
});

afterAll(async () => {
  for (const each of handlers) await each.close();
  await embedded.platform.close();
});

type Scope = (typeof scopes)[number];

const meta = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

async function call(token: string, name: string, args: object, to = handler) {
  const response = await send(token, "tools/call", { name, arguments: args }, to);
  return { status: response.status, text: await response.text() };
}

function send(
  token: string,
  method: string,
  params: { readonly name?: string; readonly [other: string]: unknown },
  to = handler,
): Promise<Response> {
  const body = { jsonrpc: "2.0", id: 1, method, params: { ...params, _meta: meta } };
  const request = new Request("http://127.0.0.1/mcp", {
    method: "POST",
    body: JSON.stringify(body),
    headers: {
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
      "mcp-protocol-version": "2026-07-28",
      "mcp-method": method,
      ...(params.name === undefined ? {} : { "mcp-name": params.name }),
      authorization: `Bearer ${token}`,
    },
  });
  return to.fetch(request);
}

describe("a caller with a token of the embedded platform", () => {
  it("acts as the token's own user", async () => {
    const whoAmI = { operation: "getAuthenticatedUser", arguments: {} };
    expect((await call(embedded.token, "read_operation", whoAmI)).text).toContain("Local user");
    expect((await call(reader.token, "read_operation", whoAmI)).text).toContain("Rita Reader");
  });

  it("may do what its user's role allows, and no more", async () => {
    const create = { operation: "createSpace", arguments: { organizationId: embedded.organization, title: "Mine" } };
    expect((await call(reader.token, "write_operation", create)).text).toContain("This needs the role ");
    expect((await call(embedded.token, "write_operation", create)).text).not.toContain("isError");
  });

  it("has the names it uses looked up once for all its requests", async () => {
    const space = { organizationId: embedded.organization, title: "Lighthouses" };
    await call(embedded.token, "write_operation", { operation: "createSpace", arguments: space });
    const asked = vi.spyOn(embedded.platform, "call");
    const read = async () => {
      asked.mockClear();
      expect((await call(embedded.token, "list_pages", { space: "Lighthouses" })).text).toContain("Lighthouses");
      return asked.mock.calls.map(([{ operation }]) => operation);
    };
    expect(await read()).toContain("listSpacesInOrganizationById");
    expect(await read()).not.toContain("listSpacesInOrganizationById");
    asked.mockRestore();
  });

  it("is refused once the token is revoked or expired", async () => {
    const { platform, user } = embedded;
    const make = (expiresAt: string) =>
      platform.database.write((queries) =>
        createToken(queries, { user, name: "short", createdAt: platform.now(), expiresAt }),
      );
    const revoked = await make("2999-01-01T00:00:00.000Z");
    expect((await call(revoked.token, "list_spaces", {})).status).toBe(200);
    await platform.database.write((queries) => revokeToken(queries, revoked.id, platform.now()));
    expect((await call(revoked.token, "list_spaces", {})).status).toBe(401);
    expect((await call((await make("2001-01-01T00:00:00.000Z")).token, "list_spaces", {})).status).toBe(401);
  });

  it("gets no notifications on its open stream once the token is revoked", async () => {
    const { platform, user } = embedded;
    const made = await platform.database.write((queries) =>
      createToken(queries, { user, name: "listener", createdAt: platform.now() }),
    );
    const listening = { notifications: { resourcesListChanged: true } };
    const response = await send(made.token, "subscriptions/listen", listening);
    expect(response.headers.get("content-type")).toContain("text/event-stream");
    const ended = response.text();
    await platform.database.write((queries) => revokeToken(queries, made.id, platform.now()));
    expect(await ended).toContain("notifications/subscriptions/acknowledged");
  });

  it("is refused, and its open stream ends, once its user is removed from the only organization", async () => {
    const { platform, organization } = embedded;
    const { user, token } = await addColleague(platform, organization, { role: "read" });
    const response = await send(token, "subscriptions/listen", { notifications: { resourcesListChanged: true } });
    const ended = response.text();
    const removal = new Request(`http://localhost/v1/orgs/${organization}/members/${user}`, {
      method: "DELETE",
      headers: { authorization: `Bearer ${embedded.token}` },
    });
    expect((await platform.fetch(removal)).status).toBe(205);
    expect((await call(token, "list_spaces", {})).status).toBe(401);
    expect(await ended).toContain("notifications/subscriptions/acknowledged");
  });
});

describe("--read-only and --propose-only beside the scope of a token", () => {
  /** A call that needs each scope, by the scope. */
  async function callsOfEachScope(): Promise<Record<Scope, readonly [tool: string, args: object]>> {
    const api = createClient({ baseUrl: "http://localhost", token: embedded.token, fetch: embedded.platform.fetch });
    const space = await api.spaces.create({ organizationId: embedded.organization, title: "Tides" });
    const draft = await api.changeRequests.create({ spaceId: space.id, subject: "Draft" });
    const operation = (name: string, args: object) => ({ operation: name, arguments: args });
    const inSpace = { spaceId: space.id };
    return {
      read: ["list_spaces", {}],
      propose: ["open_change_request", { space: space.id, subject: "Another" }],
      write: ["write_operation", operation("updateSpaceById", { ...inSpace, title: "Ebb" })],
      merge: ["write_operation", operation("mergeChangeRequest", { ...inSpace, changeRequestId: draft.id })],
      admin: ["delete_operation", operation("deleteSpaceById", inSpace)],
    };
  }

  /** What a server lets a token of each scope do, in the order of the scopes. */
  async function allowedBy(server: HttpHandler): Promise<Record<string, Scope[]>> {
    const { platform, user } = embedded;
    const allowed: Record<string, Scope[]> = {};
    for (const scope of scopes) {
      const made = await platform.database.write((queries) =>
        createToken(queries, { user, name: scope, scope, createdAt: platform.now() }),
      );
      const calls = await callsOfEachScope();
      allowed[scope] = [];
      for (const needed of scopes) {
        const { status, text } = await call(made.token, ...calls[needed], server);
        if (status === 200 && !text.includes('"isError":true')) allowed[scope].push(needed);
      }
    }
    return allowed;
  }

  it("leave a token what its scope allows when neither is set", async () => {
    expect(await allowedBy(handler)).toEqual({
      read: ["read"],
      propose: ["read", "propose"],
      write: ["read", "propose", "write"],
      merge: ["read", "propose", "write", "merge"],
      admin: ["read", "propose", "write", "merge", "admin"],
    });
  });

  it("allow every token only to read with read-only", async () => {
    const only = ["read"];
    expect(await allowedBy(readOnly)).toEqual({ read: only, propose: only, write: only, merge: only, admin: only });
  });

  it("allow a token at most to propose with propose-only, and a read-only one still only to read", async () => {
    const both = ["read", "propose"];
    expect(await allowedBy(proposeOnly)).toEqual({
      read: ["read"],
      propose: both,
      write: both,
      merge: both,
      admin: both,
    });
  });
});
