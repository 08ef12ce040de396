import type { VisitorClaims } from "../access/reader.ts";
import type { StoredMap } from "../content/content-map.ts";
import type { PageRecord } from "../content/records.ts";
import type { SpaceContent } from "../content/space-content.ts";
import { isConditional, visibleText } from "../content/visible-text.ts";
import { sectionsOfPage } from "./page-sections.ts";
import type { PageHit } from "./search.ts";

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
 * The part of a matching section that this visitor may see. Undefined if the match is in another part: even the match
 * would reveal what that part says.
 */
export function visiblePassage(
  visible: string | undefined,
  { body, highlights }: Pick<PageHit["sections"][number], "body" | "highlights">,
): string | undefined {
  if (visible === undefined) return undefined;
  const line = visible.replace(/\s+/g, " ").trim();
  if (line.includes(body.replace(/^…|…$/g, "").trim())) return body;
  const words = line.toLowerCase();
  const isVisible = highlights.every(({ start, end }) => words.includes(body.slice(start, end).toLowerCase()));
  return isVisible && highlights.length > 0 ? line : undefined;
}
