import type { Place } from "../sites/index.ts";

const names = { visitor: "copydesk-visitor", preview: "copydesk-preview" } as const;

/** Seconds: as long as the tokens of previews hold. */
const previewAge = 3_600;

/** Characters; longer ones are no tokens. */
const longestToken = 8_000;

interface ReaderCookies {
  readonly visitor: string | undefined;
  readonly preview: string | undefined;
}

export function readCookies(header: string): ReaderCookies {
  const cookies = new Map(
    header.split(";").map((pair) => {
      const at = pair.indexOf("=");
      return [pair.slice(0, at).trim(), pair.slice(at + 1).trim()] as const;
    }),
  );
  const token = (name: string) => {
    const value = cookies.get(name);
    return value !== undefined && value !== "" && value.length <= longestToken ? value : undefined;
  };
  return { visitor: token(names.visitor), preview: token(names.preview) };
}

/**
 * Takes a token that opened a place out of its address and into a cookie, so that no address that is shared or logged
 * has it. The cookie is sent to the site alone, and no script reads it.
 */
export function withCookie(url: URL, place: Place): Response | undefined {
  const query = new URLSearchParams(url.search);
  const jwt = query.get("jwt_token");
  const token = place.preview ? query.get("token") : null;
  const value = token ?? jwt;
  if (value === null || !/^[\w.~+/=-]+$/.test(value) || value.length > longestToken) return undefined;
  query.delete("jwt_token");
  if (place.preview) query.delete("token");
  const attributes = [
    `${place.preview ? names.preview : names.visitor}=${value}`,
    `Path=${place.siteBasePath}`,
    "HttpOnly",
    "SameSite=Lax",
    ...(place.preview ? [`Max-Age=${previewAge}`] : []),
    ...(url.protocol === "https:" ? ["Secure"] : []),
  ];
  const search = query.size === 0 ? "" : `?${query}`;
  return new Response(null, {
    status: 302,
    headers: {
      Location: url.pathname + search,
      "Set-Cookie": attributes.join("; "),
      "Cache-Control": "private, no-store",
    },
  });
}
