import { z } from "zod";
import { estimateTokens } from "../present/budget.ts";
import { decodeCursor, encodeCursor } from "../present/cursor.ts";
import { fence } from "../present/fence.ts";
import { oneLine, quoted } from "../present/name.ts";
import { countWithin, fenceTokens } from "../present/within.ts";
import { named } from "../resolve/arguments.ts";
import { contentName, findContent, readTree } from "../resolve/content.ts";
import { PageIndex, type PlacedPage } from "../resolve/page-index.ts";
import { usedTo } from "../resolve/uses.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** Tokens kept for the line that says how to go on. */
const noteTokens = 80;

export const listPages = defineTool({
  name: "list_pages",
  title: "List pages",
  description:
    "Show the table of contents of a space or of a change request: titles, paths and ids. read_page reads one.",
  toolset: "content",
  uses: [...usedTo.findContent, ...usedTo.readTree],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest.optional(),
    under: z.string().max(2000).optional().describe("Only the pages under this page (id, path, title or URL)"),
    depth: z.int().min(1).max(50).optional().describe("Levels to show; default all"),
    cursor: named.cursor,
  },
  async run({ under, depth, cursor, ...names }, context): Promise<ToolAnswer> {
    const content = await findContent({ ...names, page: under }, context);
    const index = new PageIndex(await readTree(content, context));
    const top = under === undefined ? undefined : index.find(under, contentName(content));
    const listed = pagesUnder(index, top, depth ?? Number.POSITIVE_INFINITY);
    const heading = `Pages ${top === undefined ? "" : `under ${quoted(top.page.title)} (${top.page.id}) `}in ${contentName(content)}:`;
    if (listed.length === 0) return { text: `${heading} none.${top === undefined ? " write_pages makes some." : ""}` };

    const subject = ["list_pages", content.space.id, content.changeRequest?.id, top?.page.id, depth];
    const from = cursor === undefined ? 0 : placeAfter(listed, decodeCursor(cursor, subject, [""])[0]);
    const base = top === undefined ? 0 : top.depth + 1;
    const rest = listed.slice(from);
    const lines = rest.map((placed) => lineOf(placed, base, depth));
    const room = context.answerTokens - estimateTokens(heading) - fenceTokens - noteTokens;
    const count = Math.max(1, countWithin(lines, room));
    const last = listed[from + count - 1];
    const text = `${heading}\n${fence(lines.slice(0, count).join("\n"))}`;
    if (count >= lines.length || last === undefined) return { text };
    const next = encodeCursor(subject, [last.page.id]);
    return {
      text: `${text}\n${lines.length - count} more pages: the same arguments with "cursor": "${next}". \`depth\` or \`under\` shows less.`,
    };
  },
});

function pagesUnder({ pages }: PageIndex, top: PlacedPage | undefined, depth: number): PlacedPage[] {
  const start = top === undefined ? 0 : pages.indexOf(top) + 1;
  const end = top === undefined ? pages.length : start + top.below;
  const deepest = (top === undefined ? 0 : top.depth + 1) + depth;
  return pages.slice(start, end).filter((placed) => placed.depth < deepest);
}

function placeAfter(listed: readonly PlacedPage[], last: string): number {
  const at = listed.findIndex(({ page }) => page.id === last);
  if (at >= 0) return at + 1;
  throw new ToolError("The pages have changed since this cursor was given. Leave it out to start over.");
}

function lineOf({ page, depth, below }: PlacedPage, base: number, levels: number | undefined): string {
  const hiddenBelow = levels !== undefined && depth - base === levels - 1 && below > 0;
  const marks = [
    ...(page.path === undefined ? [] : [oneLine(page.path, 200)]),
    `id ${page.id}`,
    ...(page.type === "document" ? [] : [page.type]),
    ...(page.type === "document" && page.computed !== undefined ? ["computed"] : []),
    ...(page.hidden === true ? ["hidden"] : []),
    ...(hiddenBelow ? [`${below} more under it`] : []),
  ];
  return `${"  ".repeat(Math.min(depth - base, 20))}- ${oneLine(page.title)} (${marks.join(", ")})`;
}
