import type { PageSummary } from "../../contract/models/page.ts";
import { AnchorRegister } from "../../markdown/grammar/blocks.ts";
import { listSections } from "../../markdown/page/sections.ts";
import { oneLine } from "../../present/wording.ts";
import { type Content, readPageById } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";

/** Pages per request. */
const atOnce = 16;

export interface PageBody {
  readonly page: PageSummary;
  readonly markdown: string;
}

/** Yields the pages that have text, in order, reading as few as needed. Pages deleted in the meantime are skipped. */
export async function* readBodies(
  content: Content,
  pages: readonly PageSummary[],
  context: ToolContext,
): AsyncGenerator<PageBody> {
  for (let start = 0; start < pages.length; start += atOnce) {
    const portion = pages.slice(start, start + atOnce);
    const read = await Promise.all(portion.map(({ id }) => readPageById(content, id, context)));
    context.progress(start + portion.length, pages.length, "Reading pages");
    for (const [index, page] of portion.entries()) {
      const markdown = read[index]?.markdown;
      if (markdown !== undefined) yield { page, markdown };
    }
  }
}

/** The headings of a page, one per line, with anchors that do not follow from the heading. */
export function headingLines({ page, markdown }: PageBody): string[] {
  const sections = listSections(markdown).filter(({ level }) => level > 0);
  return sections.flatMap(({ title, level, anchor }, index) => {
    if (index === 0 && level === 1 && title === page.title) return [];
    const isDefaultAnchor = new AnchorRegister([]).claim(title) === anchor;
    return [`${"#".repeat(level)} ${oneLine(title)}${isDefaultAnchor ? "" : ` (#${oneLine(anchor, 120)})`}`];
  });
}
