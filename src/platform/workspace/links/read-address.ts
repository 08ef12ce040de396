/** What an address of the web application or the API refers to. */
export type Address =
  | { readonly kind: "organization"; readonly organization: string }
  | { readonly kind: "collection"; readonly collection: string }
  | {
      readonly kind: "space";
      readonly space: string;
      /** If the address says whose space it is. */
      readonly organization?: string;
      /** Id or number. */
      readonly changeRequest?: string;
      readonly revision?: string;
      /** By id or by path. */
      readonly page?: { readonly id: string } | { readonly path: string };
    };

type SpaceAddress = Address & { kind: "space" };

/** Parses an address; undefined if it has no form that this service produces. The host is ignored: ids decide. */
export function readAddress(url: string): Address | undefined {
  const segments = new URL(url).pathname
    .split("/")
    .filter((segment) => segment !== "")
    .map(decode);
  const [first, second, third, fourth, ...rest] = segments;
  if ((first === "app" || first === "o") && second !== undefined) {
    if (third === undefined) return { kind: "organization", organization: second };
    if (third === "c" && fourth !== undefined) return { kind: "collection", collection: fourth };
    if (third !== "s" || fourth === undefined) return undefined;
    return { kind: "space", organization: second, space: fourth, ...inApp(rest) };
  }
  if (first === "s" && second !== undefined) return { kind: "space", space: second, ...inApp(segments.slice(2)) };
  if (first !== "v1" || third === undefined) return undefined;
  if (second === "orgs") return fourth === undefined ? { kind: "organization", organization: third } : undefined;
  if (second === "collections") return { kind: "collection", collection: third };
  if (second !== "spaces") return undefined;
  return { kind: "space", space: third, ...inApi(segments.slice(3)) };
}

type Below = Pick<SpaceAddress, "changeRequest" | "revision" | "page">;

/** `~/changes/<number>` or `~/revisions/<id>`, then a path. */
function inApp(segments: readonly string[]): Below {
  const [tilde, kind, name, ...rest] = segments;
  if (tilde === "~" && kind === "changes" && name !== undefined) return { changeRequest: name, ...atPath(rest) };
  if (tilde === "~" && kind === "revisions" && name !== undefined) return { revision: name, ...atPath(rest) };
  return atPath(segments);
}

/** `content/page/<id>`, `content/path/<path>`, and the same in a change request or a revision. */
function inApi(segments: readonly string[]): Below {
  const [kind, name, ...rest] = segments;
  if (kind === "change-requests" && name !== undefined) return { changeRequest: name, ...inContent(rest) };
  if (kind === "revisions" && name !== undefined) return { revision: name, ...inContent(["content", ...rest]) };
  return inContent(segments);
}

function inContent([content, kind, ...rest]: readonly string[]): Pick<SpaceAddress, "page"> {
  if (content !== "content") return {};
  if (kind === "page" && rest[0] !== undefined) return { page: { id: rest[0] } };
  return kind === "path" ? atPath(rest) : {};
}

const atPath = (segments: readonly string[]): Pick<SpaceAddress, "page"> =>
  segments.length === 0 ? {} : { page: { path: segments.join("/") } };

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
