import type { Platform } from "../platform/platform.ts";
import type { HttpHandler } from "../server/transports/http.ts";

export interface HttpApp {
  readonly mcp: HttpHandler;
  /** Only when the platform is embedded. */
  readonly platform: Platform | undefined;
  readonly version: string;
}

/** Everything on the one port, by path. */
export function httpApp({ mcp, platform, version }: HttpApp): (request: Request) => Promise<Response> {
  return async (request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/mcp") return mcp.fetch(request);
    if (pathname === "/health") return Response.json({ status: "ok", version });
    if (platform !== undefined && /^\/(v1|files)(\/|$)/.test(pathname)) return platform.fetch(request);
    return new Response("Copydesk serves MCP at /mcp and the documentation platform API at /v1.\n", {
      status: pathname === "/" ? 200 : 404,
      headers: { "Content-Type": "text/plain; charset=utf-8" },
    });
  };
}
