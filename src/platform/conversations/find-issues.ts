import { setImmediate as immediate } from "node:timers/promises";
import { createId } from "../kernel/database/ids.ts";
import type { Row } from "../kernel/database/tables.ts";
import type { RunningJob } from "../kernel/jobs/job-kind.ts";
import type { Analyst } from "./analyst.ts";
import {
  countPendingConversations,
  findConversations,
  listPendingConversations,
  listReadWithoutModel,
  replaceIssues,
  updateConversation,
} from "./conversation-rows.ts";
import { extractIssues } from "./extract-issues.ts";
import { changedIssues, setChangedIssues } from "./issue-cluster-rows.ts";
import { gravest } from "./known-issues.ts";
import { askForIssues } from "./model/ask-for-issues.ts";
import type { FoundIssue, Talk } from "./terms.ts";

/** Conversations whose issues are stored at once; of a model, so many are asked for at once. */
const portion = { terms: 25, model: 4 };

/** How often a model is asked about a conversation of which it says nothing of use. */
const mostAttempts = 3;

interface Found {
  readonly row: Row<"conversation">;
  /** Undefined where those that are stored stay. */
  readonly issues: readonly FoundIssue[] | undefined;
  readonly by: "terms" | "model";
  /** How often the model said nothing of use. */
  readonly attempts: number;
}

export interface Findings {
  readonly conversations: number;
  /** Of these, how many a model read. */
  readonly byModel: number;
}

/** Looks for the issues of every conversation that waits for it, and then has the model read what it has not yet. */
export async function findIssues(organization: string, analyst: Analyst, job: RunningJob): Promise<Findings> {
  const waiting = await findPending(organization, analyst, job);
  const caughtUp = await catchUp(organization, analyst, job);
  return { conversations: waiting.conversations, byModel: waiting.byModel + caughtUp };
}

async function findPending(organization: string, analyst: Analyst, job: RunningJob): Promise<Findings> {
  const total = await job.read(({ queries }) => countPendingConversations(queries, organization));
  let done = 0;
  let byModel = 0;
  for (let after: string | undefined = ""; after !== undefined; ) {
    const from: string = after;
    const size = analyst.answers ? portion.model : portion.terms;
    const rows = await job.read(({ queries }) => listPendingConversations(queries, organization, from, size));
    const found = await Promise.all(rows.map((row) => issuesOf(row, analyst)));
    await store(job, organization, found);
    done += rows.length;
    byModel += found.filter(({ by }) => by === "model").length;
    job.progress(done, Math.max(total, done), "Looking for issues");
    after = rows.length < size ? undefined : rows.at(-1)?.id;
    await immediate();
  }
  return { conversations: done, byModel };
}

/** Has the model read the conversations that were read without it, as far as its means go. */
async function catchUp(organization: string, analyst: Analyst, job: RunningJob): Promise<number> {
  let read = 0;
  let before: readonly [string, string] | undefined;
  while (analyst.answers) {
    const limits = { attempts: mostAttempts, limit: portion.model };
    const from = before;
    const rows = await job.read(({ queries }) => listReadWithoutModel(queries, organization, from, limits));
    const found = await Promise.all(rows.map((row) => issuesByModel(row, analyst)));
    await store(job, organization, found);
    read += found.filter(({ by }) => by === "model").length;
    job.progress(read, undefined, "Reading what was read without a model");
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion.model) break;
    before = [last.created_at, last.id];
  }
  return read;
}

async function issuesOf(row: Row<"conversation">, analyst: Analyst): Promise<Found> {
  const found = await issuesByModel(row, analyst);
  return found.issues === undefined ? { ...found, issues: extractIssues(talkOf(row)) } : found;
}

async function issuesByModel(row: Row<"conversation">, analyst: Analyst): Promise<Found> {
  const attempts = row.model_attempts;
  if (!analyst.answers) return { row, issues: undefined, by: "terms", attempts };
  const said = await askForIssues(analyst, talkOf(row));
  if ("answer" in said) return { row, issues: said.answer, by: "model", attempts: 0 };
  return { row, issues: undefined, by: "terms", attempts: said.declined === "text" ? attempts + 1 : attempts };
}

const talkOf = (row: Row<"conversation">): Talk => ({
  id: row.id,
  subject: row.subject ?? undefined,
  parts: JSON.parse(row.parts) as Talk["parts"],
});

/** Stores what was found in conversations that have not changed meanwhile; the others stay to be looked at. */
async function store(job: RunningJob, organization: string, found: readonly Found[]): Promise<void> {
  if (found.length === 0) return;
  await job.step(async ({ queries, now }) => {
    const ids = found.map(({ row }) => row.id);
    const present = await findConversations(queries, organization, ids);
    let changed = await changedIssues(queries, organization);
    for (const { row, issues, by, attempts } of found) {
      const conversation = present.get(row.id);
      if (conversation?.version !== row.version || conversation.pending !== row.pending) continue;
      if (issues === undefined) {
        if (attempts !== row.model_attempts) await updateConversation(queries, row, { model_attempts: attempts });
        continue;
      }
      await replaceIssues(queries, row, issuesToStore(row, issues), createId);
      changed += issues.length;
      await updateConversation(queries, row, {
        pending: 2,
        analysis: by,
        model_attempts: attempts,
        processed_at: now,
        impact: gravest(issues.map(({ impact }) => impact)) ?? null,
      });
    }
    await setChangedIssues(queries, organization, changed);
  });
}

const issuesToStore = (row: Row<"conversation">, issues: readonly FoundIssue[]) =>
  issues.map(({ title, details, impact, terms }, position) => ({
    organization: row.organization,
    conversation: row.id,
    position,
    title,
    details: JSON.stringify(details),
    impact,
    source: row.source,
    terms: JSON.stringify(terms),
    created_at: row.created_at,
    ingested_at: row.ingested_at,
  }));
