import { posix, sep } from "node:path";

const PAGE_NAME = /\.(?:md|mdx|markdown)$/i;

/** Whether the file name says that the file is a page. */
export function hasPageName(path: string): boolean {
  return PAGE_NAME.test(path);
}

export function withoutPageExtension(name: string): string {
  return name.replace(PAGE_NAME, "");
}

/** Whether a page of this name stands for the folder it is in. */
export function isFolderIndex(path: string): boolean {
  return /^(?:readme|index)$/i.test(withoutPageExtension(posix.basename(path)));
}

export function isReadme(path: string): boolean {
  return /^readme$/i.test(withoutPageExtension(posix.basename(path)));
}

/** The folder of a path, `""` for the root. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}

/**
 * `path` seen from `folder`, both relative to one root; a leading `/` means that root.
 * Undefined when it leaves the root. The root itself is `""`.
 */
export function resolveInside(folder: string, path: string): string | undefined {
  const joined = path.startsWith("/") ? posix.normalize(`./${path}`) : posix.join(folder, path);
  if (joined === ".." || joined.startsWith("../") || joined.includes("\0")) return undefined;
  const trimmed = joined.replace(/\/$/, "");
  return trimmed === "." ? "" : trimmed;
}

/** Percent-decoded, or as it stands when it is not valid percent-encoding. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const SCHEME = /^[a-z][a-z0-9+.-]*:/i;

/** Whether an address leads out of the folder: it has a scheme or names a host. */
export function isExternal(address: string): boolean {
  return SCHEME.test(address) || address.startsWith("//");
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Order people expect of names: `page-2` before `page-10`, letter case aside; the same on every machine. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/** Posix path of `real` below `folder` (both real paths of this system), `""` for the folder itself, undefined outside. */
export function pathInside(folder: string, real: string): string | undefined {
  if (real === folder) return "";
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return real.startsWith(prefix) ? real.slice(prefix.length).split(sep).join("/") : undefined;
}

/** Code points that file systems of macOS pass over in names. */
const passedOver = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/**
 * Whether some system takes a path for a repository's own data, which can name commands to run: by other case, by its
 * short name, with dots and spaces at the end, as a stream. Git refuses such paths.
 */
export function isRepositoryData(path: string): boolean {
  return path.split("/").some((part) => /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(part.replace(passedOver, "")));
}

/** What is said of a file that an export leaves out for that. */
export const leftOutNote = (path: string): string =>
  `${JSON.stringify(path)} was not exported: some systems take the name for a repository's own data. It stays in the space. Rename it to have it exported.`;
