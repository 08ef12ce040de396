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
