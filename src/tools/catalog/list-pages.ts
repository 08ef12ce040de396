import { z } from "zod";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { countWithin, estimateTokens, fenceTokens, takeWithin } from "../../present/budget.ts";
import { fence } from "../../present/fence.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { linkingNote, pageLine } from "../../present/page-lines.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import { type Content, contentName, findContent, readTree } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { PageIndex, type TreePage } from "../../resolve/pages.ts";
import { usedTo } from "../../resolve/uses.ts";
import { headingLines, readBodies } from "../finding/read-bodies.ts";
import { defineTool, named } from "../tool.ts";

/** An id costs as many tokens as the title and path together. */
const maxPagesWithIds = 60;

/** Tokens reserved for the line that says how to continue. */
const noteTokens = 80;

export const listPages = defineTool({
  name: "list_pages",
  title: "List pages",
  description: "Show the table of contents of a space or change request: titles, paths, ids.",
  toolset: "content",
  uses: [...usedTo.findContent, ...usedTo.readTree, pages.get, changeRequestContent.page],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest.optional(),
    under: z.string().max(2000).optional().describe("Only below this page"),
    depth: z.int().min(1).max(50).optional().describe("Levels shown"),
    headings: z.boolean().default(false).describe("With the headings of each"),
    cursor: named.cursor,
  },
  async run({ under, depth, headings, cursor, ...names }, context): Promise<ToolResult> {
    const content = await findContent({ ...names, page: under }, context);
    const index = new PageIndex(await readTree(content, context));
    const top = under === undefined ? undefined : index.find(under, contentName(content));
    const listed = [
      ...(headings && top !== undefined ? [top] : []),
      ...pagesUnder(index, top, depth ?? Number.POSITIVE_INFINITY),
    ];
    const heading = `Pages ${top === undefined ? "" : `under ${quoted(top.page.title)} (${top.page.id}) `}in ${contentName(content)}:`;
    if (listed.length === 0)
      return { text: `${heading} none.${top === undefined ? " write_pages creates some." : ""}` };

    const subject = ["list_pages", content.space.id, content.changeRequest?.id, top?.page.id, depth, headings];
    const from = cursor === undefined ? 0 : findIndexAfter(listed, decodeCursor(cursor, subject, [""])[0]);
    const rest = listed.slice(from);
    const base = top === undefined ? 0 : top.depth + 1;
    const availableTokens = context.answerTokens - estimateTokens(heading) - fenceTokens - noteTokens;
    const isLong = !headings && listed.length > maxPagesWithIds;
    const ids = new Set(rest.map(({ page }) => page.id));
    const lines = rest.map((treePage) => formatPage(treePage, { base, depth, ids, index, isLong }));
    const shown = headings
      ? await withHeadings(rest, lines, availableTokens, content, context)
      : lines.slice(0, Math.max(1, countWithin(lines, availableTokens)));
    const count = shown.length;
    const last = listed[from + count - 1];
    const text = `${heading}\n${fence(shown.join("\n"))}\n${headings ? anchorNote : isLong ? longNote : linkingNote}`;
    if (count >= lines.length || last === undefined) return { text };
    const next = encodeCursor(subject, [last.page.id]);
    return {
      text: `${text}\n${lines.length - count} more pages: the same arguments with "cursor": "${next}". \`depth\` or \`under\` shows less.`,
    };
  },
});

const longNote =
  "A path that starts with / continues that of the page above it. Calls need the whole path; shorter lists show ids (`under`, `depth`).";

const anchorNote = "Anchors are the headings in lower case with hyphens where none is shown.";

/** The pages that fit with their headings; if one page's headings do not fit, as many of them as do. */
async function withHeadings(
  listed: readonly TreePage[],
  lines: readonly string[],
  tokens: number,
  content: Content,
  context: ToolContext,
): Promise<string[]> {
  const bodies = readBodies(content, documentsIn(listed), context);
  const blocks: string[] = [];
  let left = tokens;
  let body = await bodies.next();
  for (const [index, { page }] of listed.entries()) {
    const line = lines[index] ?? "";
    const own = body.done !== true && body.value.page.id === page.id ? headingLines(body.value) : [];
    if (body.done !== true && body.value.page.id === page.id) body = await bodies.next();
    const indent = /^ */.exec(line)?.[0] ?? "";
    const block = [line, ...own.map((heading) => `${indent}  ${heading}`)];
    const fitting = takeWithin(block, left);
    if (fitting.length < block.length && blocks.length > 0) break;
    const cut = block.length - fitting.length;
    const more = cut > 0 ? [`${indent}  ${cut} more: read_page with "format": "outline" shows them`] : [];
    const text = [...(fitting.length === 0 ? [line] : fitting), ...more].join("\n");
    blocks.push(text);
    left -= estimateTokens(text) + 1;
  }
  return blocks;
}

/** Groups and links have no text to read. */
const documentsIn = (listed: readonly TreePage[]) =>
  listed.flatMap(({ page }) => (page.type === "document" ? [page] : []));

function pagesUnder({ pages }: PageIndex, top: TreePage | undefined, depth: number): TreePage[] {
  const start = top === undefined ? 0 : pages.indexOf(top) + 1;
  const end = top === undefined ? pages.length : start + top.below;
  const endDepth = (top === undefined ? 0 : top.depth + 1) + depth;
  return pages.slice(start, end).filter((treePage) => treePage.depth < endDepth);
}

function findIndexAfter(listed: readonly TreePage[], last: string): number {
  const at = listed.findIndex(({ page }) => page.id === last);
  if (at >= 0) return at + 1;
  throw new ToolError("The pages have changed since this cursor was issued. Leave it out to start over.");
}

interface Listing {
  /** Depth of the least indented pages. */
  readonly base: number;
  readonly depth: number | undefined;
  /** The listed pages, before the answer is cut. */
  readonly ids: ReadonlySet<string>;
  readonly index: PageIndex;
  /** Whether each page is shown with only what is needed to name it. */
  readonly isLong: boolean;
}

function formatPage({ page, parent, depth, below }: TreePage, listing: Listing): string {
  const hiddenBelow = listing.depth !== undefined && depth - listing.base === listing.depth - 1 && below > 0;
  const above =
    listing.isLong && parent !== undefined && listing.ids.has(parent)
      ? listing.index.byId(parent)?.page.path
      : undefined;
  const marks = hiddenBelow ? [`${below} more under it`] : [];
  return `${toIndent(depth - listing.base)}${pageLine(page, { marks, above, withoutId: listing.isLong })}`;
}

const toIndent = (depth: number): string => "  ".repeat(Math.max(0, Math.min(depth, 20)));
