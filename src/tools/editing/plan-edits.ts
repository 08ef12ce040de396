import type { Page } from "../../contract/models/page.ts";
import { applyEdits, type Edit } from "../../text/edits.ts";
import { quoted } from "../present/name.ts";
import type { DraftContent } from "../resolve/content.ts";
import { findPage } from "../resolve/page.ts";
import type { ToolContext } from "../tool.ts";
import { ToolError } from "../tool-error.ts";
import { markdownOf } from "./editable.ts";
import { refuseIncluded } from "./included-passage.ts";
import { type PageEdit, readEdits, refusingEdits } from "./page-edits.ts";
import { refuseStale } from "./stale.ts";
import type { TextWrite } from "./store-pages.ts";

interface EditCall {
  readonly page?: string | undefined;
  readonly edits: readonly PageEdit[];
  readonly revision?: string | undefined;
}

/** The edits of one page with their places in the call. */
interface PageWithEdits {
  readonly page: Page;
  readonly edits: Edit[];
  readonly indexes: number[];
}

/**
 * What the edits of a call make of each page they name. Throws ToolError for names that fit nothing, stale texts and
 * edits that cannot be made.
 */
export async function planEdits(call: EditCall, draft: DraftContent, context: ToolContext): Promise<TextWrite[]> {
  const edits = readEdits(call.edits);
  if (call.revision === undefined && edits.some((edit) => "section" in edit)) {
    throw new ToolError(
      "`revision` is required to edit a section, so that nobody's text is overwritten unseen. read_page answers it. Nothing was changed.",
    );
  }
  const pages = await pagesOf(call, edits, draft, context);
  const planned: TextWrite[] = [];
  for (const { page, edits, indexes } of pages) {
    const before = markdownOf(page);
    const numberOf = (index: number) => indexes[index] ?? index;
    await refuseStale(page, call.revision, draft, context);
    await refuseIncluded(before, edits, draft, context, numberOf);
    const subject = pages.length === 1 ? "The page" : `Page ${quoted(page.title)} (id ${page.id})`;
    const where = `${subject} is at revision ${draft.revision}.`;
    planned.push({ page, before, after: refusingEdits(where, () => applyEdits(before, edits), numberOf).text });
  }
  return planned;
}

async function pagesOf(
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
