import type { PageSummary } from "../../contract/models/page.ts";
import type { PageResult } from "../../contract/models/search.ts";
import { oneLine } from "./wording.ts";

/** How to link to any page whose id is shown: it holds wherever the link stands, and after the page has moved. */
export const linkingNote = "Markdown links to a page: `/pages/<id>`.";

interface PageLineOptions {
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

/** A page that a search found, and its space. */
export interface PageHit {
  readonly page: PageResult;
  readonly space: { readonly id: string; readonly title: string };
}

/** Where it is and what names it, in one line. */
export function pageHitLine({ page, space }: PageHit): string {
  const above = (page.ancestors ?? []).map(({ title }) => `${oneLine(title)} > `).join("");
  const marks = titleMarks(space.title).map((mark) => `, ${mark}`);
  return `- ${above}${oneLine(page.title)} (id ${page.id}, path ${oneLine(page.path, 200)}, space ${oneLine(space.title)} ${space.id}${marks.join("")})`;
}

/** What a title says of a space that is not in use, whatever the service knows of it. */
const saysArchived = /\b(?:archived|deprecated|retired|obsolete)\b|[[(]archive[\])]/i;

const saysUnpublished = /\b(?:unpublished|not published)\b/i;

/** Marks for a space by its title: agents read such a word in a long list more surely beside the id than in a name. */
export function titleMarks(title: string): string[] {
  return [...(saysArchived.test(title) ? ["archived"] : []), ...(saysUnpublished.test(title) ? ["not published"] : [])];
}
