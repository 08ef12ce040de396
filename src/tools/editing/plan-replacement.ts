import { quotedExcerpt } from "../../client/excerpt.ts";
import type { PassageEdit } from "../../text/edits.ts";
import { listOccurrences } from "../../text/occurrences.ts";
import { replaceThroughout } from "../../text/replace-throughout.ts";
import { quoted } from "../present/name.ts";
import { contentName, type DraftContent, readPageById, readPageByPath, readTree } from "../resolve/content.ts";
import { PageIndex, type PlacedPage } from "../resolve/page-index.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { inGroups } from "./in-groups.ts";
import { includedPaths } from "./included-passage.ts";
import { type PageEdit, readEdits, refusingEdits } from "./page-edits.ts";
import { refuseStale } from "./stale.ts";
import type { TextWrite } from "./store-pages.ts";

/** Pages that one call reads. */
const mostPages = 1000;
/** Reusable contents that are looked at. */
const mostIncluded = 20;

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
  /** How many pages were looked at. */
  readonly read: number;
  /** Places left alone in code, addresses, ids and tags. */
  readonly left: number;
  /** What else has the passages and is no page of its own, a line each. */
  readonly elsewhere: readonly string[];
}

/** What passages replaced on a page and all under it, or on all pages, make of each. Throws ToolError. */
export async function planReplacement(
  call: ReplaceCall,
  draft: DraftContent,
  context: ToolContext,
): Promise<PlannedReplacement> {
  const edits = passagesOf(call);
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
      places[index] = (places[index] ?? 0) + replaced.places;
      taken += replaced.places;
      left += replaced.left;
    }
    if (after === page.markdown) return [];
    await refuseStale(page, call.revision, draft, context);
    return [{ page, before: page.markdown, after, places: taken }];
  });
  const elsewhere = [...groupTitles(pages, edits), ...(await inReusableContents([...included], edits, draft, context))];
  const nowhere = places.indexOf(0);
  if (nowhere !== -1)
    throw noneFound(nowhere, edits[nowhere]?.oldText ?? "", { pages: texts.length, where, left, elsewhere });
  return { pages: planned.flat(), read: texts.length, left, elsewhere };
}

function passagesOf(call: ReplaceCall): PassageEdit[] {
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
): Promise<{ pages: readonly PlacedPage[]; where: string }> {
  const index = new PageIndex(await readTree(draft, context));
  const all = /^\/?$/.test(under.trim());
  const top = all ? undefined : index.find(under, contentName(draft));
  const from = top === undefined ? 0 : index.pages.indexOf(top);
  const to = top === undefined ? index.pages.length : from + 1 + top.below;
  const pages = index.pages.slice(from, to).filter(({ page }) => page.computed === undefined);
  const where =
    top === undefined ? contentName(draft) : `page ${quoted(top.page.title)} (id ${top.page.id}) and under it`;
  if (pages.length > mostPages) {
    throw new ToolError(
      `There are ${pages.length} pages in ${where}, and one call replaces on ${mostPages} at the most. Name a smaller part as \`under\`. Nothing was changed.`,
    );
  }
  return { pages, where };
}

/** Titles of pages without a text are not in any text. */
function groupTitles(pages: readonly PlacedPage[], edits: readonly PassageEdit[]): string[] {
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
  const lines = await inGroups(paths.slice(0, mostIncluded), async (path) => {
    const text = (await readPageByPath(draft, path, context))?.markdown ?? "";
    const count = edits.reduce((sum, { oldText }) => sum + listOccurrences(text, oldText).length, 0);
    return count === 0
      ? []
      : [`Reusable content ${quoted(path, 300)}, ${placesOf(count)}: edit_page takes that as \`page\`.`];
  });
  return lines.flat();
}

export const placesOf = (count: number): string => `${count} ${count === 1 ? "place" : "places"}`;

function noneFound(
  index: number,
  oldText: string,
  { pages, where, left, elsewhere }: { pages: number; where: string; left: number; elsewhere: readonly string[] },
): ToolError {
  const inCode = left === 0 ? "" : ` ${placesOf(left)} in code, addresses, ids and tags: "in_code": true takes them.`;
  return new ToolError(
    [
      `Edit ${index + 1}: ${quotedExcerpt(oldText, 120)} is on none of the ${pages} pages of ${where}; upper and lower case count.${inCode} Nothing was changed.`,
      ...elsewhere,
    ].join("\n"),
  );
}
