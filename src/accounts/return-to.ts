/** Characters. */
const longest = 2000;

/**
 * A page of this server to go on to after signing in; undefined for anything else. Whoever made a link chose it, so it
 * is a path below `/app/`, in characters that no browser reads as another host.
 */
export function readReturnTo(text: string | null | undefined): string | undefined {
  if (text == null || text.length > longest) return undefined;
  if (!/^\/app\/[\w\-.~!$&'()*+,;=:@%/?]*$/.test(text)) return undefined;
  const url = new URL(text, "http://localhost");
  return url.host === "localhost" && url.pathname.startsWith("/app/") ? url.pathname + url.search : undefined;
}
