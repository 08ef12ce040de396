import { z } from "zod";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { mostAttempts, readAgain, tooBusy } from "../editing/apply.ts";
import { demandEditable } from "../editing/editable.ts";
import { checkWrites, PageWrite } from "../editing/page-writes.ts";
import { type PlannedWrite, planWrites } from "../editing/plan-writes.ts";
import { stepsOf, type WrittenPages, writeSteps } from "../editing/write-steps.ts";
import { changedLineCount, fencedDiff } from "../present/diff.ts";
import { quoted } from "../present/name.ts";
import { countWithin } from "../present/within.ts";
import { named } from "../resolve/arguments.ts";
import { contentName, type DraftContent, findDraft, readTree } from "../resolve/content.ts";
import { specReads } from "../resolve/openapi-spec.ts";
import { PageIndex } from "../resolve/page-index.ts";
import { usedTo } from "../resolve/uses.ts";
import { defineTool, type ToolAnswer, type ToolContext } from "../tool.ts";

/** Tokens kept for what stands around the list of changes. */
const noteTokens = 200;

export const writePages = defineTool({
  name: "write_pages",
  title: "Write several pages",
  description:
    "Create, replace, move, rename, delete or revert up to 50 pages in a change request, all or none. delete takes the pages under it along; revert gives a page back what it was. For parts of a page use edit_page. Afterwards show_changes.",
  toolset: "changes",
  uses: [
    changeRequestContent.apply,
    changeRequestContent.pages,
    changeRequestContent.page,
    changeRequestContent.changes,
    revisions.getPage,
    ...specReads,
    ...usedTo.findContent,
  ],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest,
    pages: z.array(PageWrite).min(1).max(50),
    dry_run: z.boolean().default(false).describe("Only show what would be done"),
  },
  async run(input, context): Promise<ToolAnswer> {
    checkWrites(input.pages);
    let draft = await findDraft(input, context);
    demandEditable(draft);
    for (let attempt = 1; ; attempt += 1) {
      const planned = await planWrites(input.pages, draft, context);
      const steps = stepsOf(planned);
      if (input.dry_run) return { text: dryRun(planned, steps.length, draft, context) };
      const written = await writeSteps(steps, draft, context);
      if (written !== undefined) return describe(planned, written, draft, context);
      if (attempt === mostAttempts) throw tooBusy(draft, attempt);
      draft = await readAgain(draft, context);
    }
  },
});

function dryRun(planned: readonly PlannedWrite[], steps: number, draft: DraftContent, context: ToolContext): string {
  const lines = planned.map((plan) => `- ${plan.write.action} ${quoted(plan.title)}${idOf(plan)}${detail(plan)}`);
  const heading = `Dry run in ${contentName(draft)}, nothing was written:`;
  const replaced = planned.filter((plan) => plan.before !== undefined);
  const room = context.answerTokens - noteTokens - 30 * lines.length;
  const diffs = replaced.map(({ before = "", write, title }) =>
    fencedDiff(before, write.markdown ?? "", title, Math.floor(room / replaced.length)),
  );
  return [heading, ...lines, ...inSteps(steps), ...diffs].join("\n");
}

async function describe(
  planned: readonly PlannedWrite[],
  written: WrittenPages,
  draft: DraftContent,
  context: ToolContext,
): Promise<ToolAnswer> {
  const index = new PageIndex(await readTree({ ...draft, revision: written.revision }, context));
  const pages = planned.map((_plan, at) => index.byId(written.pages[at] ?? "")?.page);
  const lines = planned.map((plan, at) => {
    const page = pages[at];
    if (page === undefined) return `- ${done[plan.write.action]} ${quoted(plan.title)}${idOf(plan)}${detail(plan)}`;
    const place = page.path === undefined ? "" : `path ${quoted(page.path)}, `;
    return `- ${done[plan.write.action]} ${quoted(page.title)} (${place}id ${page.id})${detail(plan)}`;
  });
  const room = context.answerTokens - noteTokens;
  const count = Math.max(1, countWithin(lines, room));
  const left = lines.length - count;
  const text = [
    `Done in ${contentName(draft)}, revision ${written.revision}:`,
    ...lines.slice(0, count),
    ...(left > 0 ? [`- and ${left} more, all done`] : []),
    ...inSteps(written.steps),
    `Next: show_changes or merge_change_request with "change_request": "${draft.changeRequest.number}".`,
  ].join("\n");
  return { text };
}

const done: Readonly<Record<PageWrite["action"], string>> = {
  create: "created",
  replace: "replaced",
  move: "moved",
  rename: "renamed",
  delete: "deleted",
  revert: "reverted",
};

const idOf = ({ target }: PlannedWrite) => (target === undefined ? "" : ` (id ${target.page.id})`);

function detail({ write, target, before, twin }: PlannedWrite): string {
  if (write.openapi !== undefined) {
    const besides = twin === undefined ? "" : `; ${quoted(twin.title)} (id ${twin.id}) has the same pages: keep one`;
    return `: its pages are computed now, and list_pages shows them in a moment${besides}`;
  }
  if (before !== undefined) return `: ${changedLineCount(before, write.markdown ?? "")}`;
  const below = write.action === "delete" ? (target?.below ?? 0) : 0;
  return below > 0 ? ` with the ${below} ${below === 1 ? "page" : "pages"} under it` : "";
}

/** Pages under pages of the same call cannot all be one revision. */
function inSteps(steps: number): string[] {
  return steps === 1 ? [] : [`In ${steps} steps, since pages go under pages made by the same call.`];
}
