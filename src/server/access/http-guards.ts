import { localhostAllowedHostnames, validateHostHeader } from "@modelcontextprotocol/server";

/** An error that concerns the HTTP request as a whole, in the shape that protocol clients show. */
export function jsonRpcError(
  status: number,
  code: number,
  message: string,
  headers?: Record<string, string>,
): Response {
  return Response.json({ jsonrpc: "2.0", error: { code, message }, id: null }, { status, ...(headers && { headers }) });
}

/** The answer to a browser that asks whether a page of an allowed origin may send a request with one of the methods. */
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

/** Lets a page of the origin, which was checked before, read the answer. */
export function readableFrom(origin: string | null, response: Response): Response {
  if (origin === null) return response;
  response.headers.set("Access-Control-Allow-Origin", origin);
  response.headers.set("Access-Control-Expose-Headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After");
  response.headers.append("Vary", "Origin");
  return response;
}

export interface Site {
  /** Host names besides loopback under which the server itself is reached, without ports. */
  readonly hosts?: readonly string[] | undefined;
  /** Where clients reach it through a proxy. */
  readonly publicUrl?: string | undefined;
  /** Origins of other servers' pages that may call, as browsers write them. */
  readonly origins?: readonly string[] | undefined;
}

/** What a request may name as its destination, and which web pages may send one. */
export interface SiteRules {
  answersTo(request: Request): boolean;
  /** Also true for a request that no web page sent. */
  allowsPage(request: Request): boolean;
}

export function createSiteRules({ hosts = [], publicUrl, origins = [] }: Site): SiteRules {
  const own = [...localhostAllowedHostnames(), ...hosts.map(hostnameOf)];
  const url = publicUrl === undefined ? undefined : new URL(publicUrl);
  const named = url === undefined ? own : [...own, url.hostname];
  const listed = new Set(url === undefined ? origins : [...origins, url.origin]);
  return {
    answersTo: (request) => validateHostHeader(hostOf(request), named).ok,
    allowsPage(request) {
      const { headers } = request;
      const origin = headers.get("origin");
      // Some requests browsers send without an Origin, saying only whether the page is of another one.
      if (origin === null) return ["same-origin", "none", null].includes(headers.get("sec-fetch-site"));
      const host = hostOf(request);
      return listed.has(origin) || (origin === `http://${host}` && validateHostHeader(host, own).ok);
    },
  };
}

/**
 * The answer to a request that names another host, without which a web page could reach a server on the visitor's own
 * machine (DNS rebinding), and to one from a page that is not listed, also of another server on this machine.
 */
export function refuseForeign(request: Request, site: SiteRules): Response | undefined {
  if (!site.answersTo(request)) {
    return jsonRpcError(403, -32000, "Forbidden: this server does not answer to that Host.");
  }
  return site.allowsPage(request) ? undefined : jsonRpcError(403, -32000, `Forbidden: ${foreignPage}`);
}

export const foreignPage =
  "pages of that Origin may not call. --allowed-origins (COPYDESK_ALLOWED_ORIGINS) lists those that may.";

const hostOf = ({ headers, url }: Request): string => headers.get("host") ?? new URL(url).host;

const hostnameOf = (host: string): string =>
  (host.includes(":") && !host.startsWith("[") ? `[${host}]` : host).toLowerCase();
