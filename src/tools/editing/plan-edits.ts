import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import type { Page } from "../../contract/models/page.ts";
import { describeEditProblem, EditError } from "../../markdown/edits/edit-error.ts";
import { applyEdits, type Edit, type PassageEdit } from "../../markdown/edits/edits.ts";
import { replaceThroughout } from "../../markdown/edits/replace-throughout.ts";
import { listOccurrences } from "../../markdown/text/occurrences.ts";
import { fence } from "../../present/fence.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import { contentName, type DraftContent, readPageById, readPageByPath, readTree } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { findPage, PageIndex, type TreePage } from "../../resolve/pages.ts";
import { inGroups } from "../../resolve/reads.ts";
import { named } from "../tool.ts";
import { editableMarkdown, includedPaths, requireCurrentText, requirePassagesOfPage } from "./editable.ts";
import type { TextWrite } from "./store-pages.ts";

/** One edit as an agent writes it: an exact passage or a section, in one flat object. */
export const PageEdit = z.strictObject({
  page: named.page.optional().describe("Default: the call's"),
  old_text: z.string().max(200_000).optional().describe("Exact passage to replace; must occur once"),
  all: z.boolean().optional().describe("Replace every occurrence"),
  section: z.string().max(1000).optional().describe('Instead of old_text: heading, "Parent > Heading" or #anchor'),
  position: z
    .enum(["replace", "prepend", "append", "insert_after", "delete"])
    .optional()
    .describe("In the section's body; default replace"),
  new_text: z.string().max(1_000_000).optional().describe("Markdown; none to delete a section"),
});

export type PageEdit = z.infer<typeof PageEdit>;

/** Checks what the schema cannot and tells passages from sections. Throws ToolError naming the edit. */
function readEdits(edits: readonly PageEdit[]): Edit[] {
  return edits.map((edit, index) => {
    const refuse = (problem: string) => new ToolError(`Edit ${index + 1}: ${problem} Nothing was changed.`);
    const { old_text: oldText, new_text: newText, all, section, position } = edit;
    if ((oldText === undefined) === (section === undefined)) {
      throw refuse("give either `old_text` (a passage) or `section`, and not both.");
    }
    if (oldText !== undefined) {
      if (position !== undefined) throw refuse("`position` goes with `section`, not with `old_text`.");
      if (newText === undefined) throw refuse('`new_text` is missing; "" removes the passage.');
      return { oldText, newText, ...(all === undefined ? {} : { all }) };
    }
    if (all !== undefined) throw refuse("`all` goes with `old_text`, not with `section`.");
    if (position === "delete" && newText !== undefined)
      throw refuse("a section that is deleted cannot have `new_text`.");
    if (position !== "delete" && newText === undefined) throw refuse("`new_text` is missing.");
    return {
      section: section ?? "",
      ...(position === undefined ? {} : { position }),
      ...(newText === undefined ? {} : { newText }),
    };
  });
}

/** Runs an edit of a page; a fault in edit `index` becomes a ToolError that ends with `where`. */
function refusingEdits<Result>(where: string, work: () => Result, toCallIndex = (index: number) => index): Result {
  try {
    return work();
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    const { index, problem } = error;
    const fromPage = problem.fromPage === undefined ? undefined : fence(problem.fromPage);
    throw new ToolError(`${describeEditProblem(toCallIndex(index), problem, fromPage)}\n${where}`);
  }
}

interface EditCall {
  readonly page?: string | undefined;
  readonly edits: readonly PageEdit[];
  readonly revision?: string | undefined;
}

/** The edits of one page with their indexes in the call. */
interface PageWithEdits {
  readonly page: Page;
  readonly edits: Edit[];
  readonly indexes: number[];
}

/**
 * The result of a call's edits on each page they name. Throws ToolError for names that match nothing, stale texts and
 * edits that cannot be made.
 */
export async function planEdits(call: EditCall, draft: DraftContent, context: ToolContext): Promise<TextWrite[]> {
  const edits = readEdits(call.edits);
  if (call.revision === undefined && edits.some((edit) => "section" in edit)) {
    throw new ToolError(
      "`revision` is required to edit a section, so that no one's text is overwritten unseen. read_page returns it. Nothing was changed.",
    );
  }
  const pages = await groupEditsByPage(call, edits, draft, context);
  const planned: TextWrite[] = [];
  for (const { page, edits, indexes } of pages) {
    const before = editableMarkdown(page);
    const toCallIndex = (index: number) => indexes[index] ?? index;
    await requireCurrentText(page, call.revision, draft, context);
    await requirePassagesOfPage(before, edits, draft, context, toCallIndex);
    const subject = pages.length === 1 ? "The page" : `Page ${quoted(page.title)} (id ${page.id})`;
    const where = `${subject} is at revision ${draft.revision}.`;
    planned.push({ page, before, after: refusingEdits(where, () => applyEdits(before, edits), toCallIndex).text });
  }
  return planned;
}

async function groupEditsByPage(
  call: EditCall,
  edits: readonly Edit[],
  draft: DraftContent,
  context: ToolContext,
): Promise<PageWithEdits[]> {
  const byName = new Map<string, Page>();
  const byId = new Map<string, PageWithEdits>();
  for (const [index, edit] of edits.entries()) {
    const name = call.edits[index]?.page ?? call.page;
    if (name === undefined) {
      throw new ToolError(
        `Edit ${index + 1}: say which \`page\` it is for, here or for the whole call. Nothing was changed.`,
      );
    }
    const page = byName.get(name) ?? (await findPage(name, draft, context));
    byName.set(name, page);
    const known = byId.get(page.id) ?? { page, edits: [], indexes: [] };
    byId.set(page.id, known);
    known.edits.push(edit);
    known.indexes.push(index);
  }
  return [...byId.values()];
}

/** The most pages one call reads. */
const maxPages = 1000;

/** The most reusable contents that are checked. */
const maxIncluded = 20;

interface ReplaceCall {
  readonly page?: string | undefined;
  readonly under: string;
  readonly in_code: boolean;
  readonly edits: readonly PageEdit[];
  readonly revision?: string | undefined;
}

export interface ReplacedPage extends TextWrite {
  readonly places: number;
}

export interface PlannedReplacement {
  readonly pages: readonly ReplacedPage[];
  /** How many pages were read. */
  readonly read: number;
  /** Occurrences skipped in code, addresses, ids and tags. */
  readonly left: number;
  /** What else has the passages but is not a page, one line each. */
  readonly elsewhere: readonly string[];
}

/** The result of replacing passages on a page and all below it, or on all pages. Throws ToolError. */
export async function planReplacement(
  call: ReplaceCall,
  draft: DraftContent,
  context: ToolContext,
): Promise<PlannedReplacement> {
  const edits = readPassages(call);
  const { pages, where } = await pagesUnder(call.under, draft, context);
  const places = edits.map(() => 0);
  let left = 0;
  const included = new Set<string>();
  let done = 0;
  const texts = pages.filter(({ page }) => page.type === "document");
  const planned = await inGroups(texts, async ({ page: { id } }): Promise<ReplacedPage[]> => {
    const page = await readPageById(draft, id, context);
    done += 1;
    if (done % 50 === 0) context.progress(done, texts.length, "Reading pages");
    if (page?.markdown === undefined) return [];
    for (const path of includedPaths(page.markdown)) included.add(path);
    let after = page.markdown;
    let taken = 0;
    for (const [index, edit] of edits.entries()) {
      const replaced = refusingEdits(`It is about page ${quoted(page.title)} (id ${id}).`, () =>
        replaceThroughout(after, edit, call.in_code, index),
      );
      after = replaced.text;
      places[index] = (places[index] ?? 0) + replaced.replacedCount;
      taken += replaced.replacedCount;
      left += replaced.left;
    }
    if (after === page.markdown) return [];
    await requireCurrentText(page, call.revision, draft, context);
    return [{ page, before: page.markdown, after, places: taken }];
  });
  const elsewhere = [...groupTitles(pages, edits), ...(await inReusableContents([...included], edits, draft, context))];
  const nowhere = places.indexOf(0);
  if (nowhere !== -1)
    throw notFoundError(nowhere, edits[nowhere]?.oldText ?? "", { pages: texts.length, where, left, elsewhere });
  return { pages: planned.flat(), read: texts.length, left, elsewhere };
}

function readPassages(call: ReplaceCall): PassageEdit[] {
  if (call.page !== undefined) throw new ToolError("Give `page` or `under`, not both. Nothing was changed.");
  return readEdits(call.edits).map((edit, index) => {
    const refuse = (problem: string) => new ToolError(`Edit ${index + 1}: ${problem} Nothing was changed.`);
    if ("section" in edit) throw refuse("`under` replaces passages: give `old_text`, not `section`.");
    if (call.edits[index]?.page !== undefined) throw refuse("`page` does not go with `under`.");
    if (edit.oldText.trim() === "") throw refuse("`old_text` is empty.");
    if (edit.oldText === edit.newText) throw refuse("`new_text` is what `old_text` is already.");
    return edit;
  });
}

/** In the order of the table of contents. */
async function pagesUnder(
  under: string,
  draft: DraftContent,
  context: ToolContext,
): Promise<{ pages: readonly TreePage[]; where: string }> {
  const index = new PageIndex(await readTree(draft, context));
  const all = /^\/?$/.test(under.trim());
  const top = all ? undefined : index.find(under, contentName(draft));
  const from = top === undefined ? 0 : index.pages.indexOf(top);
  const to = top === undefined ? index.pages.length : from + 1 + top.below;
  const pages = index.pages.slice(from, to).filter(({ page }) => page.computed === undefined);
  const where =
    top === undefined ? contentName(draft) : `page ${quoted(top.page.title)} (id ${top.page.id}) and under it`;
  if (pages.length > maxPages) {
    throw new ToolError(
      `There are ${pages.length} pages in ${where}, and one call replaces on at most ${maxPages}. Give a smaller part as \`under\`. Nothing was changed.`,
    );
  }
  return { pages, where };
}

/** Titles of pages without text, which no text contains. */
function groupTitles(pages: readonly TreePage[], edits: readonly PassageEdit[]): string[] {
  return pages.flatMap(({ page }) => {
    if (page.type === "document" || !edits.some(({ oldText }) => page.title.includes(oldText))) return [];
    return [`The title of ${page.type} ${quoted(page.title)} (id ${page.id}): write_pages renames it.`];
  });
}

async function inReusableContents(
  paths: readonly string[],
  edits: readonly PassageEdit[],
  draft: DraftContent,
  context: ToolContext,
): Promise<string[]> {
  const lines = await inGroups(paths.slice(0, maxIncluded), async (path) => {
    const text = (await readPageByPath(draft, path, context))?.markdown ?? "";
    const count = edits.reduce((sum, { oldText }) => sum + listOccurrences(text, oldText).length, 0);
    return count === 0
      ? []
      : [`Reusable content ${quoted(path, 300)}, ${formatPlaceCount(count)}: edit_page takes that as \`page\`.`];
  });
  return lines.flat();
}

export const formatPlaceCount = (count: number): string => `${count} ${count === 1 ? "place" : "places"}`;

function notFoundError(
  index: number,
  oldText: string,
  { pages, where, left, elsewhere }: { pages: number; where: string; left: number; elsewhere: readonly string[] },
): ToolError {
  const inCode =
    left === 0 ? "" : ` ${formatPlaceCount(left)} in code, addresses, ids and tags: "in_code": true includes them.`;
  return new ToolError(
    [
      `Edit ${index + 1}: ${quotedExcerpt(oldText, 120)} is on none of the ${pages} pages of ${where}; upper and lower case count.${inCode} Nothing was changed.`,
      ...elsewhere,
    ].join("\n"),
  );
}
