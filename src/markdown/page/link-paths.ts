import { posix } from "node:path";

/** The page a link is on: its source path and its path in the tree. */
export interface LinkOrigin {
  readonly source: string | undefined;
  readonly path: string;
}

export const isExternal = (href: string): boolean => /^[a-z][a-z0-9+.-]*:/i.test(href) || href.startsWith("//");

/** Punctuation that a backslash may precede in Markdown: `button\_be.png`. */
const escapedPattern = /\\([!-/:-@[-`{-~])/g;

/** The decoded path of an address and its anchor. */
export function splitHref(href: string): { path: string; anchor: string | undefined } {
  const [, target = "", anchor] = /^([^#?]*)(?:\?[^#]*)?(?:#(.*))?$/s.exec(href) ?? [];
  return { path: decodePath(target.replace(escapedPattern, "$1")), anchor };
}

/** Where an address may lead within a content, most likely first. Empty for one that leads out of it or is invalid. */
export function candidatePaths(origin: LinkOrigin, href: string): string[] {
  const path = splitHref(href).path.replace(/^\/pages\//, "/");
  if (path === "" || isExternal(href)) return [];
  const bases = [posix.dirname(origin.source ?? "."), posix.dirname(origin.path)];
  return [...new Set(bases.flatMap((base) => rooted(base, path) ?? []))];
}

/** One spelling for every path that may lead to the same page or file. */
export function foldPath(path: string): string {
  return path
    .toLowerCase()
    .replace(/\/$/, "")
    .replace(/\.(md|mdx|markdown)$/, "")
    .replace(/(^|\/)(readme|index)$/, "");
}

/** A path written in `folder`, from the content's root; undefined if it leads out of it. */
export function rooted(folder: string, path: string): string | undefined {
  const joined = path.startsWith("/") ? posix.normalize(path.slice(1)) : posix.normalize(posix.join(folder, path));
  return joined.startsWith("..") ? undefined : joined.replace(/^\.\//, "");
}

/** Percent-decoded, or unchanged if it is not valid percent-encoding. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}
