import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";

/** An error for the HTTP request as a whole, in a form that protocol clients display. */
export function jsonRpcError(
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, ...(headers && { headers }) });
}

/** The response to a CORS preflight request from an allowed origin for one of the methods. */
export function preflight(request: Request, methods: readonly string[]): Response {
  return new Response(null, {
    status: 204,
    headers: {
      Allow: [...methods, "OPTIONS"].join(", "),
      "Access-Control-Allow-Methods": methods.join(", "),
      "Access-Control-Allow-Headers": request.headers.get("access-control-request-headers") ?? "content-type",
      "Access-Control-Max-Age": "600",
    },
  });
}

/** Allows a page of the origin, which was checked before, to read the response. */
export function readableFrom(origin: string | null, response: Response): Response {
  if (origin === null) return response;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set(
    "Access-Control-Expose-Headers",
    "Mcp-Session-Id, WWW-Authenticate, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset",
  );
  response.headers.append("Vary", "Origin");
  return response;
}

export interface Site {
  /** Host names under which the server is reached directly, in addition to loopback, without ports. */
  readonly hosts?: readonly string[] | undefined;
  /** The URL at which clients reach it through a proxy. */
  readonly publicUrl?: string | undefined;
  /** Origins of other servers' pages that may call, as browsers send them. */
  readonly origins?: readonly string[] | undefined;
}

/** Checks of a request's destination and of the web page that sent it. */
export interface SiteRules {
  acceptsHost(request: Request): boolean;
  /** Also true for a request that was not sent by a web page. */
  allowsPage(request: Request): boolean;
}

export function createSiteRules({ hosts = [], publicUrl, origins = [] }: Site): SiteRules {
  const own = [...localhostAllowedHostnames(), ...hosts.map(toHostname)];
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const named = url === undefined ? own : [...own, url.hostname];
  const listed = new Set(url === undefined ? origins : [...origins, url.origin]);
  let accepted: string | undefined;
  return {
    acceptsHost(request) {
      const host = getHost(request);
      // The same for nearly all requests.
      if (host === accepted) return true;
      const { ok } = validateHostHeader(host, named);
      if (ok) accepted = host;
      return ok;
    },
    allowsPage(request) {
      const { headers } = request;
      const origin = headers.get("origin");
      // Browsers send some requests without an Origin, indicating only whether they are cross-site.
      if (origin === null) return ["same-origin", "none", null].includes(headers.get("sec-fetch-site"));
      const host = getHost(request);
      return listed.has(origin) || (origin === `http://${host}` && validateHostHeader(host, own).ok);
    },
  };
}

/**
 * The response to a request for another host, which prevents DNS rebinding from reaching a server on the visitor's
 * machine, and to one from a page that is not listed, including pages of other servers on this machine.
 */
export function refuseForeign(request: Request, site: SiteRules): Response | undefined {
  if (!site.acceptsHost(request)) {
    return jsonRpcError(403, -32000, "Forbidden: this server does not accept that Host.");
  }
  return site.allowsPage(request) ? undefined : jsonRpcError(403, -32000, `Forbidden: ${foreignPage}`);
}

export const foreignPage =
  "pages of that Origin are not allowed. --allowed-origins (COPYDESK_ALLOWED_ORIGINS) lists those that are.";

const getHost = ({ headers, url }: Request): string => headers.get("host") ?? new URL(url).host;

const toHostname = (host: string): string =>
  (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host).toLowerCase();
