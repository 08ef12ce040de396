import { afterAll, describe, expect, it } from "vitest";
import { docsClient } from "../docs-service.ts";
import { endpoint } from "../endpoint.ts";
import { envelope, openSession, post } from "./channels.ts";

const by = endpoint({
  async authorize(request) {
    const token = request.headers.get("authorization")?.replace("Bearer ", "");
    if (token === undefined) return new Response(null, { status: 401 });
    const refuse = async () => (token === "limited" ? new Response(null, { status: 403 }) : undefined);
    return { client: docsClient(token), principal: token, refuse };
  },
});
afterAll(() => by.handler.close());

const ann = { authorization: "Bearer ann" };
const call = { id: 7, method: "tools/call", params: { name: "who_am_i", arguments: {} } };

const guards: readonly (readonly [string, Readonly<Record<string, string>>, number])[] = [
  ["a foreign origin", { ...ann, origin: "https://evil.example" }, 403],
  ["a foreign host", { ...ann, host: "evil.example" }, 403],
  ["a page of another site", { ...ann, "sec-fetch-site": "cross-site" }, 403],
  ["no token", {}, 401],
  ["a token without the right", { authorization: "Bearer limited" }, 403],
  ["an unknown selection", { ...ann, "x-copydesk-toolsets": "unknown" }, 400],
];

const independent = {
  "mcp-protocol-version": "2026-07-28",
  "mcp-method": "tools/call",
  "mcp-name": "who_am_i",
};

describe("a call that would be plain is refused before it is performed", () => {
  it.each(guards)("in a request of 2026 with %s", async (_what, headers, status) => {
    const before = by.plainCallCount();
    const params = { ...call.params, _meta: envelope() };
    expect((await post(by, { ...call, params }, { ...independent, ...headers })).status).toBe(status);
    expect(by.plainCallCount()).toBe(before);
    const allowed = await post(by, { ...call, params }, { ...independent, ...ann });
    expect(await allowed.text()).toContain('"text":"ann"');
    expect(by.plainCallCount()).toBe(before + 1);
  });

  it.each([...guards, ["another caller", { authorization: "Bearer bob" }, 404] as const])(
    "in a session with %s",
    async (_what, headers, status) => {
      const session = await openSession(by, "2025-06-18", {}, ann);
      const before = by.plainCallCount();
      expect((await post(by, call, { ...session, ...headers })).status).toBe(status);
      expect(by.plainCallCount()).toBe(before);
      expect(await (await post(by, call, { ...session, ...ann })).text()).toContain('"text":"ann"');
      expect(by.plainCallCount()).toBe(before + 1);
    },
  );
});
