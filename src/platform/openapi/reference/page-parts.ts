import type { Section } from "./pages.ts";
import { most } from "./room.ts";

/** Some of what is shown, which one page holds, as the page is named. */
export interface Part<Item> {
  readonly items: readonly Item[];
  readonly isFirst: boolean;
  readonly key: string;
  readonly title: string;
}

/** As many parts as pages are needed; one without items where there are none. */
export function inParts<Item extends { readonly section: Section }>(
  items: readonly Item[],
  { key, title }: { readonly key: string; readonly title: string },
): Part<Item>[] {
  const parts: Item[][] = [[]];
  let size = 0;
  for (const item of items) {
    if (size > 0 && size + item.section.text.length > most.page) {
      parts.push([]);
      size = 0;
    }
    size += item.section.text.length;
    parts.at(-1)?.push(item);
  }
  return parts.map((part, index) => ({
    items: part,
    isFirst: index === 0,
    key: index === 0 ? key : `${key}:${index + 1}`,
    title: parts.length === 1 ? title : `${title}, part ${index + 1} of ${parts.length}`,
  }));
}
