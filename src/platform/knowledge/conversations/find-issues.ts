import { setImmediate as immediate } from "node:timers/promises";
import { shorten } from "../../../markdown/text/trim.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { RunningJob } from "../../kernel/jobs/job-kind.ts";
import type { Analyst } from "./analyst.ts";
import {
  countPendingConversations,
  findConversations,
  listPendingConversations,
  listReadWithoutModel,
  replaceIssues,
  updateConversation,
} from "./conversation-rows.ts";
import { changedIssues, setChangedIssues } from "./issue-cluster-rows.ts";
import { gravest, impactOfWording, soundsLikeTrouble } from "./known-issues.ts";
import { askForIssues } from "./model/ask-for-issues.ts";
import { addTerms, extractTerms, type FoundIssue, has, type Talk, type TermCounts, withAnswer } from "./terms.ts";

/** Conversations per batch: stored at once, and sent to a model at once. */
const portion = { terms: 25, model: 4 };

/** How often a model is asked about a conversation without a usable result. */
const maxAttempts = 3;

interface Found {
  readonly row: Row<"conversation">;
  /** Undefined if the stored ones stay. */
  readonly issues: readonly FoundIssue[] | undefined;
  readonly by: "terms" | "model";
  /** Number of unusable model results. */
  readonly attempts: number;
}

export interface Findings {
  readonly conversations: number;
  /** How many of these a model read. */
  readonly byModel: number;
}

/** Finds the issues of every pending conversation, then has the model read those it has not read. */
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
    const size = analyst.isAvailable ? portion.model : portion.terms;
    const rows = await job.read(({ queries }) => listPendingConversations(queries, organization, from, size));
    const found = await Promise.all(rows.map((row) => analyzeConversation(row, analyst)));
    await store(job, organization, found);
    done += rows.length;
    byModel += found.filter(({ by }) => by === "model").length;
    job.progress(done, Math.max(total, done), "Looking for issues");
    after = rows.length < size ? undefined : rows.at(-1)?.id;
    await immediate();
  }
  return { conversations: done, byModel };
}

/** Has the model read conversations that were read without it, within its token budget. */
async function catchUp(organization: string, analyst: Analyst, job: RunningJob): Promise<number> {
  let read = 0;
  let before: readonly [string, string] | undefined;
  while (analyst.isAvailable) {
    const limits = { attempts: maxAttempts, limit: portion.model };
    const from = before;
    const rows = await job.read(({ queries }) => listReadWithoutModel(queries, organization, from, limits));
    const found = await Promise.all(rows.map((row) => issuesByModel(row, analyst)));
    await store(job, organization, found);
    read += found.filter(({ by }) => by === "model").length;
    job.progress(read, undefined, "Rereading conversations that were read without a model");
    const last = rows.at(-1);
    if (last === undefined || rows.length < portion.model) break;
    before = [last.created_at, last.id];
  }
  return read;
}

async function analyzeConversation(row: Row<"conversation">, analyst: Analyst): Promise<Found> {
  const found = await issuesByModel(row, analyst);
  return found.issues === undefined ? { ...found, issues: extractIssues(toTalk(row)) } : found;
}

async function issuesByModel(row: Row<"conversation">, analyst: Analyst): Promise<Found> {
  const attempts = row.model_attempts;
  if (!analyst.isAvailable) return { row, issues: undefined, by: "terms", attempts };
  const reply = await askForIssues(analyst, toTalk(row));
  if ("answer" in reply) return { row, issues: reply.answer, by: "model", attempts: 0 };
  return { row, issues: undefined, by: "terms", attempts: reply.declined === "text" ? attempts + 1 : attempts };
}

const toTalk = (row: Row<"conversation">): Talk => ({
  id: row.id,
  subject: row.subject ?? undefined,
  parts: JSON.parse(row.parts) as Talk["parts"],
});

/** Stores the issues of conversations that have not changed in the meantime; the others stay pending. */
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

const maxTitleLength = 120;

const maxParagraphLength = 1_000;

const maxParagraphs = 3;

const maxIssues = 3;

const anotherMatter =
  /^(?:another (?:thing|question|problem|issue)|one more thing|also|separately|unrelated|second(?:ly)?|and by the way|by the way|on another note)\b/i;

const questionPattern = /\?$|^(?:how|why|what|where|when|which|who|can|could|is|are|does|do|will)\b/i;

/** Messages about one matter, and the replies to them. */
interface Matter {
  readonly sentences: string[];
  readonly replies: string[];
}

/**
 * Finds the problems in a conversation from its wording: the asker's first message, and later messages that start a
 * new matter. A conversation that asks for nothing has none.
 */
export function extractIssues({ subject, parts }: Talk): FoundIssue[] {
  const issues: FoundIssue[] = [];
  const knownTerms: TermCounts[] = [];
  for (const [index, { sentences, replies }] of splitMatters(parts).entries()) {
    const issue = extractIssue(sentences, index === 0 ? (subject ?? "") : "");
    if (issue === undefined || knownTerms.some((known) => isSimilar(known, issue.terms))) continue;
    knownTerms.push(issue.terms);
    issues.push({ ...issue, terms: withAnswer(issue.terms, extractTerms(replies.join("\n"))) });
    if (issues.length === maxIssues) break;
  }
  return issues;
}

/** A new matter starts with an explicit phrase; a reply belongs to the matters started since the previous reply. */
function splitMatters(parts: Talk["parts"]): Matter[] {
  const matters: Matter[] = [{ sentences: [], replies: [] }];
  let open = 0;
  let hasReply = false;
  for (const { role, body } of parts) {
    const text = withoutSignature(body);
    if (role !== "user") {
      for (const { replies } of matters.slice(open)) replies.push(text);
      hasReply = true;
      continue;
    }
    for (const sentence of splitSentences(text)) {
      const plain = withoutCourtesy(sentence);
      if (anotherMatter.test(plain) && (soundsLikeTrouble(plain) || questionPattern.test(plain))) {
        if (hasReply) open = matters.length;
        hasReply = false;
        matters.push({ sentences: [], replies: [] });
      }
      matters.at(-1)?.sentences.push(plain);
    }
  }
  return matters.filter(({ sentences }) => sentences.length > 0);
}

function extractIssue(sentences: readonly string[], subject: string): FoundIssue | undefined {
  const text = [subject, ...sentences].join("\n");
  const terms = addTerms(extractTerms(subject), extractTerms(sentences.join("\n")));
  const distinct = Object.keys(terms).length;
  const troubled = soundsLikeTrouble(text) || sentences.some((sentence) => questionPattern.test(sentence));
  if (distinct === 0 || (distinct < 3 && !troubled)) return undefined;
  const meaningful = sentences.filter((sentence) => Object.keys(extractTerms(sentence)).length > 0);
  const title = selectTitle(meaningful, subject);
  const details = meaningful.slice(0, maxParagraphs).map((sentence) => shorten(sentence, maxParagraphLength));
  return { title, details: details.length > 0 ? details : [title], impact: impactOfWording(text), terms };
}

/** The first sentence that describes a problem, with at least two meaningful words. */
function selectTitle(sentences: readonly string[], subject: string): string {
  const weight = (sentence: string) =>
    Math.min(Object.keys(extractTerms(sentence)).length, 3) +
    (soundsLikeTrouble(sentence) || questionPattern.test(sentence) ? 2 : 0);
  const best = sentences
    .slice(0, 6)
    .reduce((leading, next) => (weight(next) > weight(leading) ? next : leading), sentences[0] ?? "");
  const title = Object.keys(extractTerms(best)).length < 2 && subject !== "" ? subject : best === "" ? subject : best;
  return shorten(title.replace(/\s+/g, " ").trim(), maxTitleLength);
}

/** Whether a later matter repeats the first one. */
function isSimilar(one: TermCounts, other: TermCounts): boolean {
  const theirs = Object.keys(other);
  const both = theirs.filter((term) => has(one, term)).length;
  return both * 2 >= theirs.length;
}

const greetings = [
  ..."hi,hello,hey,dear,good morning,good afternoon,good evening,good day,hallo,guten tag,guten morgen,bonjour,bonsoir,hola".split(
    ",",
  ),
  "buenos días",
];

const addressed = "there|all|team|everyone|everybody|folks|support|guys|zusammen|à tous|Team|Support";

const phrases =
  /^(?:(?:i )?hope (?:you are|you're|this finds you|all is) [^.!?,]{1,20}|(?:many )?thanks(?: a lot| in advance| again| so much)?|thank you(?: very much| in advance| so much)?|cheers|best|(?:kind |best |warm )?regards|(?:a )?quick question|お世話になっております|こんにちは)$/iu;

const eitherCase = (words: string) => words.replace(/\b\p{Ll}/gu, (letter) => `[${letter}${letter.toUpperCase()}]`);

/** A name starts with a capital; anything else after a greeting belongs to the text. */
const greeting = new RegExp(
  `^(?:${greetings.map(eitherCase).join("|")})(?: (?:${addressed}|\\p{Lu}[\\p{L}.]*)){0,3}$`,
  "u",
);

const maxCourtesyLength = 60;

const ending = /[,.!:;–—。、！]+\s*|\s-\s/gu;

/** Removes a greeting or thanks, up to its punctuation mark, from the start of a sentence. */
export function withoutCourtesy(sentence: string): string {
  let rest = sentence;
  for (;;) {
    const end = endOfCourtesy(rest);
    if (end === undefined) return rest;
    rest = rest.slice(end);
  }
}

function endOfCourtesy(text: string): number | undefined {
  let end: number | undefined;
  for (const mark of text.slice(0, maxCourtesyLength).matchAll(ending)) {
    const before = text.slice(0, mark.index).trim();
    if (greeting.test(before) || phrases.test(before)) end = mark.index + mark[0].length;
  }
  return end;
}

const maxChars = 20_000;

const maxSentences = 200;

const signature =
  /(?:^|\s)(?:(?:best|kind|warm|many)\s+(?:regards|wishes|greetings)|regards|sincerely|yours|cheers,|(?:many )?thanks(?: in advance| again)?,)\s[\s\S]{0,400}$/iu;

/** Removes signature lines from a message. */
const withoutSignature = (text: string): string => text.replace(signature, "");

/** The sentences of a text, each on one line. */
function splitSentences(text: string): string[] {
  return text
    .slice(0, maxChars)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "")
    .slice(0, maxSentences);
}
