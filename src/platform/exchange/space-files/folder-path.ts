import { posix, sep } from "node:path";

const pageNamePattern = /\.(?:md|mdx|markdown)$/i;

/** Whether the file name is that of a page. */
export function hasPageName(path: string): boolean {
  return pageNamePattern.test(path);
}

export function withoutPageExtension(name: string): string {
  return name.replace(pageNamePattern, "");
}

/** Whether a page with this name represents its folder. */
export function isFolderIndex(path: string): boolean {
  return /^(?:readme|index)$/i.test(withoutPageExtension(posix.basename(path)));
}

export function isReadme(path: string): boolean {
  return /^readme$/i.test(withoutPageExtension(posix.basename(path)));
}

/** The folder of a path, `""` for the root. */
export function getFolder(path: string): string {
  const folder = posix.dirname(path);
  return folder === "." ? "" : folder;
}

/**
 * `path` resolved against `folder`, both relative to one root; a leading `/` means that root. Undefined if it leaves
 * the root. The root itself is `""`.
 */
export function resolveInside(folder: string, path: string): string | undefined {
  const joined = path.startsWith("/") ? posix.normalize(`./${path}`) : posix.join(folder, path);
  if (joined === ".." || joined.startsWith("../") || joined.includes("\0")) return undefined;
  const trimmed = joined.replace(/\/$/, "");
  return trimmed === "." ? "" : trimmed;
}

/** Percent-decoded, or unchanged if it is not valid percent-encoding. */
export function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

const schemePattern = /^[a-z][a-z0-9+.-]*:/i;

/** Whether an address leads out of the folder: it has a scheme or names a host. */
export function isExternal(address: string): boolean {
  return schemePattern.test(address) || address.startsWith("//");
}

const collator = new Intl.Collator("en", { numeric: true, sensitivity: "base" });

/** Natural order of names: `page-2` before `page-10`, ignoring case, the same on every machine. */
export function compareNames(a: string, b: string): number {
  return collator.compare(a, b) || (a < b ? -1 : a > b ? 1 : 0);
}

/**
 * Posix path of `real` below `folder` (both real paths of this system), `""` for the folder itself, undefined outside.
 */
export function pathInside(folder: string, real: string): string | undefined {
  if (real === folder) return "";
  const prefix = folder.endsWith(sep) ? folder : folder + sep;
  return real.startsWith(prefix) ? real.slice(prefix.length).split(sep).join("/") : undefined;
}

/** Code points that macOS file systems ignore in names. */
const passedOver = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/gu;

/**
 * Whether some system treats a path as a repository's own data, which can name commands to run: by different case, by
 * short name, with trailing dots and spaces, or as a stream. Git rejects such paths.
 */
export function isRepositoryData(path: string): boolean {
  return path.split("/").some((part) => /^(?:\.git|git~\d+)[. ]*(?::.*)?$/i.test(part.replace(passedOver, "")));
}

/** The warning about a file that an export skips for that reason. */
export const leftOutNote = (path: string): string =>
  `${JSON.stringify(path)} was not exported: some systems treat the name as a repository's own data. It stays in the space. Rename it to export it.`;

const pageExtensions = [".md", ".mdx", ".markdown"] as const;

/** The files of a folder, for resolving links to them. */
export class KnownPaths {
  private readonly paths: ReadonlySet<string>;
  private readonly indexes = new Map<string, string>();
  // File systems disagree on how to encode an accented letter, so a link and its file may differ in that alone.
  private readonly byNormalForm = new Map<string, string>();

  constructor(paths: Iterable<string>) {
    const all = new Set<string>();
    for (const path of paths) {
      all.add(path);
      const normal = path.normalize("NFC");
      if (normal !== path) this.byNormalForm.set(normal, path);
      if (hasPageName(path) && isFolderIndex(path)) this.addIndex(path);
    }
    this.paths = all;
  }

  /** The page that represents a folder (`""` is the root): its README, or else its index. */
  findIndexPage(folder: string): string | undefined {
    return this.indexes.get(folder);
  }

  /**
   * The path of the file that an address leads to from `folder`: the file itself, the page it names without an
   * extension, or the index of the folder it names. Undefined if there is none or it leaves the root.
   */
  find(folder: string, address: string): string | undefined {
    const written = address.replace(/#.*$/s, "");
    const unqueried = written.replace(/\?.*$/s, "");
    if (unqueried === "") return undefined;
    return this.at(folder, decodePath(unqueried)) ?? this.at(folder, decodePath(written)) ?? this.at(folder, written);
  }

  private at(folder: string, path: string): string | undefined {
    const inside = resolveInside(folder, path);
    if (inside === undefined) return undefined;
    const exact = this.listed(inside) ?? this.indexes.get(inside);
    if (exact !== undefined || inside === "") return exact;
    for (const extension of pageExtensions) {
      const page = this.listed(inside + extension);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  private listed(path: string): string | undefined {
    return this.paths.has(path) ? path : this.byNormalForm.get(path.normalize("NFC"));
  }

  private addIndex(path: string): void {
    const folder = getFolder(path);
    const present = this.indexes.get(folder);
    if (present === undefined || compareIndexes(path, present) < 0) this.indexes.set(folder, path);
  }
}

/** A README represents its folder before an index does. */
function compareIndexes(a: string, b: string): number {
  const order = Number(isReadme(b)) - Number(isReadme(a));
  return order || compareNames(posix.extname(a), posix.extname(b)) || compareNames(a, b);
}
