import { setImmediate as immediate } from "node:timers/promises";
import type { Impact } from "../../../contract/models/conversation.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import { type IssueFacts, listIssueFacts } from "./conversation-rows.ts";
import { allIssueClusters, changedIssues } from "./issue-cluster-rows.ts";
import type { TermCounts } from "./terms.ts";

export type KnownIssue = Omit<IssueFacts, "terms"> & { readonly terms: TermCounts };

/** All issues and clusters of an organization. */
export interface KnownIssues {
  readonly issues: readonly KnownIssue[];
  readonly clusters: readonly Row<"issue_cluster">[];
  /** Issues added or changed since all of them were last grouped. */
  readonly changed: number;
}

const portion = 1_000;

/** Nothing else changes issues and clusters while a job of the lane runs, so reading in batches is consistent. */
export async function readKnownIssues(job: RunningJob, organization: string): Promise<KnownIssues> {
  const issues: KnownIssue[] = [];
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const rows = await job.read(({ queries }) => listIssueFacts(queries, organization, from, portion));
    for (const row of rows) issues.push({ ...row, terms: JSON.parse(row.terms) as TermCounts });
    after = rows.length < portion ? undefined : rows.at(-1)?.id;
    await immediate();
  }
  const rest = await job.read(async ({ queries }) => ({
    clusters: await allIssueClusters(queries, organization),
    changed: await changedIssues(queries, organization),
  }));
  return { issues, ...rest };
}

const grave =
  /\b(?:urgent(?:ly)?|asap|block(?:ed|er|ing|s) (?:us|me|our|the|everyone|for)|is (?:a )?block(?:ed|er|ing)|outage|(?:is|are|site|service|everything) down|(?:in|on|our) production|data loss|lost (?:all|our|my|everything)|security (?:problem|issue|warning|hole|breach)|leak(?:ed|s)?|(?:nobody|no one|none of us) can|locked out|deadline|immediately|charged twice|billed twice|critical|can'?t .{0,30}at all|delete everything)\b/i;

const hindering =
  /\b(?:ca ?n['’]?t|cannot|could ?n['’]?t|could not|does ?n['’]?t|does not|do ?n['’]?t|did ?n['’]?t|is ?n['’]?t|are ?n['’]?t|wo ?n['’]?t|has ?n['’]?t|never|fail(?:s|ed|ing|ure)?|errors?|broken|breaks?|broke|wrong|missing|refuse[sd]?|reject(?:s|ed)?|crash(?:es|ed)?|stuck|lost|loses?|gone|vanish(?:es|ed)?|nothing|unable|stopp?(?:ed|s)?|timeout|times? out|invalid|expired|blank|stale|outdated|confus(?:es|ed|ing)|ignores?|not (?:work|show|load|update|appear|arrive)\w*|without)\b/i;

const avoidable = /\b(?:work ?arounds?|in the meantime|for now we)\b/i;

/** Severity by wording: what blocks people, what hinders them, and what they only ask. */
export function impactOfWording(text: string): Impact {
  if (grave.test(text)) return avoidable.test(text) ? "medium" : "high";
  return hindering.test(text) ? "medium" : "low";
}

export const soundsLikeTrouble = (text: string): boolean => hindering.test(text) || grave.test(text);

const order: readonly Impact[] = ["low", "medium", "high"];

export const gravest = (impacts: readonly Impact[]): Impact | undefined =>
  impacts.reduce<Impact | undefined>(
    (highest, impact) => (highest === undefined || order.indexOf(impact) > order.indexOf(highest) ? impact : highest),
    undefined,
  );

/** The highest severity that at least a quarter of the issues reach, so that one alarmed person does not decide it. */
export function commonImpact(impacts: readonly Impact[]): Impact {
  const reach = (impact: Impact) => impacts.filter((one) => order.indexOf(one) >= order.indexOf(impact)).length;
  return order.findLast((impact) => reach(impact) * 4 >= impacts.length) ?? "low";
}
