import { quotedExcerpt } from "../../client/excerpt.ts";
import type { MergeConflict } from "../../contract/models/change-request.ts";
import type { Page } from "../../contract/models/page.ts";
import type { MergeRule } from "../../contract/models/review.ts";
import type { SemanticChanges, UnfinishedWork } from "../../contract/models/semantic-change.ts";
import { organizations } from "../../contract/operations/organizations.ts";
import { pages } from "../../contract/operations/pages.ts";
import { reviews } from "../../contract/operations/reviews.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { TimeSlices } from "../../markdown/text/time-slices.ts";
import { mergingPageText } from "../../markdown/versions/page-limits.ts";
import { toMarkdown } from "../../present/document.ts";
import { quoted } from "../../present/wording.ts";
import { type DraftContent, readPageAt, readPageById } from "../../resolve/content.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { lookUp } from "../../resolve/reads.ts";
import { getBaseRevision } from "./changes.ts";

/** What prevents a change request from being merged. */
export interface MergeBlockers {
  readonly conflicts: readonly MergeConflict[];
  /** Whether all pages were checked for conflicts and all merge rules evaluated. */
  readonly complete: boolean;
  /** What is missing and who can do it, one sentence each. */
  readonly unmet: readonly string[];
  /** What only the merge itself will show, one sentence each. */
  readonly unchecked: readonly string[];
}

/** In addition to those of the verdicts. */
export const blockerReads = [organizations.get, pages.get, revisions.getPage];

const upToDate = "require_up_to_date_change_request";

const maxReviews = 100;

/** What would block a merge now, or after the change request has the space's content. Changes nothing. */
export async function mergeBlockers(
  draft: DraftContent,
  found: SemanticChanges,
  { updateFirst, sides }: { readonly updateFirst: boolean; readonly sides?: BothSides },
  context: ToolContext,
): Promise<MergeBlockers> {
  const met = (rule: string) => updateFirst && rule === upToDate;
  if (found.merge === undefined) {
    return fromReads(draft, found, { met, sides: sides ?? (await changedOnBothSides(draft, found, context)) }, context);
  }
  const { conflicts, moreConflicts, unmet, regardless } = found.merge;
  const sentences = unmet.filter(({ rule }) => !met(rule)).map(({ message }) => message);
  return {
    conflicts,
    complete: moreConflicts === undefined,
    unmet: [...sentences, ...(sentences.length > 0 && regardless !== undefined ? [regardless] : [])],
    unchecked: moreConflicts === undefined ? [] : [`${moreConflicts} more conflicts are not shown.`],
  };
}

/** For a service that cannot check a merge in advance. */
async function fromReads(
  draft: DraftContent,
  found: SemanticChanges,
  { met, sides }: { readonly met: (rule: string) => boolean; readonly sides: BothSides },
  context: ToolContext,
): Promise<MergeBlockers> {
  const [rules, submittedReviews] = await Promise.all([findRules(draft, context), readReviews(draft, context)]);
  const description = await toMarkdown(draft.changeRequest.description);
  const verdicts = (rules ?? [])
    .filter(({ rule }) => !met(rule))
    .map((rule) => evaluateRule(rule, draft, submittedReviews, description));
  const unmet = verdicts.flatMap((verdict) => (verdict !== undefined && verdict !== "unknown" ? [verdict] : []));
  // The service does not say who is calling; the caller may be one of them.
  const bypass = rules?.some(({ rule }) => rule === "allow_bypass") === true;
  const unknown = (rules ?? []).filter((_rule, at) => verdicts[at] === "unknown").map(({ rule }) => rule);
  return {
    conflicts: [...(found.conflicts ?? []), ...sides.pages.flatMap(({ conflicts }) => conflicts)],
    complete: rules !== undefined && unknown.length === 0 && sides.left === 0 && !(bypass && unmet.length > 0),
    unmet: bypass ? [] : unmet,
    unchecked: [
      ...(rules === undefined ? ["The merge rules could not be read."] : []),
      ...(bypass ? unmet.map((sentence) => `Unless the caller may bypass the rules: ${sentence}`) : []),
      ...(unknown.length > 0 ? [`Not checked: merge rule ${unknown.join(", ")}.`] : []),
      ...(sides.left > 0 ? [`${sides.left} changed pages were not compared with the space.`] : []),
    ],
  };
}

async function findRules({ space }: DraftContent, { client, signal }: ToolContext): Promise<MergeRule[] | undefined> {
  // Some services omit the member.
  const own = space.mergeRules as typeof space.mergeRules | undefined;
  if (own?.type === "none") return [];
  if (own?.type === "rules") return own.rules;
  const organizationId = space.organization;
  const { mergeRules } = (await lookUp(client.organizations.get({ organizationId }, { signal }))) ?? {};
  if (mergeRules === undefined) return undefined;
  return mergeRules.type === "rules" ? mergeRules.rules : [];
}

interface SubmittedReview {
  readonly reviewer: string;
  readonly approved: boolean;
}

async function readReviews(
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<SubmittedReview[]> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: maxReviews };
  const { items } = await client.reviews.list({ ...names, outdated: false }, { signal });
  return items.flatMap(({ outdated, reviewer, status }) =>
    outdated ? [] : [{ reviewer: reviewer.id, approved: status === "approved" }],
  );
}

/** What a rule still requires; `unknown` if it cannot be read. */
function evaluateRule(
  rule: MergeRule,
  { changeRequest }: DraftContent,
  submittedReviews: readonly SubmittedReview[],
  description: string,
): string | undefined {
  const approvers = new Set(submittedReviews.filter(({ approved }) => approved).map(({ reviewer }) => reviewer));
  const unless = (holds: boolean, sentence: string) => (holds ? undefined : sentence);
  switch (rule.rule) {
    case "allow_bypass":
      return undefined;
    case "require_specific_reviewers": {
      const missing = rule.users.filter((user) => !approvers.has(user));
      return unless(missing.length === 0, `It needs the approval of all of these users: ${missing.join(", ")}.`);
    }
    case "require_one_of_specific_reviewers": {
      const holds = rule.users.length === 0 || rule.users.some((user) => approvers.has(user));
      return unless(holds, `It needs the approval of one of these users: ${rule.users.join(", ")}.`);
    }
    case "require_at_least_one_review":
      return unless(submittedReviews.length > 0, "It needs a review by anyone with at least the role of a reviewer.");
    case "require_at_least_one_approved_review":
      return unless(approvers.size > 0, "It needs approval by anyone with at least the role of a reviewer.");
    case "require_all_reviews_approved":
      return unless(
        submittedReviews.every(({ approved }) => approved),
        "Everyone who reviewed it must approve.",
      );
    case upToDate:
      return unless(!changeRequest.outdated, "The space has changed since then: update the change request first.");
    case "require_change_request_subject":
      return unless(changeRequest.subject.trim() !== "", "It has no subject: anyone who may edit it can set one.");
    case "require_change_request_description":
      return unless(description.trim() !== "", "It has no description: anyone who may edit it can set one.");
    default:
      return "unknown";
  }
}

/** The most pages compared with the space's; each costs up to three reads. */
const maxCompared = 30;

/** A page that the space has changed since the change request was last updated from it. */
interface TwiceChanged {
  readonly id: string;
  readonly title: string;
  /** Where the texts of both sides cannot be merged. */
  readonly conflicts: readonly MergeConflict[];
}

interface BothSides {
  readonly pages: readonly TwiceChanged[];
  /** Changed pages that were not compared because there are too many. */
  readonly left: number;
}

/** Which of the pages that a change request changes the space has changed too, found by reading the pages. */
export async function changedOnBothSides(
  draft: DraftContent,
  { changes }: SemanticChanges,
  context: ToolContext,
): Promise<BothSides> {
  if (!draft.changeRequest.outdated) return { pages: [], left: 0 };
  const edited = new Map(
    changes.flatMap((change) =>
      change.type === "page_edited" || change.type === "page_deleted" ? [[change.page.id, change] as const] : [],
    ),
  );
  const compared = [...edited.values()].slice(0, maxCompared);
  const space = { space: draft.space, changeRequest: undefined, revision: draft.space.revision };
  const found = await Promise.all(
    compared.map(async ({ type, page }): Promise<TwiceChanged[]> => {
      const [base, now] = await Promise.all([
        readPageAt(draft, getBaseRevision(draft.changeRequest), page.id, context),
        readPageById(space, page.id, context),
      ]);
      if (base === undefined || isSame(base, now)) return [];
      const name = { page: page.id, title: page.title, path: page.path ?? "" };
      const twice = { id: page.id, title: page.title };
      if (now === undefined) {
        return [
          { ...twice, conflicts: type === "page_deleted" ? [] : [{ ...name, kind: "deleted_in_space" as const }] },
        ];
      }
      if (type === "page_deleted") {
        return [{ ...twice, conflicts: [{ ...name, kind: "deleted_in_change_request" as const }] }];
      }
      const own = await readPageAt(draft, draft.revision, page.id, context);
      const texts = [base.markdown ?? "", now.markdown ?? "", own?.markdown ?? ""] as const;
      const merged = await new TimeSlices(context.signal).run(mergingPageText(...texts));
      const conflicts = merged.conflicts.map(({ kept, incoming, ...conflict }) => ({
        ...name,
        ...conflict,
        space: kept,
        changeRequest: incoming,
      }));
      return [{ ...twice, conflicts }];
    }),
  );
  return { pages: found.flat(), left: edited.size - compared.length };
}

const isSame = (base: Page, now: Page | undefined) =>
  now !== undefined && base.markdown === now.markdown && base.title === now.title && base.path === now.path;

const maxPagesNamed = 5;

/** What is still being written into a change request and would be missing from a merge now. A sentence or two each. */
export function unfinishedNotes({ unfinished = [] }: SemanticChanges): string[] {
  const computed = unfinished.filter(({ kind }) => kind === "computed-pages");
  const underWay = computed.filter(({ state }) => state !== "failed");
  const failed = computed.filter(({ state }) => state === "failed");
  return [
    ...(underWay.length === 0
      ? []
      : [
          `Not finished: pages are still being computed from an OpenAPI specification under ${formatPages(underWay)}. Check again in a moment; if merged now, the space gets them a little later.`,
        ]),
    ...(failed.length === 0
      ? []
      : [
          `Not finished: no pages could be computed under ${formatPages(failed)}. The service says ${formatReason(failed[0])}.`,
        ]),
    ...unfinished.filter(({ kind }) => kind === "translation").map(translationNote),
  ];
}

function formatPages(work: readonly UnfinishedWork[]): string {
  const ids = [...new Set(work.flatMap(({ page }) => page ?? []))];
  const others = ids.length - maxPagesNamed;
  const named = `${ids.length === 1 ? "page" : "pages"} ${ids.slice(0, maxPagesNamed).join(", ")}`;
  return others > 0 ? `${named} and ${others} more` : named;
}

const formatReason = (work: UnfinishedWork | undefined) => quotedExcerpt(work?.reason ?? "nothing of why", 500);

function translationNote(work: UnfinishedWork): string {
  const run = `the run of a translation into ${quotedExcerpt(work.language ?? "another language", 40)}`;
  const later = "If merged now, its result comes in another change request.";
  switch (work.state) {
    case "failed":
      return `Not finished: ${run} failed. The service says ${formatReason(work)}. translate_space runs it again.`;
    case "running":
      return `Not finished: ${run} still writes to this change request. ${later}`;
    case "waiting":
      return `Not finished: ${run} has not ended and will write to this change request; translate_space shows what it waits for. ${later}`;
  }
}

const maxNamed = 5;

const maxVerdicts = 50;

export const verdictReads = [reviews.list, reviews.listRequestedReviewers];

/** Who approved a change request, who requested changes and whose review is pending, in one line; empty if no one. */
export async function verdictLine(
  { space, changeRequest }: DraftContent,
  { client, signal }: ToolContext,
): Promise<string[]> {
  const names = { spaceId: space.id, changeRequestId: changeRequest.id, limit: maxVerdicts };
  const [submittedReviews, requests] = await Promise.all([
    client.reviews.list({ ...names, outdated: false }, { signal }),
    client.reviews.listRequestedReviewers(names, { signal }),
  ]);
  const inForce = submittedReviews.items.filter(({ outdated }) => !outdated);
  const by = (verdict: string) =>
    inForce.filter(({ status }) => status === verdict).map(({ reviewer }) => reviewer.displayName);
  const awaited = requests.items.map((request) =>
    request.kind === "user" ? request.user.displayName : `team ${request.team.id}`,
  );
  const parts = [
    ...describePeople("approved by", by("approved")),
    ...describePeople("changes asked for by", by("changes-requested")),
    ...describePeople("awaited from", awaited),
  ];
  return parts.length === 0 ? [] : [`Reviews: ${parts.join("; ")}.`];
}

function describePeople(what: string, people: readonly string[]): string[] {
  if (people.length === 0) return [];
  const others = people.length - maxNamed;
  const named = people
    .slice(0, maxNamed)
    .map((name) => quoted(name))
    .join(", ");
  return [`${what} ${named}${others > 0 ? ` and ${others} more` : ""}`];
}
