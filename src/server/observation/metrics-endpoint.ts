import type { Authorize } from "../access/caller.ts";
import { allowedHostnames, refuseForeign } from "../transports/http-guards.ts";

export interface MetricsEndpoint {
  /** Everything counted so far, in the Prometheus text format. */
  readonly text: () => Promise<string>;
  /** Who may read it: whoever may use the MCP endpoint. */
  readonly authorize: Authorize;
  /** Host names besides loopback under which the server is addressed. */
  readonly hosts: readonly string[];
}

/** Answers `/metrics`, to those who may use the MCP endpoint. */
export function serveMetrics({ text, authorize, hosts }: MetricsEndpoint): (request: Request) => Promise<Response> {
  const hostnames = allowedHostnames(hosts);
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Method Not Allowed.\n", { status: 405, headers: { Allow: "GET, HEAD" } });
    }
    const refused = refuseForeign(request, hostnames);
    if (refused !== undefined) return refused;
    const caller = await authorize(request);
    if (caller instanceof Response) return caller;
    return new Response(await text(), {
      headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
    });
  };
}
