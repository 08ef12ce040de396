import type { SiteStructureItem } from "../../contract/models/site-structure.ts";
import { oneLine } from "../present/name.ts";

/** Levels of groups within groups that are shown. */
const deepest = 8;

/** A site's navigation, an item a line, what is in an item indented below it. */
export function structureLines(items: readonly SiteStructureItem[], depth = 0): string[] {
  if (items.length === 0) return [];
  if (depth > deepest) return [`${"  ".repeat(depth)}- (${items.length} more, deeper than shown)`];
  return items.flatMap((item) => [lineOf(item, depth), ...structureLines(itemsIn(item), depth + 1)]);
}

function lineOf(item: SiteStructureItem, depth: number): string {
  const marks = [
    ...("default" in item && item.default === true ? ["default"] : []),
    ...("hidden" in item && item.hidden === true ? ["hidden"] : []),
    ...(item.draft === true ? ["draft"] : []),
  ];
  const { what, facts } = namesOf(item);
  return `${"  ".repeat(depth)}- ${what} ${oneLine(item.title)} (${[...facts, ...marks].join(", ")})`;
}

function namesOf(item: SiteStructureItem): { readonly what: string; readonly facts: readonly string[] } {
  switch (item.object) {
    case "site-space":
      return {
        what: "space",
        facts: [`site space ${item.id}`, `space ${item.space.id}`, `path ${oneLine(item.path, 100)}`],
      };
    case "site-section":
      return { what: "section", facts: [`id ${item.id}`, `path ${oneLine(item.path, 100)}`] };
    case "site-section-group":
      return { what: "group", facts: [`id ${item.id}`] };
    case "site-external-link":
      return { what: "link", facts: [`id ${item.id}`, oneLine(item.url, 200)] };
  }
}

function itemsIn(item: SiteStructureItem): readonly SiteStructureItem[] {
  if (item.object === "site-section") return item.siteSpaces;
  return item.object === "site-section-group" ? item.children : [];
}
