import type { Platform } from "../platform/platform.ts";
import { isMetadataPath, type ProtectedResource, serveResourceMetadata } from "../server/access/resource-metadata.ts";
import type { SiteRules } from "../server/transports/foreign-requests.ts";
import type { HttpHandler } from "../server/transports/http.ts";
import { type GuardApi, servePages } from "./api-guard.ts";

export interface HttpApp {
  readonly mcp: HttpHandler;
  readonly metrics: (request: Request) => Promise<Response>;
  /** Only when the platform is embedded. */
  readonly platform: Platform | undefined;
  readonly guardApi: GuardApi;
  readonly site: SiteRules;
  /** Only with an authorization server. */
  readonly resource: ProtectedResource | undefined;
  readonly version: string;
}

/** Everything on the one port, by path. */
export function httpApp(app: HttpApp): (request: Request) => Promise<Response> {
  const { mcp, metrics, platform, guardApi, site, resource, version } = app;
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/mcp") return mcp.fetch(request);
    if (pathname === "/metrics") return metrics(request);
    if (pathname === "/health") return Response.json({ status: "ok", version });
    if (platform?.serves(pathname)) {
      return servePages(request, site, () => guardApi(request, () => platform.fetch(request)));
    }
    if (resource !== undefined && isMetadataPath(pathname)) return serveResourceMetadata(resource, request);
    return new Response("Copydesk serves MCP at /mcp and the documentation platform API at /v1.\n", {
      status: pathname === "/" ? 200 : 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  };
}
