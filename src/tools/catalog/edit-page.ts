import { z } from "zod";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { ToolError } from "../../present/tool-error.ts";
import { type DraftContent, findDraft } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { usedTo } from "../../resolve/uses.ts";
import { type DescribedEdits, describeEdits } from "../editing/describe-edits.ts";
import { requireEditable } from "../editing/editable.ts";
import { checkNewLinks } from "../editing/new-links.ts";
import { PageEdit, planEdits, planReplacement } from "../editing/plan-edits.ts";
import { storePages } from "../editing/store-pages.ts";
import { backlinkReads, linksToLostAnchors } from "../editing/stranded-links.ts";
import { defineTool, named } from "../tool.ts";

export const editPage = defineTool({
  name: "edit_page",
  title: "Edit pages",
  description:
    "Change passages or sections of one or more pages of a change request, and nothing else. Edits apply in order, all or none. A page changed since `revision` is left alone and its changes are shown. Use read_page first.",
  toolset: "changes",
  uses: [
    changeRequestContent.apply,
    changeRequestContent.files,
    revisions.getPage,
    ...backlinkReads,
    ...usedTo.findContent,
    ...usedTo.findDraftPage,
  ],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest,
    page: named.page.optional(),
    under: z
      .string()
      .max(2000)
      .optional()
      .describe('Instead of page: replace throughout this page and all below; "/" is all pages'),
    in_code: z.boolean().default(false).describe("under: also in code, addresses and ids"),
    edits: z.array(PageEdit).min(1).max(100),
    revision: z.string().max(500).optional().describe("From read_page; required for sections"),
    dry_run: z.boolean().default(false).describe("Only show the diff"),
  },
  async run(input, context): Promise<ToolResult> {
    if (input.in_code && input.under === undefined)
      throw new ToolError("`in_code` goes with `under`. Nothing was changed.");
    const draft = await findDraft(input, context);
    requireEditable(draft);
    const planned = await plan(input, draft, context);
    const { pages } = planned;
    const notes = [
      ...(await linksToLostAnchors(pages, draft, context)),
      ...(await checkNewLinks(pages, draft, context)),
    ];
    if (input.dry_run) return { text: await describeEdits({ ...planned, notes }, draft, context) };
    const stored = await storePages(pages, draft, context);
    return { text: await describeEdits({ ...planned, notes, stored }, draft, context) };
  },
});

async function plan(
  {
    under,
    ...call
  }: Parameters<typeof planEdits>[0] & { readonly under?: string | undefined; readonly in_code: boolean },
  draft: DraftContent,
  context: ToolContext,
): Promise<Pick<DescribedEdits, "pages" | "throughout">> {
  if (under === undefined) return { pages: await planEdits(call, draft, context) };
  const { pages, ...throughout } = await planReplacement({ ...call, under }, draft, context);
  return { pages, throughout };
}
