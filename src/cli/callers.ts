import type { Client } from "../client/client.ts";
import { hashToken } from "../platform/store/tokens.ts";
import type { Caller } from "../server/transports/http.ts";
import { type EmbeddedPlatform, inProcessClient } from "./connection.ts";

export type Authorize = (request: Request) => Promise<Caller | Response>;

/**
 * Who calls `/mcp`. A platform token makes the caller its user. Without one, callers on loopback act as this process
 * does, and others are turned away.
 */
export function embeddedCallers({ platform }: EmbeddedPlatform, client: Client, loopback: boolean): Authorize {
  const own: Caller = { client, principal: "this machine" };
  return async (request) => {
    const header = request.headers.get("authorization");
    if (header === null && loopback) return own;
    const token = /^Bearer +(\S+)\s*$/i.exec(header ?? "")?.[1];
    if (token === undefined) return challenge("A platform token is needed: Authorization: Bearer <token>.");
    const check = new Request("http://localhost/v1/user", { headers: { Authorization: `Bearer ${token}` } });
    if (!(await platform.fetch(check)).ok)
      return challenge("The token is unknown, revoked or expired.", "invalid_token");
    return { client: inProcessClient(platform, token), principal: hashToken(token) };
  };
}

function challenge(message: string, error?: string): Response {
  const parameters = ['realm="copydesk"', ...(error === undefined ? [] : [`error="${error}"`])];
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32001, message }, id: null },
    { status: 401, headers: { "WWW-Authenticate": `Bearer ${parameters.join(", ")}` } },
  );
}
