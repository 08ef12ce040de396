/** What an address of the web application, of the API or of a resource names. */
export interface Link {
  /** Space id. */
  readonly space: string;
  /** Id or number. */
  readonly changeRequest?: string;
  /** Id or path. */
  readonly page?: string;
  /** Anchor of a section, without its `#`. */
  readonly anchor?: string;
}

/** Addresses without a host that cannot be a page path. */
const hostless =
  /^\/(?:v1\/)?(?:(?:app|o)\/[^/]+\/s\/[^/]|s\/[^/]|spaces\/[^/]+(?:\/(?:content|change-requests|revisions|pages)(?:\/|$)|$))/;

const id = /^[a-zA-Z0-9_-]+$/;

/** Parses an address that a person pasted; undefined for anything else. */
export function readLink(text: string): Link | undefined {
  const trimmed = text.trim();
  const [, scheme, rest = ""] = /^(?:([a-z][a-z0-9+.-]*):\/\/)?(.*)$/is.exec(trimmed) ?? [];
  if (scheme === undefined && !hostless.test(trimmed)) return undefined;
  const [, address = "", fragment] = /^([^?#]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(rest) ?? [];
  // In `docs://spaces/…` the first word takes the place of the host.
  const path = scheme === undefined || scheme === "docs" ? address : address.slice(address.split("/", 1)[0]?.length);
  const segments = path.split("/").filter((segment) => segment !== "");
  const at = segments.findIndex((segment) => segment === "s" || segment === "spaces");
  const space = segments[at + 1];
  if (at < 0 || space === undefined || !id.test(space)) return undefined;
  const anchor = fragment === undefined || fragment === "" ? {} : { anchor: decode(fragment) };
  return { space, ...below(segments.slice(at + 2).map(decode)), ...anchor };
}

function below(segments: readonly string[]): Pick<Link, "changeRequest" | "page"> {
  const [first, second, third, ...rest] = segments;
  if (first === "~" && second === "changes" && third !== undefined) return { changeRequest: third, ...pageAt(rest) };
  if (first === "change-requests" && second !== undefined) {
    const inside = third === "content" ? pageIn(rest) : third === "pages" ? pageAt(rest) : {};
    return { changeRequest: second, ...inside };
  }
  if (first === "revisions") return third === "page" ? pageAt(rest) : {};
  if (first === "content") return pageIn(segments.slice(1));
  return pageAt(first === "pages" ? segments.slice(1) : segments);
}

/** `page/<id>` or `path/<path>`. */
function pageIn([kind, ...rest]: readonly string[]): Pick<Link, "page"> {
  return kind === "page" || kind === "path" ? pageAt(rest) : {};
}

function pageAt(segments: readonly string[]): Pick<Link, "page"> {
  const path = segments.filter((segment) => segment !== "~").join("/");
  return path === "" ? {} : { page: path };
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const looksLikeId = (text: string): boolean => /^[a-zA-Z0-9_-]{1,200}$/.test(text);

/** Generated ids are long and of mixed case; path segments by people are short or lower-case words. */
export const isLikelyId = (name: string): boolean => /^(?=.*[0-9A-Z])[a-zA-Z0-9_-]{12,}$/.test(name);
