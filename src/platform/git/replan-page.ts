import type { ContentLayout } from "../import/plan.ts";
import type { PlannedDocument } from "../import/planned-pages.ts";
import type { PageRead } from "./lead-alike.ts";

/** What a plan says of a page besides where it is. */
export type Replanned = Omit<PlannedDocument, "type" | "key" | "parent" | "slug" | "source" | "size" | "read">;

/**
 * What planning a whole commit would make of a page, from what it made of the page's text before and what both texts
 * tell. Undefined where that does not say it, or where the text says something about other pages as well.
 */
export function replanPage(
  { page, before, after }: PageRead,
  { isListed, readme }: ContentLayout,
): Replanned | undefined {
  if ("problem" in before || "problem" in after) return undefined;
  const was = before.facts;
  const { title, hidden, cover, position, problem, ...shown } = after.facts;
  if (position !== was.position || problem !== was.problem) return undefined;
  // A cover names a file, which comes along with the page.
  if (JSON.stringify(cover) !== JSON.stringify(was.cover)) return undefined;
  // Whether the table of contents leaves it out shows in a page alone that does not hide itself.
  if (was.hidden && !hidden) return undefined;
  const named = namesOf();
  return (
    named && {
      ...named,
      ...((hidden || page.hidden) && { hidden: true }),
      ...shown,
      ...(page.cover && { cover: page.cover }),
    }
  );

  function namesOf(): Pick<Replanned, "title" | "linkTitle"> | undefined {
    const { linkTitle } = page;
    if (title === was.title) return { title: page.title, ...(linkTitle !== undefined && { linkTitle }) };
    if (title === undefined) return undefined;
    if (linkTitle === undefined && isListed) {
      if (page.source === readme || (page.hidden && was.hidden)) return undefined;
    }
    const isNamed = linkTitle !== undefined || (isListed && !page.hidden);
    const name = linkTitle ?? page.title;
    return { title, ...(isNamed && name !== title && { linkTitle: name }) };
  }
}
