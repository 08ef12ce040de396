import { posix } from "node:path";
import {
  compareNames,
  decodePath,
  folderOf,
  hasPageName,
  isFolderIndex,
  isReadme,
  resolveInside,
} from "./folder-path.ts";

const PAGE_EXTENSIONS = [".md", ".mdx", ".markdown"] as const;

/** The listed files of a folder, to be looked up by what links to them. */
export class KnownPaths {
  private readonly paths: ReadonlySet<string>;
  private readonly indexes = new Map<string, string>();
  // File systems disagree on how an accented letter is spelled; a link and its file may differ in that alone.
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

  /** The page that stands for a folder (`""` is the root): its README, else its index. */
  indexOf(folder: string): string | undefined {
    return this.indexes.get(folder);
  }

  /**
   * The listed path an address leads to, seen from `folder`: the file itself, the page it names without an extension,
   * or the index of the folder it names. Undefined when there is none or it leaves the root.
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
    for (const extension of PAGE_EXTENSIONS) {
      const page = this.listed(inside + extension);
      if (page !== undefined) return page;
    }
    return undefined;
  }

  private listed(path: string): string | undefined {
    return this.paths.has(path) ? path : this.byNormalForm.get(path.normalize("NFC"));
  }

  private addIndex(path: string): void {
    const folder = folderOf(path);
    const present = this.indexes.get(folder);
    if (present === undefined || compareIndexes(path, present) < 0) this.indexes.set(folder, path);
  }
}

/** A README stands for its folder before an index does. */
function compareIndexes(a: string, b: string): number {
  const order = Number(isReadme(b)) - Number(isReadme(a));
  return order || compareNames(posix.extname(a), posix.extname(b)) || compareNames(a, b);
}
