import type { PageSummary } from "../contract/models/page.ts";
import type { PageResult } from "../contract/models/search.ts";
import { oneLine } from "./wording.ts";

/** How to link to any page whose id is shown: it works on every page, and after the page has moved. */
export const linkingNote = "Markdown links to a page: `/pages/<id>`.";

interface PageLineOptions {
  /** What else is notable about it. */
  readonly marks?: readonly string[];
  /** The path of the parent page: only the rest of the page's own path is shown. */
  readonly above?: string | undefined;
  /** If a path is enough to name it. */
  readonly withoutId?: boolean;
}

/** A page of a tree on one line: its title, its path or id, and what is notable about it. */
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

/** Its position and its name on one line. */
export function pageHitLine({ page, space }: PageHit): string {
  const above = (page.ancestors ?? []).map(({ title }) => `${oneLine(title)} > `).join("");
  const marks = titleMarks(space.title).map((mark) => `, ${mark}`);
  return `- ${above}${oneLine(page.title)} (id ${page.id}, path ${oneLine(page.path, 200)}, space ${oneLine(space.title)} ${space.id}${marks.join("")})`;
}

/** Words in a title that mark a space as not in use, whatever the service says. */
const saysArchived = /\b(?:archived|deprecated|retired|obsolete)\b|[[(]archive[\])]/i;

const saysUnpublished = /\b(?:unpublished|not published)\b/i;

/** Marks for a space from its title: in a long list, agents notice them more reliably next to the id. */
export function titleMarks(title: string): string[] {
  return [...(saysArchived.test(title) ? ["archived"] : []), ...(saysUnpublished.test(title) ? ["not published"] : [])];
}
