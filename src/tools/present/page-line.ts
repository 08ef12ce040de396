import type { PageSummary } from "../../contract/models/page.ts";
import { oneLine } from "./name.ts";

/** How to link to any page whose id is shown: it holds wherever the link stands, and after the page has moved. */
export const linkingNote = "Markdown links to a page: `/pages/<id>`.";

/** A page of a tree in one line: its title, what names it and what is special about it. */
export function pageLine(page: PageSummary, furtherMarks: readonly string[] = []): string {
  const marks = [
    ...(page.path === undefined ? [] : [oneLine(page.path, 200)]),
    `id ${page.id}`,
    ...(page.type === "document" ? [] : [page.type]),
    ...(page.type === "document" && page.computed !== undefined ? ["computed"] : []),
    ...(page.hidden === true ? ["hidden"] : []),
    ...furtherMarks,
  ];
  return `- ${oneLine(page.title)} (${marks.join(", ")})`;
}
