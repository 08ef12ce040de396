import type { PageSummary } from "../../contract/models/page.ts";
import { oneLine } from "./name.ts";

/** How to link to any page whose id is shown: it holds wherever the link stands, and after the page has moved. */
export const linkingNote = "Markdown links to a page: `/pages/<id>`.";

export interface PageLineOptions {
  /** What else is special about it. */
  readonly marks?: readonly string[];
  /** The path of the page above: of its own path, only what comes after that is shown. */
  readonly above?: string | undefined;
  /** Where a path names it. */
  readonly withoutId?: boolean;
}

/** A page of a tree in one line: its title, what names it and what is special about it. */
export function pageLine(
  page: PageSummary,
  { marks: others = [], above, withoutId = false }: PageLineOptions = {},
): string {
  const path = above !== undefined && page.path?.startsWith(`${above}/`) ? page.path.slice(above.length) : page.path;
  const marks = [
    ...(path === undefined ? [] : [oneLine(path, 200)]),
    ...(withoutId && path !== undefined ? [] : [`id ${page.id}`]),
    ...(page.type === "document" ? [] : [page.type]),
    ...(page.type === "document" && page.computed !== undefined ? ["computed"] : []),
    ...(page.hidden === true ? ["hidden"] : []),
    ...others,
  ];
  return `- ${oneLine(page.title)} (${marks.join(", ")})`;
}
