/** Characters. */
const maxLength = 2000;

/**
 * A page of this server to continue to after sign-in; undefined for anything else. The value may come from a malicious
 * link, so it must be a path below `/app/`, in characters that no browser interprets as another host.
 */
export function readReturnTo(text: string | null | undefined): string | undefined {
  if (text == null || text.length > maxLength) return undefined;
  if (!/^\/app\/[\w\-.~!$&'()*+,;=:@%/?]*$/.test(text)) return undefined;
  const url = new URL(text, "http://localhost");
  return url.host === "localhost" && url.pathname.startsWith("/app/") ? url.pathname + url.search : undefined;
}
