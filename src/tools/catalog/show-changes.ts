import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import { type ChangeRequest, ChangeRequestStatus, type MergeConflict } from "../../contract/models/change-request.ts";
import type { ComputedSource } from "../../contract/models/computed-content.ts";
import type { Page } from "../../contract/models/page.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { reusableContents } from "../../contract/operations/reusable-contents.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { countWithin, endWithin, estimateTokens } from "../../present/budget.ts";
import { changedLineCount, compareTexts, fencedDiff, lineWithin } from "../../present/changes.ts";
import { toMarkdown } from "../../present/document.ts";
import { type FenceSet, fenceSet, wrapTokens } from "../../present/fence.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import {
  contentName,
  type DraftContent,
  findContent,
  findDraft,
  readPageAt,
  readPageById,
  readTree,
} from "../../resolve/content.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { readLink } from "../../resolve/link.ts";
import { isAbout, PageIndex } from "../../resolve/pages.ts";
import { usedTo } from "../../resolve/uses.ts";
import { sourceName } from "../editing/editable.ts";
import { linksToLostAnchors } from "../review/broken-anchors.ts";
import {
  type Entry,
  getBaseRevision,
  type PageText,
  PageTrees,
  readTextDiff,
  textsBelow,
  toEntries,
} from "../review/changes.ts";
import { deadLinks, linkReads, linksToDeleted, lostSections } from "../review/consequences.ts";
import { listChangeRequests } from "../review/list-change-requests.ts";
import {
  blockerReads,
  changedOnBothSides,
  mergeBlockers,
  unfinishedNotes,
  verdictLine,
  verdictReads,
} from "../review/merge-blockers.ts";
import { defineTool, named } from "../tool.ts";

/** Tokens reserved for the verdict and the line that says how to continue. */
const noteTokens = 150;

/** The most pages with conflicts that a note names. */
const maxPagesNamed = 8;

/** Changes per request; the limit of the service. */
const maxChanges = 1000;

export const showChanges = defineTool({
  name: "show_changes",
  title: "Show what a change request changes",
  description:
    "List change requests (merged: the history), those that change `page`, or show one for review: diffs, conflicts, broken links, unmet rules.",
  toolset: "changes",
  uses: [
    changeRequestContent.changes,
    changeRequestContent.reusableContent,
    reusableContents.get,
    revisions.listPages,
    changeRequestContent.page,
    ...blockerReads,
    ...usedTo.readTree,
    changeRequests.listInOrganization,
    ...verdictReads,
    ...linkReads,
    ...usedTo.findContent,
  ],
  input: {
    space: named.space.optional(),
    change_request: named.changeRequest.optional(),
    status: ChangeRequestStatus.default("open").describe("Of those listed"),
    page: named.page.optional().describe("Only this page"),
    revisions: z.string().max(200).optional().describe("Diff of `page`: old..new, or old to now"),
    cursor: named.cursor,
  },
  async run(input, context): Promise<ToolResult> {
    if (input.revisions !== undefined) {
      const { page, revisions: between } = input;
      if (page === undefined) throw new ToolError("`revisions` compares one page: give it as `page`.");
      return pageDiff({ ...input, page, revisions: between }, context);
    }
    if (namesNone(input)) return listChangeRequests(input, context);
    return showOne(input, context);
  },
});

interface Input {
  readonly space?: string | undefined;
  readonly change_request?: string | undefined;
  readonly page?: string | undefined;
  readonly cursor?: string | undefined;
}

const namesNone = (input: Input) =>
  input.change_request === undefined &&
  [input.space, input.page].every((name) => readLink(name ?? "")?.changeRequest === undefined);

async function showOne(input: Input, context: ToolContext): Promise<ToolResult> {
  const { client, signal } = context;
  const draft = await findDraft(input, context);
  const names = { spaceId: draft.space.id, changeRequestId: draft.changeRequest.id, limit: maxChanges };
  const found = await client.changeRequestContent.changes(names, { signal });
  const entries = toEntries(found).filter(
    ({ page }) => input.page === undefined || (page !== undefined && isAbout(page, input.page)),
  );
  const subject = ["show_changes", draft.space.id, draft.changeRequest.id, input.page];
  const start = parseStart(input.cursor, subject, draft);
  const heading = formatHeading(draft, entries);
  if (entries.length === 0) return { text: [heading, noChangesText(input.page), ...unfinishedNotes(found)].join("\n") };

  const fences = fenceSet();
  const lead = start.entry === 0 && start.line === 0 ? await presentDescription(draft, fences, context) : [];
  const { lines: after, clear } =
    start.entry === 0 && start.line === 0 ? await notes(draft, found, context) : { lines: [], clear: noneClear };
  const spent = [heading, ...lead, ...after].reduce((sum, text) => sum + estimateTokens(text) + 1, noteTokens);
  const availableTokens = context.answerTokens - spent;
  const trees = new PageTrees(draft, context);
  const wanted = { entries, start, inFull: input.page !== undefined, trees, fences };
  const { blocks, next, linksWork } = await show(wanted, availableTokens, draft, context);
  const isWhole = next === undefined && input.page === undefined && (found.more ?? 0) === 0;
  const verdict = formatVerdict({ ...clear, links: clear.links && linksWork && isWhole });
  const more =
    next === undefined
      ? []
      : [
          `There is more: the same arguments with "cursor": "${encodeCursor(subject, [draft.revision, next.entry, next.line])}".`,
        ];
  const explained = [...lead, ...blocks].some((block) => block.includes("\n<")) ? [fences.explanation] : [];
  return { text: [heading, ...explained, ...lead, ...blocks, ...after, ...verdict, ...more].join("\n") };
}

/** What was checked completely and found to be correct. */
interface Clear {
  readonly conflicts: boolean;
  readonly links: boolean;
  readonly rules: boolean;
}

const noneClear: Clear = { conflicts: false, links: false, rules: false };

function formatVerdict({ conflicts, links, rules }: Clear): string[] {
  const parts = [
    ...(conflicts ? ["no conflicts"] : []),
    ...(links ? ["no links to missing or deleted pages, or to renamed or removed headings"] : []),
    ...(rules ? ["no unmet merge rules"] : []),
  ];
  return parts.length === 0 ? [] : [`Checked: ${parts.join(", ")}.`];
}

interface Start {
  readonly entry: number;
  /** Line of that entry's diff. */
  readonly line: number;
}

function parseStart(cursor: string | undefined, subject: readonly unknown[], draft: DraftContent): Start {
  if (cursor === undefined) return { entry: 0, line: 0 };
  const [revision, entry, line] = decodeCursor(cursor, subject, ["", 0, 0]);
  if (revision === draft.revision) return { entry, line };
  throw new ToolError("The change request was edited since this cursor was issued. Leave it out to start over.");
}

function noChangesText(page: string | undefined): string {
  if (page === undefined) return "It changes nothing yet. edit_page and write_pages edit in it.";
  return `It changes no page ${quotedExcerpt(page, 200)}. Without \`page\` it shows every page it changes.`;
}

function formatHeading(draft: DraftContent, entries: readonly Entry[]): string {
  const { changeRequest } = draft;
  const author = changeRequest.createdBy === undefined ? "" : ` by ${quoted(changeRequest.createdBy.displayName)}`;
  const pages = entries.filter(({ page }) => page !== undefined).length;
  const files = entries.length - pages;
  const counts = [
    `${pages} ${pages === 1 ? "page" : "pages"}`,
    ...(files > 0 ? [`${files} ${files === 1 ? "file" : "files"}`] : []),
  ];
  return `In ${contentName(draft)}, ${changeRequest.status}${author}, revision ${draft.revision}: ${counts.join(" and ")} changed since revision ${getBaseRevision(changeRequest)}.`;
}

/** The description of the change request, by its author. */
async function presentDescription(
  { changeRequest }: DraftContent,
  fences: FenceSet,
  { answerTokens }: ToolContext,
): Promise<string[]> {
  const { description, createdBy } = changeRequest;
  const text = await toMarkdown(description);
  if (text.trim() === "") return [];
  const shown = text.slice(0, endWithin(text, 0, text.length, Math.floor(answerTokens / 8)));
  const author = createdBy === undefined ? "" : `, by ${quoted(createdBy.displayName)}`;
  return [`Description${author}:\n${fences.wrap(shown)}`];
}

interface Notes {
  readonly lines: readonly string[];
  readonly clear: Clear;
}

async function notes(draft: DraftContent, found: SemanticChanges, context: ToolContext): Promise<Notes> {
  const { changeRequest, space } = draft;
  const { more = 0 } = found;
  const [toDeleted, toLost, merge, verdict] = await Promise.all([
    linksToDeleted(draft, found, context),
    linksToLostAnchors(draft, found, context),
    isUnmerged(changeRequest) ? mergeNotes(draft, found, context) : undefined,
    verdictLine(draft, context),
  ]);
  const lines = [
    ...(more === 0 ? [] : [`${more} more changes are not listed.`]),
    ...toDeleted.lines,
    ...toLost.lines,
    ...(merge?.lines ?? []),
    ...unfinishedNotes(found),
    ...(isOutdated(changeRequest) ? [outdatedNote({ changeRequest, space })] : []),
    ...verdict,
  ];
  const links = merge !== undefined && toDeleted.complete && toDeleted.lines.length === 0 && toLost.complete;
  return { lines, clear: { ...(merge?.clear ?? noneClear), links } };
}

/** Which pages the space has changed too, and what a merge would run into now. */
async function mergeNotes(draft: DraftContent, found: SemanticChanges, context: ToolContext): Promise<Notes> {
  const { changeRequest } = draft;
  const sides = await changedOnBothSides(draft, found, context);
  const { conflicts, unmet, unchecked, complete } = await mergeBlockers(
    draft,
    found,
    { updateFirst: false, sides },
    context,
  );
  const others = sides.pages.length - maxPagesNamed;
  const named = sides.pages.slice(0, maxPagesNamed).map(({ id, title }) => `${quoted(title)} (${id})`);
  const lines = [
    ...(named.length === 0
      ? []
      : [`Also changed in the space: ${named.join(", ")}${others > 0 ? ` and ${others} more` : ""}.`]),
    ...(conflicts.length === 0 ? [] : [conflictNote(conflicts, changeRequest)]),
    ...(unmet.length === 0 ? [] : [`A merge lacks: ${unmet.join(" ")}`]),
    ...unchecked,
  ];
  const clear = {
    conflicts: complete && conflicts.length === 0,
    links: false,
    rules: complete && unmet.length === 0,
  };
  return { lines, clear };
}

/** An update keeps both sides of a conflicting passage until the conflict is resolved. */
function conflictNote(conflicts: readonly MergeConflict[], { number }: ChangeRequest): string {
  const pages = new Map(conflicts.map(({ page, title }) => [page, `${quoted(title)} (${page})`]));
  const others = pages.size - maxPagesNamed;
  const named = [...pages.values()].slice(0, maxPagesNamed).join(", ");
  const where = `${named}${others > 0 ? ` and ${others} more pages` : ""}`;
  const count = `${conflicts.length} ${conflicts.length === 1 ? "conflict" : "conflicts"}`;
  return `${count} with the space to resolve before a merge, on ${where}: edit_page each with "change_request": "${number}"; merge_change_request shows both sides.`;
}

const isUnmerged = ({ status }: ChangeRequest) => status === "open" || status === "draft";

const isOutdated = (changeRequest: ChangeRequest) => changeRequest.outdated && isUnmerged(changeRequest);

function outdatedNote({ changeRequest, space }: Pick<DraftContent, "changeRequest" | "space">): string {
  const names = { space: space.id, change_request: String(changeRequest.number), update_from_space: true };
  return `The space has changed since. update_change_request ${JSON.stringify(names)} brings its content in and names conflicts.`;
}

interface Wanted {
  readonly entries: readonly Entry[];
  readonly start: Start;
  /** Whether the text of computed pages is shown too. */
  readonly inFull: boolean;
  readonly trees: PageTrees;
  readonly fences: FenceSet;
}

/** Shown instead of the text of a computed page and of the pages below it, which are computed with it. */
function computedNote({ page }: Entry, source: ComputedSource, below: number): string {
  const pages = below === 0 ? "" : `, as ${below === 1 ? "is 1 changed page" : `are ${below} changed pages`} under it`;
  const text =
    page?.type === "computed" ? "They were not computed yet at this revision" : '"page" shows the text of one';
  return `  computed from ${sourceName(source)}${pages}. ${text}.`;
}

/** What the new text of a page removes, and which of its new links are broken. */
async function findConsequences(
  { before, after }: PageText,
  trees: PageTrees,
): Promise<{ lost: string[]; dead: string[] }> {
  if (after?.markdown === undefined) return { lost: [], dead: [] };
  const lost = before === undefined ? [] : await lostSections(before.markdown ?? "", after.markdown);
  return { lost, dead: await deadLinks(before, after, await trees.after()) };
}

/** The entries that fit, where the next answer continues, and whether all their new links work. */
async function show(
  { entries, start, inFull, trees, fences }: Wanted,
  tokens: number,
  draft: DraftContent,
  context: ToolContext,
): Promise<{ blocks: string[]; next: Start | undefined; linksWork: boolean }> {
  const blocks: string[] = [];
  const covered = new Set<Entry>();
  let left = tokens;
  let linksWork = true;
  for (let at = start.entry, from = start.line; at < entries.length; at += 1, from = 0) {
    const entry = entries[at];
    if (entry === undefined) break;
    if (covered.has(entry)) continue;
    context.progress(at, entries.length, "Comparing pages");
    const text = await readTextDiff(entry, draft, context);
    const { diff, computed } = text;
    const isSummarized = computed !== undefined && !inFull;
    const below = isSummarized ? textsBelow(entry, entries) : [];
    for (const other of below) covered.add(other);
    const lines = isSummarized ? [] : diff.slice(from);
    const head = `${entry.lines[0]}${from > 0 ? ", continued" : ""}`;
    const { lost, dead } = isSummarized || from > 0 ? { lost: [], dead: [] } : await findConsequences(text, trees);
    linksWork &&= !isSummarized && dead.length === 0;
    const notes = isSummarized
      ? [computedNote(entry, computed, below.length)]
      : from > 0
        ? []
        : [...(await trees.facts(entry)), ...lost, ...dead];
    const facts = [head, ...(from > 0 ? [] : entry.lines.slice(1)), ...notes].join("\n");
    left -= estimateTokens(facts) + 1;
    const fits = countWithin(lines, left - wrapTokens);
    if (blocks.length > 0 && (left < 0 || (fits === 0 && lines.length > 0)))
      return { blocks, next: { entry: at, line: from }, linksWork };
    const count = lines.length === 0 ? 0 : Math.max(1, fits);
    const shown = lines.slice(0, count).map((line) => (fits > 0 ? line : lineWithin(line, left - wrapTokens)));
    blocks.push(lines.length === 0 ? facts : `${facts}\n${fences.wrap(shown.join("\n"))}`);
    if (count < lines.length) return { blocks, next: { entry: at, line: from + count }, linksWork };
    left -= lines.length === 0 ? 0 : wrapTokens + shown.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
  }
  return { blocks, next: undefined, linksWork };
}

/** Tokens reserved for the lines around the diff. */
const diffNoteTokens = 160;

interface Names {
  readonly space?: string | undefined;
  readonly change_request?: string | undefined;
  readonly page: string;
  /** `old..new`, or only the earlier revision to compare it with the page as it is now. */
  readonly revisions: string;
}

/** What differs in a page between two revisions. */
async function pageDiff({ revisions, ...names }: Names, context: ToolContext): Promise<ToolResult> {
  const [from = "", to, ...rest] = revisions.split("..").map((revision) => revision.trim());
  if (from === "" || to === "" || rest.length > 0) {
    throw new ToolError(
      `\`revisions\` is ${quotedExcerpt(revisions, 100)}: give an earlier revision, or two as "old..new".`,
    );
  }
  const content = await findContent(names, context);
  const id = await resolvePageId(names.page, content, context);
  const [before, after] = await Promise.all([
    readPageAt(content, from, id, context),
    to === undefined ? readPageById(content, id, context) : readPageAt(content, to, id, context),
  ]);
  const last = to === undefined ? `now, revision ${content.revision}` : `revision ${to}`;
  const page = after ?? before;
  if (page === undefined) {
    throw new ToolError(`${contentName(content)} has page ${id} neither at revision ${from} nor at ${last}.`);
  }
  const compared = await compareTexts(before?.markdown ?? "", after?.markdown ?? "", context.signal);
  const heading = `Page ${quoted(page.title)} (id ${id}) of ${contentName(content)}, from revision ${from} to ${last}: ${changedLineCount(compared)}.`;
  const facts = [
    ...(before === undefined ? [`It was not there at revision ${from}.`] : []),
    ...(after === undefined ? ["It is no longer there."] : []),
    ...pathLine(before, after),
  ];
  const diff = fencedDiff(compared, page.title, context.answerTokens - diffNoteTokens);
  return { text: [heading, ...facts, diff].join("\n") };
}

/** A deleted page is named by its id. */
async function resolvePageId(name: string, content: Awaited<ReturnType<typeof findContent>>, context: ToolContext) {
  const index = new PageIndex(await readTree(content, context));
  if (!index.has(name) && /^[\w-]{8,}$/.test(name)) return name;
  return index.find(name, contentName(content)).page.id;
}

function pathLine(before: Page | undefined, after: Page | undefined): string[] {
  if (before?.path === undefined || after?.path === undefined || before.path === after.path) return [];
  return [`path: ${quoted(before.path)} → ${quoted(after.path)}`];
}
