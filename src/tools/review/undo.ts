import { quotedExcerpt } from "../../client/excerpt.ts";
import type { ChangeRequest, MergeConflict } from "../../contract/models/change-request.ts";
import type { ContentChange } from "../../contract/models/content-change.ts";
import type { Space } from "../../contract/models/space.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { changeRequests } from "../../contract/operations/change-requests.ts";
import { pages } from "../../contract/operations/pages.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import type { TextComparison } from "../../markdown/versions/diff.ts";
import { mergingText } from "../../markdown/versions/merge.ts";
import { changedLineCount, compareTexts, fencedDiff, presentConflicts } from "../../present/changes.ts";
import { ToolError } from "../../present/tool-error.ts";
import { quoted } from "../../present/wording.ts";
import { type Content, changeRequestName, readPageAt, readPageById, readTree } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { looksLikeId, readLink } from "../../resolve/link.ts";
import { isAbout, PageIndex } from "../../resolve/pages.ts";
import { lookUp } from "../../resolve/reads.ts";
import { getBaseRevision, isPageChange, type PageChange } from "./changes.ts";

/** The most pages one call undoes: the limit of one request to the service. */
const maxPages = 50;

/** Changes per request; the limit of the service. */
const maxChanges = 1000;

/** Tokens reserved for what is around diffs and conflicts. */
const noteTokens = 600;

export const undoReads = [changeRequests.get, changeRequestContent.changes, pages.get, pages.list, revisions.getPage];

interface Diff {
  readonly title: string;
  readonly compared: TextComparison;
}

/** The plan for undoing a merged change request, made before anything is written. */
export interface Undo {
  readonly changes: readonly ContentChange[];
  readonly conflicts: readonly MergeConflict[];
  readonly diffs: readonly Diff[];
  /** What is undone and what is not, one line each. */
  readonly lines: readonly string[];
}

/**
 * Plans the undo of a merged change request, on one page or on all, and keeps later edits: its own
 * change is reversed and merged into the current text. In a conflict, the current text wins.
 */
export async function planUndo(
  name: string,
  page: string | undefined,
  space: Space,
  context: ToolContext,
): Promise<Undo> {
  const { client, signal } = context;
  const changeRequestId = (readLink(name)?.changeRequest ?? name).trim().replace(/^#(?=\d+$)/, "");
  const undone = looksLikeId(changeRequestId)
    ? await lookUp(client.changeRequests.get({ spaceId: space.id, changeRequestId }, { signal }))
    : undefined;
  if (undone === undefined) {
    throw new ToolError(
      `Space ${space.id} has no change request ${quotedExcerpt(name, 100)}. Name a merged one by its number: show_changes with "status": "merged" lists them.`,
    );
  }
  if (undone.status !== "merged") {
    throw new ToolError(
      `Change request ${changeRequestName(undone)} is ${undone.status}, so there is nothing of it to undo. show_changes with "status": "merged" lists those that are merged.`,
    );
  }
  const names = { spaceId: space.id, changeRequestId: undone.id, limit: maxChanges };
  const found = await client.changeRequestContent.changes(names, { signal });
  const all = found.changes.filter(isPageChange);
  const wanted = page === undefined ? all : all.filter((change) => isAbout(change.page, page));
  const ids = new Set(wanted.map((change) => change.page.id));
  if (ids.size === 0) {
    const which = page === undefined ? "no page" : `no page ${quoted(page)}`;
    throw new ToolError(
      `Change request ${changeRequestName(undone)} changed ${which}; show_changes shows what it did.`,
    );
  }
  if (ids.size > maxPages || found.more !== undefined) {
    throw new ToolError(
      `Change request ${changeRequestName(undone)} changed ${ids.size} pages or more; name one as \`page\`.`,
    );
  }
  // A restored page may belong under another restored page, so parents come first.
  const ordered = [...wanted].sort((one, other) => getDepth(one) - getDepth(other));
  const content = { space, changeRequest: undefined, revision: space.revision };
  const hasCreated = ordered.some(({ type }) => type === "page_created");
  const tree = new PageIndex(hasCreated ? await readTree(content, context) : []);
  const parts = await Promise.all(ordered.map((change) => planPageUndo(change, { undone, content, tree }, context)));
  const undo = {
    changes: parts.flatMap(({ changes = [] }) => changes),
    conflicts: parts.flatMap(({ conflicts = [] }) => conflicts),
    diffs: parts.flatMap(({ diffs = [] }) => diffs),
    lines: parts.flatMap(({ lines = [] }) => lines),
  };
  if (undo.changes.length > 0) return undo;
  throw new ToolError(
    [
      `Nothing of change request ${changeRequestName(undone)} can be undone, and nothing was created.`,
      ...presentUndo(undo, context),
    ].join("\n"),
  );
}

const getDepth = ({ page }: PageChange) => (page.path ?? "").split("/").length;

interface Undoing {
  readonly undone: ChangeRequest;
  /** The space's own. */
  readonly content: Content;
  readonly tree: PageIndex;
}

async function planPageUndo(
  change: PageChange,
  { undone, content, tree }: Undoing,
  context: ToolContext,
): Promise<Partial<Undo>> {
  const { id, title } = change.page;
  const named = `${quoted(title)} (${id})`;
  const [before, after, now] = await Promise.all([
    readPageAt(content, getBaseRevision(undone), id, context),
    readPageAt(content, undone.revision, id, context),
    readPageById(content, id, context),
  ]);
  switch (change.type) {
    case "page_moved":
      return { lines: [`- ${named}: its position stays; write_pages "move" moves it elsewhere.`] };
    case "page_created":
      if (now === undefined) return { lines: [`- ${named}: it is already gone.`] };
      if (now.markdown !== after?.markdown) {
        return {
          lines: [`- ${named}: it was edited since it was created, and stays; write_pages "delete" deletes it.`],
        };
      }
      if ((tree.byId(id)?.below ?? 0) > 0) {
        return {
          lines: [`- ${named}: there are pages under it, and it stays; write_pages "delete" deletes them all.`],
        };
      }
      return { changes: [{ operation: "delete_page", page: id }], lines: [`- ${named}: deleted`] };
    case "page_deleted":
      if (now !== undefined) return { lines: [`- ${named}: it is already back.`] };
      return {
        changes: [{ operation: "revert_page", page: id, revision: getBaseRevision(undone) }],
        lines: [`- ${named}: brought back`],
      };
  }
  const others = Object.keys(change.attributes).filter((name) => name !== "document" && name !== "title");
  const rest = others.length === 0 ? [] : [`  not undone: ${others.map((name) => quoted(name)).join(", ")}`];
  if (now?.markdown === undefined || before?.markdown === undefined || after?.markdown === undefined) {
    return { lines: [`- ${named}: it has no text now, or had none then, and stays as it is.`, ...rest] };
  }
  const merged = await new TimeSlices(context.signal).run(mergingText(after.markdown, now.markdown, before.markdown));
  const conflicts = (merged.conflicts ?? []).map(({ base, ours, theirs }) => ({
    page: id,
    title: now.title,
    path: now.path ?? "",
    kind: "text" as const,
    base,
    space: ours,
    changeRequest: theirs,
  }));
  if (merged.text === now.markdown) {
    const why = conflicts.length > 0 ? "every passage was edited since" : "its text has nothing of it left";
    return { conflicts, lines: [`- ${named}: ${why}.`, ...rest] };
  }
  const compared = await compareTexts(now.markdown, merged.text, context.signal);
  return {
    changes: [{ operation: "update_page", page: id, document: { markdown: merged.text } }],
    conflicts,
    diffs: [{ title: now.title, compared }],
    lines: [`- ${named}: ${changedLineCount(compared)}`, ...rest],
  };
}

/** What is undone, with diffs, and the passages edited since, with both sides. */
export function presentUndo({ lines, diffs, conflicts }: Undo, { answerTokens }: ToolContext): string[] {
  const availableTokens = Math.max(0, answerTokens - noteTokens - 40 * lines.length);
  const forConflicts = conflicts.length === 0 ? 0 : Math.floor(availableTokens / 2);
  const each = Math.floor((availableTokens - forConflicts) / Math.max(1, diffs.length));
  return [
    ...lines,
    ...diffs.map(({ title, compared }) => fencedDiff(compared, title, each)),
    ...(conflicts.length === 0
      ? []
      : [
          `Edited since, and left as in the space: ${conflicts.length} ${conflicts.length === 1 ? "passage" : "passages"}. "before" is what the change request wrote, its side the text before that; edit_page resolves them:`,
          presentConflicts(conflicts, forConflicts),
        ]),
  ];
}
