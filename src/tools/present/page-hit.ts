import type { PageResult } from "../../contract/models/search.ts";
import { oneLine } from "./name.ts";
import { titleMarks } from "./space-standing.ts";

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
