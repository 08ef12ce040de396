import type { PageSummary } from "../../contract/models/page.ts";
import { type Content, readPageById } from "../resolve/content.ts";
import type { ToolContext } from "../tool.ts";

/** Pages asked for at once. */
const atOnce = 16;

export interface PageBody {
  readonly page: PageSummary;
  readonly markdown: string;
}

/** The pages that have text, in their order, read only as far as they are asked for. Pages deleted meanwhile are left out. */
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
