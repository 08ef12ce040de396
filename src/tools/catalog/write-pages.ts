import { z } from "zod";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { findDraft } from "../../resolve/content.ts";
import type { ToolResult } from "../../resolve/context.ts";
import { specReads, usedTo } from "../../resolve/uses.ts";
import { describeDryRun, describeWrites } from "../editing/describe-writes.ts";
import { requireEditable } from "../editing/editable.ts";
import { PageWrite, planWrites, requireConsistentWrites } from "../editing/plan-writes.ts";
import { maxAttempts, readAgain, tooBusy } from "../editing/store-pages.ts";
import { backlinkReads } from "../editing/stranded-links.ts";
import { splitIntoSteps, writeSteps } from "../editing/write-steps.ts";
import { defineTool, named } from "../tool.ts";

export const writePages = defineTool({
  name: "write_pages",
  title: "Write several pages",
  description:
    "Create, replace, move, rename, delete or revert up to 50 pages in a change request, all or none. delete includes the pages below. For parts of a page use edit_page.",
  toolset: "changes",
  uses: [
    changeRequestContent.apply,
    changeRequestContent.pages,
    changeRequestContent.page,
    changeRequestContent.files,
    revisions.getPage,
    ...backlinkReads,
    ...specReads,
    ...usedTo.findContent,
  ],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest,
    pages: z.array(PageWrite).min(1).max(50),
    dry_run: z.boolean().default(false).describe("Write nothing"),
  },
  async run(input, context): Promise<ToolResult> {
    requireConsistentWrites(input.pages);
    let draft = await findDraft(input, context);
    requireEditable(draft);
    for (let attempt = 1; ; attempt += 1) {
      const { planned, index } = await planWrites(input.pages, draft, context);
      const steps = splitIntoSteps(planned);
      if (input.dry_run) return { text: await describeDryRun(planned, steps.length, draft, context) };
      const written = await writeSteps(steps, draft, context);
      if (written !== undefined) return describeWrites(planned, written, index, draft, context);
      if (attempt === maxAttempts) throw tooBusy(draft, attempt);
      draft = await readAgain(draft, context);
    }
  },
});
