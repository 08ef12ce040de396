import { localhostAllowedHostnames, validateHostHeader, validateOriginHeader } from "@modelcontextprotocol/server";

/** An error that concerns the HTTP request as a whole, in the shape that protocol clients show. */
export function jsonRpcError(
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, ...(headers && { headers }) });
}

/** The names under which this server may be addressed: loopback and what is configured, without ports. */
export function allowedHostnames(configured: readonly string[]): string[] {
  const hostnames = configured.map((name) => (name.includes(":") && !name.startsWith("[") ? `[${name}]` : name));
  return [...localhostAllowedHostnames(), ...hostnames.map((name) => name.toLowerCase())];
}

/**
 * The answer to a request that names another host, or comes from a page of another site: without this, a web page
 * could reach a server on the visitor's own machine (DNS rebinding).
 */
export function refuseForeign(request: Request, hostnames: string[]): Response | undefined {
  const host = validateHostHeader(request.headers.get("host") ?? new URL(request.url).host, hostnames);
  if (!host.ok) return jsonRpcError(403, -32000, "Forbidden: this server does not answer to that Host.");
  const origin = validateOriginHeader(request.headers.get("origin"), hostnames);
  if (!origin.ok) return jsonRpcError(403, -32000, "Forbidden: requests from that Origin are not accepted.");
  return undefined;
}

/** The answer to a browser that asks whether a page of an allowed origin may send a request. */
export function preflight(request: Request): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: "POST, GET, DELETE, OPTIONS",
      "Access-Control-Allow-Methods": "POST, GET, DELETE",
      "Access-Control-Allow-Headers": request.headers.get("access-control-request-headers") ?? "content-type",
      "Access-Control-Max-Age": "600",
    },
  });
}

/** Lets a page of the origin, which was checked before, read the answer. */
export function readableFrom(origin: string | null, response: Response): Response {
  if (origin === null) return response;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After");
  response.headers.append("Vary", "Origin");
  return response;
}
