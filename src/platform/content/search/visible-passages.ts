import type { VisitorClaims } from "../../access/reader.ts";
import type { StoredMap } from "../content-map.ts";
import type { PageRecord } from "../records.ts";
import type { SpaceContent } from "../space-content.ts";
import { isConditional, visibleText } from "../visible-text.ts";
import { sectionsOfPage } from "./page-sections.ts";
import type { FoundSection } from "./sections-rows.ts";

/**
 * The text of a page for search as a visitor sees it, by the anchor of the section. Undefined if all visitors see the
 * same, which is what the index contains.
 */
export async function visibleSections(
  map: StoredMap,
  content: SpaceContent,
  page: PageRecord,
  claims: VisitorClaims,
): Promise<ReadonlyMap<string, string> | undefined> {
  if (page.content === undefined) return undefined;
  const written = await content.readText(page.content);
  if (!isConditional(written)) return undefined;
  const markdown = await visibleText(map, content, written, page, { claims, dereferenced: true });
  const sections = new Map<string, string>();
  for (const { anchor, body } of sectionsOfPage({ title: page.title, description: page.description, markdown })) {
    sections.set(anchor, `${sections.get(anchor) ?? ""}${body}\n`);
  }
  return sections;
}

/**
 * The sections of one space that a visitor sees, with the text that they see. `pages` has the pages that they see, by
 * id, with the text of their sections unless all visitors see the same.
 */
export const limitToVisible = (
  sections: readonly FoundSection[],
  pages: ReadonlyMap<string, ReadonlyMap<string, string> | undefined>,
): FoundSection[] =>
  sections.flatMap((section) => {
    if (!pages.has(section.page)) return [];
    const visible = pages.get(section.page);
    if (visible === undefined) return section;
    const body = visible.get(section.anchor);
    return body === undefined ? [] : { ...section, body: body.trim() };
  });
