import { posix } from "node:path";
import { LONGEST_SLUG, slugOf } from "../../text/title.ts";
import { folderOf, isFolderIndex, withoutPageExtension } from "./folder-path.ts";

/** A file or folder name as a title: `getting-started` is "Getting started". */
export function titleOfName(name: string): string {
  const words = name.replace(/[-_\s]+/g, " ").trim();
  const [first = ""] = words;
  return words === "" ? name : first.toUpperCase() + words.slice(first.length);
}

/** What a page is named after on disk: its file, or its folder when it stands for one. */
export function nameOfSource(source: string): string {
  const folder = folderOf(source);
  if (isFolderIndex(source) && folder !== "") return posix.basename(folder);
  return withoutPageExtension(posix.basename(source));
}

/** Hands out slugs that differ among the children of one parent: `setup`, `setup-1`, `setup-2`. */
export class SiblingSlugs {
  private readonly taken = new Map<string | null, Set<string>>();
  private readonly repeats = new Map<string, number>();

  /** `wanted` is what the name alone would give. */
  take(parent: string | null, name: string): { slug: string; wanted: string } {
    const wanted = slugOf(name);
    const siblings = this.taken.get(parent) ?? new Set();
    this.taken.set(parent, siblings);
    const counter = `${wanted}\n${parent ?? ""}`;
    let slug = wanted;
    for (let repeat = this.repeats.get(counter) ?? 1; siblings.has(slug); repeat++) {
      const ending = `-${repeat}`;
      slug = wanted.slice(0, LONGEST_SLUG - ending.length) + ending;
      this.repeats.set(counter, repeat + 1);
    }
    siblings.add(slug);
    return { slug, wanted };
  }
}
