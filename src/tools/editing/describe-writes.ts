import { ClientError } from "../../client/errors.ts";
import { estimateTokens, takeWithin } from "../../present/budget.ts";
import { changedLineCount, compareTexts, fencedLines } from "../../present/changes.ts";
import { webAddressNote } from "../../present/web-address.ts";
import { oneLine, quoted } from "../../present/wording.ts";
import { contentName, type DraftContent, readPageById } from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { PageIndex, type TreePage } from "../../resolve/pages.ts";
import { inGroups } from "../../resolve/reads.ts";
import { checkNewLinks, LinkTargets, type TextChange } from "./new-links.ts";
import type { PageWrite, PlannedWrite } from "./plan-writes.ts";
import { linksToLostAnchors, linksToMoved, movedPaths } from "./stranded-links.ts";
import type { WrittenPages } from "./write-steps.ts";

/** Tokens kept for what is around the list of changes. */
const noteTokens = 200;

/** The share of an answer that the agent's own texts may take. */
const shareOfTexts = 4;

/** The most subpages of a moved page that are named. */
const maxSubpagesNamed = 5;

/** What a dry run would do, with the diff of what it replaces. */
export async function describeDryRun(
  planned: readonly PlannedWrite[],
  steps: number,
  draft: DraftContent,
  context: ToolContext,
): Promise<string> {
  const details = await listDetails(planned, context);
  const lines = planned.map(
    (plan, at) => `- ${plan.write.action} ${quoted(plan.title)}${formatId(plan)}${details[at] ?? ""}`,
  );
  const replaced = planned.flatMap(({ before, write, target }): TextChange[] =>
    before === undefined || target === undefined ? [] : [{ page: target.page, before, after: write.markdown ?? "" }],
  );
  const notes = [
    ...(await linksToLostAnchors(replaced, draft, context)),
    ...(await checkNewLinks(replaced, draft, context)),
  ];
  const around = [`Dry run in ${contentName(draft)}, nothing was written:`, ...lines, ...inSteps(steps), ...notes];
  const availableTokens = context.answerTokens - noteTokens - estimateTokens(around.join("\n"));
  return [...around, ...(await presentDiff(replaced, availableTokens, context))].join("\n");
}

/** What was done, where each page is now, and what happened to texts and links. */
export async function describeWrites(
  planned: readonly PlannedWrite[],
  written: WrittenPages,
  previous: PageIndex,
  before: DraftContent,
  context: ToolContext,
): Promise<ToolResult> {
  const draft = { ...before, revision: written.revision };
  const head = [
    `Done in ${contentName(draft)}, revision ${written.revision}:`,
    ...webAddressNote(draft.changeRequest),
  ].join("\n");
  try {
    return await describe(planned, written, { previous, draft, head }, context);
  } catch (error) {
    // Everything is written: a failure to read it back must not look like a failed write.
    if (!(error instanceof ClientError)) throw error;
    const lines = planned.map((plan) => `- ${done[plan.write.action]} ${quoted(plan.title)}${formatId(plan)}`);
    return { text: [head, ...lines, `The result could not be read (${error.message}).`].join("\n") };
  }
}

async function describe(
  planned: readonly PlannedWrite[],
  written: WrittenPages,
  { previous, draft, head }: { previous: PageIndex; draft: DraftContent; head: string },
  context: ToolContext,
): Promise<ToolResult> {
  const { client, signal } = context;
  const { pages: tree } = await client.changeRequestContent.pages(
    { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id },
    { signal },
  );
  const previousTargets = new LinkTargets(previous.pages.map(({ page }) => page));
  const [index, targets] = [new PageIndex(tree), new LinkTargets(tree)];
  const treePages = planned.map((_plan, at) => index.byId(written.pages[at] ?? ""));
  const texts = await inGroups([...planned.keys()], async (at) =>
    storedText(planned[at], treePages[at], draft, context),
  );
  const moved = movedPaths(previous, index);
  const details = await listDetails(planned, context);
  const lines = planned.map((plan, at) =>
    formatWrite(plan, treePages[at], { previous, index, text: texts[at], detail: details[at] ?? "" }),
  );
  const below = new Set(written.pages);
  const along = moved.filter(({ id }) => !below.has(id));
  const changes = texts.flatMap((text) => text ?? []);
  const notes = [
    ...(along.length === 0
      ? []
      : [
          `Moved along: ${along
            .slice(0, maxSubpagesNamed)
            .map(({ from, to }) => `${quoted(from)} → ${quoted(to)}`)
            .join(", ")}${along.length > maxSubpagesNamed ? ` and ${along.length - maxSubpagesNamed} more` : ""}.`,
        ]),
    ...(await linksToMoved(moved, written.followed, { previous: previousTargets, targets }, draft, context)),
    ...(await linksToLostAnchors(
      changes.filter(({ before }) => before !== ""),
      draft,
      context,
    )),
    ...(await checkNewLinks(changes, draft, context)),
    ...(planned.some(({ write }) => write.action === "create")
      ? ['In a link, write "/pages/<id>": it works from every page and survives moves.']
      : []),
  ];
  const around = [...inSteps(written.steps), ...notes];
  const availableTokens = context.answerTokens - noteTokens - estimateTokens(around.join("\n"));
  const listed = takeWithin(lines, Math.max(noteTokens, availableTokens));
  const left = lines.length - listed.length;
  const more = left > 0 ? [`- and ${left} more, all done`] : [];
  const rest = Math.min(availableTokens - estimateTokens(listed.join("\n")), context.answerTokens / shareOfTexts);
  const shown = texts.flatMap((text) =>
    text === undefined || text.shown === text.after || onlyTitled(text) ? [] : [{ ...text, before: text.shown }],
  );
  return { text: [head, ...listed, ...more, ...around, ...(await presentDiff(shown, rest, context))].join("\n") };
}

interface StoredText extends TextChange {
  /** The old side of its diff: the text it replaced, or the text sent for a new page. */
  readonly shown: string;
}

async function storedText(
  plan: PlannedWrite | undefined,
  treePage: TreePage | undefined,
  draft: DraftContent,
  context: ToolContext,
): Promise<StoredText | undefined> {
  const sent = plan?.write.markdown;
  if (plan === undefined || treePage === undefined || sent === undefined) return undefined;
  const after = (await readPageById(draft, treePage.page.id, context))?.markdown;
  if (after === undefined) return undefined;
  return { page: treePage.page, before: plan.before ?? "", after, shown: plan.before ?? sent };
}

function formatWrite(
  plan: PlannedWrite,
  treePage: TreePage | undefined,
  {
    previous,
    index,
    text,
    detail,
  }: { previous: PageIndex; index: PageIndex; text: StoredText | undefined; detail: string },
): string {
  const { action } = plan.write;
  if (treePage === undefined) return `- ${done[action]} ${quoted(plan.title)}${formatId(plan)}${detail}`;
  const { id, title, path } = treePage.page;
  if (setsDescription(plan)) {
    const was = previous.byId(id)?.page.description ?? "";
    const now = plan.write.description ?? "";
    return `- description of ${quoted(title)} (id ${id}) set: ${quoted(was, 200)} → ${quoted(now, 200)}`;
  }
  const from = previous.byId(id)?.page.path;
  const was = from === undefined || from === path ? "" : `${quoted(from)} → `;
  const where = path === undefined ? "" : `path ${was}${quoted(path)}, `;
  const moves = action === "create" || action === "move";
  const along = action === "move" && treePage.below > 0 ? ` with the ${formatPageCount(treePage.below)} under it` : "";
  const stored = action === "create" && text !== undefined ? `; ${storedAs(text)}` : "";
  return `- ${done[action]} ${quoted(title)} (${where}id ${id})${along}${moves ? `, ${describePosition(treePage, index)}` : ""}${stored}${detail}`;
}

const setsDescription = ({ write: { action, title, slug, description } }: PlannedWrite): boolean =>
  action === "rename" && title === undefined && slug === undefined && description !== undefined;

function storedAs(text: StoredText): string {
  if (text.after === text.shown) return "stored as sent";
  return onlyTitled(text) ? "stored as sent, below its title" : "the service's version is below";
}

/** Whether the service added only the title as a heading to a new page's text. */
const onlyTitled = ({ page, before, after, shown }: StoredText): boolean =>
  before === "" && after === `# ${page.title}\n\n${shown}`;

/** Which page it comes after, or which page it is first under. */
function describePosition({ page, parent }: TreePage, index: PageIndex): string {
  const siblings = index.pages.filter((other) => other.parent === parent);
  const before = siblings[siblings.findIndex((other) => other.page.id === page.id) - 1];
  if (before !== undefined) return `after ${quoted(before.page.title)}`;
  const above = index.byId(parent ?? "");
  return above === undefined ? "first of all" : `first under ${quoted(above.page.title)}`;
}

/** The changed lines of several texts in one fence, as far as they fit. */
async function presentDiff(
  changes: readonly TextChange[],
  tokens: number,
  { signal }: Pick<ToolContext, "signal">,
): Promise<string[]> {
  const lines: string[] = [];
  for (const { page, before, after } of changes) {
    lines.push(`=== ${oneLine(page.title)}`);
    for (const line of (await compareTexts(before, after, signal)).lines) lines.push(line);
  }
  return fencedLines(lines, tokens);
}

const done: Readonly<Record<PageWrite["action"], string>> = {
  create: "created",
  replace: "replaced",
  move: "moved",
  rename: "renamed",
  delete: "deleted",
  revert: "reverted",
};

const formatId = ({ target }: PlannedWrite) => (target === undefined ? "" : ` (id ${target.page.id})`);

const formatPageCount = (count: number) => `${count} ${count === 1 ? "page" : "pages"}`;

async function listDetails(planned: readonly PlannedWrite[], context: Pick<ToolContext, "signal">): Promise<string[]> {
  const details: string[] = [];
  for (const plan of planned) details.push(await describeDetail(plan, context));
  return details;
}

async function describeDetail(
  { write, target, before, twin }: PlannedWrite,
  { signal }: Pick<ToolContext, "signal">,
): Promise<string> {
  if (write.openapi !== undefined) {
    const twinNote = twin === undefined ? "" : `; ${quoted(twin.title)} (id ${twin.id}) has the same pages: keep one`;
    return `: its pages are computed now, and list_pages shows them in a moment${twinNote}`;
  }
  if (before !== undefined) {
    return `: ${changedLineCount(await compareTexts(before, write.markdown ?? "", signal))}`;
  }
  const below = write.action === "delete" ? (target?.below ?? 0) : 0;
  return below > 0 ? ` with the ${formatPageCount(below)} under it` : "";
}

/** Pages below pages made by the same call need more than one revision. */
function inSteps(steps: number): string[] {
  return steps === 1 ? [] : [`In ${steps} steps, because pages go under pages created by the same call.`];
}
