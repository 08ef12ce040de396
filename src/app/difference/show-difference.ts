import type { RichDocument } from "../../contract/models/document.ts";
import type { Block } from "../../markdown/document/model.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { compareTexts } from "../../present/changes.ts";
import { type Child, comparingBodies, drawingDifference, type Html, h } from "../../site/index.ts";
import type { AppRequest } from "../app-request.ts";
import { count, link } from "../layout/parts.ts";
import { drawingMarkdownDiff } from "./draw-markdown.ts";

/** What a view shows of one page's difference. */
export interface ShownDifference {
  readonly drawn: Child;
  /** Characters of blocks or of markup that it takes of what a view may show. */
  readonly size: number;
  /** The blocks of the later version that are shown. */
  readonly blocks: readonly Block[];
}

export interface Portion {
  /** Changes, or lines of Markdown, left out at the beginning. */
  readonly skip: number;
  /** Characters of blocks, half of those of their markup, or of the markup of a diff. */
  readonly maxShown: number;
  /** The address of the same view with another number of changes left out. */
  hrefAt(skip: number): string;
}

/** About 500 kB of markup. */
export const maxShownInView = 200_000;

/** The query of an address where the rest of a difference is shown. */
export const skipIn = (query: URLSearchParams): number => Number(/^\d{1,9}$/.exec(query.get("skip") ?? "")?.[0] ?? 0);

interface Side {
  readonly document: RichDocument | undefined;
  /** Prepares to render blocks as readers see them, with all that this part of the document refers to. */
  drawer(part: RichDocument): Promise<(blocks: readonly Block[]) => Html>;
}

/** Both versions as readers see them, yielding to other work of the process. */
export async function showRendered(
  { tools: { signal } }: AppRequest,
  sides: { readonly before: Side; readonly after: Side },
  portion: Portion & { readonly layout: "unified" | "split"; readonly below?: (block: Block) => Child },
): Promise<ShownDifference> {
  const timeSlices = new TimeSlices(signal);
  const { skip, maxShown, layout, below } = portion;
  const [before, after] = [sides.before, sides.after].map(({ document }) =>
    document === undefined ? [] : (document.nodes as object as readonly Block[]),
  );
  const compared = await timeSlices.run(
    comparingBodies({ before: before ?? [], after: after ?? [], layout, folds: true, skip, maxShown }),
  );
  const [drawBefore, drawAfter] = await Promise.all([
    sides.before.drawer(toDocument(compared.before)),
    sides.after.drawer(toDocument(compared.after)),
  ]);
  const drawn = await timeSlices.run(
    drawingDifference(compared, { drawBefore, drawAfter, ...(below === undefined ? {} : { below }) }),
  );
  return {
    drawn: [
      skippedNote(portion, count(compared.skipped, "change")),
      drawn,
      compared.left > 0 && restNote(portion, compared.changes - compared.left, count(compared.left, "more change")),
    ],
    size: compared.size,
    blocks: compared.after,
  };
}

/** A document of only these blocks, so that only what they refer to is looked up. */
const toDocument = (blocks: readonly Block[]): RichDocument => ({
  object: "document",
  data: { schemaVersion: 1 },
  nodes: blocks as object as RichDocument["nodes"],
});

/** The unified diff of both texts, yielding to other work of the process. */
export async function showMarkdown(
  { tools: { signal } }: AppRequest,
  { was, is }: { readonly was: string; readonly is: string },
  portion: Portion,
): Promise<ShownDifference> {
  const { lines } = await compareTexts(was, is, signal);
  if (lines.length === 0) return { drawn: undefined, size: 0, blocks: [] };
  const { html, next } = await new TimeSlices(signal).run(
    drawingMarkdownDiff(lines, { skip: portion.skip, maxMarkup: portion.maxShown }),
  );
  return {
    drawn: [
      skippedNote(portion, count(Math.min(portion.skip, lines.length), "line")),
      html,
      next !== undefined && restNote(portion, next, count(lines.length - next, "more line")),
    ],
    size: html.text.length,
    blocks: [],
  };
}

function skippedNote({ skip, hrefAt }: Portion, skipped: string): Child {
  return skip > 0 && h("p", { class: "rest" }, `${skipped} before these: `, link(hrefAt(0), "from the beginning"));
}

function restNote({ hrefAt }: Portion, next: number, left: string): Child {
  return h("p", { class: "rest" }, `${left} on this page: `, link(hrefAt(next), "show the next"));
}
