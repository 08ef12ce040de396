import { z } from "zod";
import type { Page } from "../../contract/models/page.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { demandEditable, markdownOf } from "../editing/editable.ts";
import { refuseIncluded } from "../editing/included-passage.ts";
import { editMarkdown, PageEdit, readEdits } from "../editing/page-edits.ts";
import { refuseStale } from "../editing/stale.ts";
import { storePage } from "../editing/store-page.ts";
import { changedLineCount, fencedDiff } from "../present/diff.ts";
import { quoted } from "../present/name.ts";
import { named } from "../resolve/arguments.ts";
import { contentName, type DraftContent, findDraft } from "../resolve/content.ts";
import { findPage } from "../resolve/page.ts";
import { usedTo } from "../resolve/uses.ts";
import { defineTool, type ToolAnswer } from "../tool.ts";
import { ToolError } from "../tool-error.ts";

/** Tokens kept for what stands around the diff. */
const noteTokens = 200;

export const editPage = defineTool({
  name: "edit_page",
  title: "Edit a page",
  description:
    "Change passages or sections of one page in a change request; everything else on the page stays as it is. Edits apply in order, all or none. A page that changed since `revision` is left alone and its changes are shown. Read it with read_page first; afterwards show_changes.",
  toolset: "changes",
  uses: [changeRequestContent.apply, revisions.getPage, ...usedTo.findContent, ...usedTo.findDraftPage],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest,
    page: named.page,
    edits: z.array(PageEdit).min(1).max(100),
    revision: z.string().max(200).optional().describe("read_page's revision; required to edit sections"),
    dry_run: z.boolean().default(false).describe("Only show the diff"),
  },
  async run(input, context): Promise<ToolAnswer> {
    const edits = readEdits(input.edits);
    if (input.revision === undefined && edits.some((edit) => "section" in edit)) {
      throw new ToolError(
        "`revision` is required to edit a section, so that nobody's text is overwritten unseen. read_page answers it. Nothing was changed.",
      );
    }
    const draft = await findDraft(input, context);
    demandEditable(draft);
    const page = await findPage(input.page, draft, context);
    const before = markdownOf(page);
    await refuseStale(page, input.revision, draft, context);
    await refuseIncluded(before, edits, draft, context);
    const { text: after } = editMarkdown(before, edits, draft.revision);
    const diffTokens = context.answerTokens - noteTokens;
    if (input.dry_run) {
      const diff = fencedDiff(before, after, page.title, diffTokens);
      return { text: `Dry run of ${whatChanged(page, draft, before, after)}, nothing was written.\n${diff}` };
    }
    const stored = await storePage({ page, before, after }, draft, context);
    const done = `Edited ${whatChanged(page, draft, before, stored.markdown)}. Revision ${stored.revision}.`;
    const diff = fencedDiff(before, stored.markdown, page.title, diffTokens);
    return { text: [done, ...deviation(after, stored.markdown), diff, nextStep(draft)].join("\n") };
  },
});

function whatChanged(page: Page, draft: DraftContent, before: string, after: string): string {
  return `page ${quoted(page.title)} (id ${page.id}) in ${contentName(draft)}: ${changedLineCount(before, after)}`;
}

/** A service may keep a text in its own form; then the diff shows what it made of the page. */
function deviation(sent: string, stored: string): string[] {
  if (stored === sent) return [];
  const lines = changedLineCount(sent, stored);
  return [
    `The service stored the page in its own form, not byte for byte as sent (${lines} different). The diff shows what it holds now.`,
  ];
}

function nextStep({ changeRequest }: DraftContent): string {
  return `Next: show_changes or merge_change_request with "change_request": "${changeRequest.number}".`;
}
