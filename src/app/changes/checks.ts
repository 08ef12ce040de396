import type { MergeConflict } from "../../contract/models/change-request.ts";
import type { SemanticChanges } from "../../contract/models/semantic-change.ts";
import { type Child, h } from "../../site/index.ts";
import { linksToLostAnchors } from "../../tools/review/broken-anchors.ts";
import { linksToDeleted } from "../../tools/review/consequences.ts";
import { mergeBlockers, unfinishedNotes } from "../../tools/review/merge-blockers.ts";
import type { AppRequest } from "../app-request.ts";
import type { LoadedDraft } from "../content/content-frame.ts";
import { link } from "../layout/parts.ts";

/** Results of the checks before a merge. */
export interface Checks {
  /** Conflicts with the current space, which an update would leave unresolved. */
  readonly conflicts: readonly MergeConflict[];
  /** Unmet merge requirements, and why they could not be determined, if so. */
  readonly unmet: readonly string[];
  readonly links: readonly string[];
  readonly unfinished: readonly string[];
  readonly lost: readonly PageNotes[];
  readonly openComments: number;
}

/** What one page's text removes, and its broken links. */
export interface PageNotes {
  readonly title: string;
  readonly notes: readonly string[];
}

export const isUnmerged = ({ changeRequest: { status } }: LoadedDraft): boolean =>
  status === "open" || status === "draft";

export async function loadChecks(
  { tools }: AppRequest,
  draft: LoadedDraft,
  found: SemanticChanges,
  lost: readonly PageNotes[],
): Promise<Checks> {
  const [toDeleted, toLost, blockers] = await Promise.all([
    linksToDeleted(draft, found, tools),
    linksToLostAnchors(draft, found, tools),
    isUnmerged(draft) ? mergeBlockers(draft, found, { updateFirst: false }, tools) : undefined,
  ]);
  return {
    conflicts: blockers?.conflicts ?? [],
    unmet: [...(blockers?.unmet ?? []), ...(blockers?.unchecked ?? [])],
    links: [...toDeleted.lines, ...toLost.lines],
    unfinished: unfinishedNotes(found),
    lost,
    openComments: draft.changeRequest.comments,
  };
}

export const isMergeable = ({ conflicts, unmet }: Checks): boolean => conflicts.length === 0 && unmet.length === 0;

export function drawChecks(request: AppRequest, draft: LoadedDraft, checks: Checks): Child {
  const { conflicts, unmet, links, unfinished, lost, openComments } = checks;
  const conflicted = request.href({ kind: "content", ...draft.name }, { show: "conflicts" });
  const check = (isFine: boolean, fine: string, problem: Child) =>
    h("li", { class: isFine ? "check fine" : "check problem" }, isFine ? fine : problem);
  const titledList = (title: string, lines: readonly string[]) => [
    title,
    h(
      "ul",
      {},
      lines.map((line) => h("li", {}, line.trim().replace(/^- /, ""))),
    ),
  ];
  const lostLines = lost.flatMap(({ title, notes }) => notes.map((note) => `${title}: ${note.trim()}`));
  return h(
    "section",
    { "aria-labelledby": "checks" },
    h("h2", { id: "checks" }, "Checks"),
    h(
      "ul",
      { class: "checks" },
      isUnmerged(draft) && [
        check(conflicts.length === 0, "No conflicts with the space", [
          link(conflicted, `${conflicts.length} ${conflicts.length === 1 ? "conflict" : "conflicts"} with the space`),
        ]),
        check(unmet.length === 0, "Every merge rule is met", titledList("A merge lacks:", unmet)),
      ],
      check(links.length === 0, "No links to deleted pages or lost headings", titledList("Broken links:", links)),
      check(
        lostLines.length === 0,
        "No sections lost, no new broken links",
        titledList("Sections and links:", lostLines),
      ),
      check(
        openComments === 0,
        "No open comments",
        link("#comments", `${openComments} open ${openComments === 1 ? "comment" : "comments"}`),
      ),
      unfinished.length > 0 && check(false, "", titledList("Not finished:", unfinished)),
    ),
  );
}
