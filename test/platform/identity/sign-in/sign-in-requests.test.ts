import { expect, it } from "vitest";
import { createRequest, takeRequest } from "../../../../src/platform/identity/sign-in/requests-rows.ts";
import { openWorkspace } from "../../../support/platform-workspace.ts";

it("sign-ins in progress beyond 10,000 replace the oldest", async () => {
  const { platform } = await openWorkspace();
  const browser = "a browser's secret";
  const request = { provider: "oidc", browser, returnTo: undefined };
  const began = Date.parse(platform.now());
  const at = (seconds: number) => new Date(began + seconds * 1000).toISOString();
  const found = await platform.database.write(async (queries) => {
    const first = await createRequest(queries, request, at(0));
    const second = await createRequest(queries, request, at(1));
    const rows = Array.from({ length: 9_998 }, (_, number) => ({
      ...{ id: `_attacker${number}`, provider: "oidc", browser: "x", nonce: null, verifier: null, return_to: null },
      ...{ answer: null, created_at: at(2), expires_at: at(900) },
    }));
    while (rows.length > 0) await queries.insertInto("sign_in_request").values(rows.splice(0, 500)).execute();
    await createRequest(queries, request, at(3));
    const stored = await queries.selectFrom("sign_in_request").select("id").execute();
    const take = (id: string) => takeRequest(queries, { id, provider: "oidc", browser }, at(4));
    return { stored: stored.length, first: await take(first), second: await take(second) };
  });
  expect(found).toEqual({ stored: 10_000, first: undefined, second: expect.objectContaining({ provider: "oidc" }) });
});
