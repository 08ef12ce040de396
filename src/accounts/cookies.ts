/** The value of a request's cookie. The first counts: browsers send that of the longest path first. */
export function readCookie(request: Request, name: string): string | undefined {
  for (const pair of (request.headers.get("cookie") ?? "").split(";")) {
    const at = pair.indexOf("=");
    if (pair.slice(0, at).trim() !== name) continue;
    const value = pair.slice(at + 1).trim();
    // All values that are set here are of these characters.
    return /^\w{1,100}$/.test(value) ? value : undefined;
  }
  return undefined;
}

interface CookieOptions {
  readonly path: string;
  readonly secure: boolean;
  /** Seconds; 0 removes the cookie, and left out it ends with the browser. */
  readonly maxAge?: number;
}

/** No script reads it, and a request that another site makes, but for following a link, goes without it. */
export function writeCookie(name: string, value: string, { path, secure, maxAge }: CookieOptions): string {
  return [
    `${name}=${value}`,
    `Path=${path}`,
    ...(maxAge === undefined ? [] : [`Max-Age=${maxAge}`]),
    "HttpOnly",
    "SameSite=Lax",
    ...(secure ? ["Secure"] : []),
  ].join("; ");
}
