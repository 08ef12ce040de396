import { expect, it } from "vitest";
import { scopes } from "../../../src/contract/reach.ts";
import { createToken, listAllTokens } from "../../../src/platform/access/tokens-rows.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";

async function tokensOfEachScope() {
  let time = Date.parse("2026-11-01T00:00:00.000Z");
  const workspace = await openWorkspace({ now: () => new Date(time) });
  const { platform, user, organization } = workspace;
  const send = async (token: string, method: string, path: string, body?: unknown) => {
    const json = body === undefined ? {} : { body: JSON.stringify(body) };
    const headers = { Authorization: `Bearer ${token}`, "Content-Type": "application/json" };
    return platform.fetch(new Request(`http://localhost${path}`, { method, headers, ...json }));
  };
  const make = async (scope: (typeof scopes)[number]) =>
    (
      await platform.database.write((queries) =>
        createToken(queries, { user, name: scope, scope, createdAt: platform.now() }),
      )
    ).token;
  return { ...workspace, organization, send, make, later: (milliseconds: number) => (time += milliseconds) };
}

it("a token may do exactly what its scope allows", async () => {
  const { client, organization, send, make } = await tokensOfEachScope();
  const space = await client.spaces.create({ organizationId: organization, title: "Tides" });
  const allowed: Record<string, boolean[]> = {};
  for (const scope of scopes) {
    const token = await make(scope);
    const statuses = [
      await send(token, "GET", "/v1/user"),
      await send(token, "POST", `/v1/spaces/${space.id}/change-requests`, { subject: scope }),
      await send(token, "PATCH", `/v1/spaces/${space.id}`, { title: scope }),
      await send(token, "POST", `/v1/spaces/${space.id}/change-requests/none/merge`, {}),
      await send(token, "DELETE", "/v1/spaces/none"),
    ].map(({ status }) => status !== 403);
    allowed[scope] = statuses;
  }
  expect(allowed).toEqual({
    read: [true, false, false, false, false],
    propose: [true, true, false, false, false],
    write: [true, true, true, false, false],
    merge: [true, true, true, true, false],
    admin: [true, true, true, true, true],
  });
});

it("a refusal names the scope that a call requires and the one that the token has", async () => {
  const { send, make } = await tokensOfEachScope();
  const response = await send(await make("read"), "DELETE", "/v1/spaces/none");
  expect(await response.text()).toContain('requires a token with the scope \\"admin\\", and this one has \\"read\\"');
});

it("a read-only token may not upload files", async () => {
  const { send, make } = await tokensOfEachScope();
  expect((await send(await make("read"), "POST", "/uploads?name=a.zip", "x")).status).toBe(403);
  expect((await send(await make("propose"), "POST", "/uploads?name=a.zip", "x")).status).toBe(200);
});

it("the last use of a token is recorded, at most once a minute", async () => {
  const { platform, send, make, later } = await tokensOfEachScope();
  const token = await make("read");
  const used = async () =>
    (await platform.database.read(listAllTokens)).find(({ scope }) => scope === "read")?.last_used_at ?? null;
  await send(token, "GET", "/v1/user");
  await expect.poll(used).toBe("2026-11-01T00:00:00.000Z");
  later(59_000);
  await send(token, "GET", "/v1/user");
  later(1_000);
  await send(token, "GET", "/v1/user");
  await expect.poll(used).toBe("2026-11-01T00:01:00.000Z");
});
