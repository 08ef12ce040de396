import type { Authorize } from "../access/caller.ts";
import { refuseForeign, type SiteRules } from "../transports/foreign-requests.ts";

export interface MetricsEndpoint {
  /** Everything counted so far, in the Prometheus text format. */
  readonly text: () => Promise<string>;
  /** Who may read it: whoever may use the MCP endpoint. */
  readonly authorize: Authorize;
  readonly site: SiteRules;
}

/** Answers `/metrics`, to those who may use the MCP endpoint. */
export function serveMetrics({ text, authorize, site }: MetricsEndpoint): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Method Not Allowed.\n", { status: 405, headers: { Allow: "GET, HEAD" } });
    }
    const refused = refuseForeign(request, site);
    if (refused !== undefined) return refused;
    const caller = await authorize(request);
    if (caller instanceof Response) return caller;
    return new Response(await text(), {
      headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
    });
  };
}
