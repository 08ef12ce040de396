import { scopes } from "./scopes.ts";

const wellKnown = "/.well-known/oauth-protected-resource";

export interface ProtectedResource {
  /** The public address of the MCP endpoint. */
  readonly resource: string;
  /** Where the metadata is read. */
  readonly metadata: string;
  readonly issuer: string;
}

/** `publicUrl` has no slash at its end. */
export function protectedResource(publicUrl: string, issuer: string): ProtectedResource {
  return { resource: `${publicUrl}/mcp`, metadata: `${publicUrl}${wellKnown}/mcp`, issuer };
}

export const isMetadataPath = (path: string): boolean => path === wellKnown || path === `${wellKnown}/mcp`;

/** Answers what a client has to know to get a token (RFC 9728). Anybody may read it, from any page. */
export function serveResourceMetadata({ resource, issuer }: ProtectedResource, request: Request): Response {
  const cors = { "Access-Control-Allow-Origin": "*" };
  if (request.method === "OPTIONS") {
    const asked = request.headers.get("access-control-request-headers") ?? "mcp-protocol-version";
    const allowed = { "Access-Control-Allow-Methods": "GET", "Access-Control-Allow-Headers": asked };
    return new Response(null, { status: 204, headers: { ...cors, ...allowed } });
  }
  if (request.method !== "GET" && request.method !== "HEAD") {
    return new Response(null, { status: 405, headers: { Allow: "GET, HEAD, OPTIONS" } });
  }
  const document = {
    resource,
    authorization_servers: [issuer],
    scopes_supported: scopes,
    bearer_methods_supported: ["header"],
    resource_name: "Copydesk",
  };
  return Response.json(document, { headers: { ...cors, "Cache-Control": "max-age=3600" } });
}
