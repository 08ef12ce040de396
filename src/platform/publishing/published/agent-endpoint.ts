import type { AgentSite } from "./agent-site.ts";

/** Serves a request to a site's MCP endpoint; provided by the protocol layer. */
export type ServeAgent = (request: Request, site: AgentSite) => Promise<Response>;

const metadataPath = "/.well-known/oauth-protected-resource";

/** An address that would be a site's endpoint for agents, if the site exists. */
export interface EndpointAddress {
  /** The site's root; ends with a slash. */
  readonly root: URL;
  /** Path of the endpoint. */
  readonly path: string;
  /** Whether the request is for the endpoint's metadata (RFC 9728). */
  readonly isMetadata: boolean;
}

/** A page may be named `mcp`; a browser that requests its address gets the page. */
export function endpointAddress(request: Request, url: URL): EndpointAddress | undefined {
  const isMetadata = url.pathname.startsWith(`${metadataPath}/`);
  const pathname = isMetadata ? url.pathname.slice(metadataPath.length) : url.pathname;
  const [, root, alias] = /^(.*?\/)(~gitbook\/)?mcp$/.exec(pathname) ?? [];
  if (root === undefined) return undefined;
  const isRead = request.method === "GET" || request.method === "HEAD";
  const streams = request.headers.get("accept")?.includes("text/event-stream") ?? false;
  if (!isMetadata && alias === undefined && isRead && !streams) return undefined;
  return { root: new URL(root, url.origin), path: pathname, isMetadata };
}

/** The metadata of an endpoint that requires visitors to sign in (RFC 9728). */
export function serveEndpointMetadata({ path }: EndpointAddress, title: string, origin: string): Response {
  const resource = new URL(path, origin).href;
  return Response.json(
    { resource, bearer_methods_supported: ["header"], resource_name: title },
    { headers: { "Access-Control-Allow-Origin": "*", "Cache-Control": "max-age=3600" } },
  );
}

/** The response to an agent that does not identify its visitor. */
export function requireVisitorToken({ path }: EndpointAddress, origin: string): Response {
  const message = "Visitors of this site must sign in. Send the visitor's token as Authorization: Bearer <token>.";
  const metadata = new URL(metadataPath + path, origin).href;
  return Response.json(
    { jsonrpc: "2.0", error: { code: -32_001, message }, id: null },
    { status: 401, headers: { "WWW-Authenticate": `Bearer resource_metadata="${metadata}"` } },
  );
}

/** The token of a request that authenticates without a cookie. */
export function bearerToken({ headers }: Request): string | undefined {
  return /^Bearer ([\w.~+/=-]{1,8000})$/i.exec(headers.get("authorization") ?? "")?.[1];
}
