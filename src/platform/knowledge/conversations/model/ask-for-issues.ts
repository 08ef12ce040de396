import { z } from "zod";
import { Impact } from "../../../../contract/models/conversation.ts";
import { shorten } from "../../../../markdown/text/trim.ts";
import { type Model, ModelProblem, plainLine, visibleLine } from "../../../kernel/language-model/index.ts";
import type { Analyst, ModelReply } from "../analyst.ts";
import { addTerms, extractTerms, type FoundIssue, type Talk } from "../terms.ts";

/** Maximum characters of one conversation, and of one message. */
const maxChars = { conversation: 8_000, message: 3_000 };

const maxIssues = 3;

const maxQuotes = 2;

const maxKeywords = 6;

const maxLength = { title: 120, problem: 600, keyword: 40 };

const Issue = z.object({
  title: z.string().min(1).max(400),
  problem: z.string().min(1).max(4_000),
  impact: Impact,
  quotes: z.array(z.string().max(4_000)).max(20),
  keywords: z.array(z.string().max(200)).max(30),
});

const Issues = z.object({ issues: z.array(Issue).max(20) });

const task = `You read one support conversation about a product and its documentation, and list the distinct problems that the person asking has, at most ${maxIssues}, the gravest first.
"title" names the problem in at most 12 words, in English, in general terms, without names of people or companies.
"problem" says it in one to three sentences, in English.
"impact" is "high" where people cannot continue, "medium" where there is a way around, "low" where it slows them a little.
"quotes" are one or two passages of messages whose role is "user" that show the problem, copied character by character.
"keywords" are two to six English words for the parts of the product that it is about, the usual word for each.
Courtesy, advertising, and what documentation has nothing to do with is no problem: answer an empty list then.`;

/** Finds the problems in a conversation with a model. */
export function askForIssues(analyst: Analyst, talk: Talk): Promise<ModelReply<FoundIssue[]>> {
  return analyst.ask((model) => issuesBy(model, analyst, talk));
}

async function issuesBy(model: Model, analyst: Analyst, { subject, parts }: Talk): Promise<FoundIssue[]> {
  const messages = parts.map(({ role, body }) => ({ role, text: analyst.masked(body) }));
  const data = JSON.stringify({
    ...(subject === undefined ? {} : { subject: analyst.masked(subject) }),
    messages: asMuchAsFits(messages),
  });
  const { issues } = await model.ask({ name: "issues", task, data, schema: Issues, answerTokens: 800 });
  const userTexts = [subject ?? "", ...messages.filter(({ role }) => role === "user").map(({ text }) => text)];
  const found = issues.slice(0, maxIssues).flatMap((issue) => readIssue(issue, userTexts, analyst) ?? []);
  if (found.length === 0 && issues.length > 0) {
    throw new ModelProblem("unusable", "quoted text that is not in the conversation");
  }
  return found;
}

/** Keeps issues with a quote: one that nothing in the conversation supports is dropped. */
function readIssue(
  { title, problem, impact, quotes, keywords }: z.infer<typeof Issue>,
  userTexts: readonly string[],
  analyst: Analyst,
): FoundIssue | undefined {
  const shown = quotes.flatMap((quote) => findQuote(quote, userTexts) ?? []).slice(0, maxQuotes);
  const plain = (text: string, limit: number) => plainLine(analyst.masked(text), limit);
  const line = plain(title, maxLength.title);
  const words = keywords.slice(0, maxKeywords).map((keyword) => plain(keyword, maxLength.keyword));
  if (shown.length === 0 || line === "") return undefined;
  const problemLine = plain(problem, maxLength.problem);
  return {
    title: line,
    details: [problemLine, ...shown.map((quote) => `“${quote}”`)].filter((paragraph) => paragraph !== ""),
    impact,
    terms: addTerms(
      extractTerms(line),
      extractTerms(words.join("\n")),
      extractTerms([line, problemLine, ...shown].join("\n")),
    ),
  };
}

interface Message {
  readonly role: string;
  readonly text: string;
}

/** The first messages, long ones cut: what people want is at the beginning. */
function asMuchAsFits(messages: readonly Message[]): Message[] {
  const fitting: Message[] = [];
  let remaining = maxChars.conversation;
  for (const { role, text } of messages) {
    if (remaining < 100) break;
    const part = shorten(text, Math.min(maxChars.message, remaining));
    fitting.push({ role, text: part });
    remaining -= part.length;
  }
  return fitting;
}

const minQuoteChars = 8;

const maxQuoteChars = 300;

/** Replaces characters one by one, so that offsets are the same in both. */
const evened = (text: string) =>
  text
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—]/g, "-");

/**
 * The passage that a model quotes, as it is in the asker's messages. Undefined if it is not there or too short to be
 * evidence.
 */
function findQuote(quote: string, messages: readonly string[]): string | undefined {
  const sought = evened(visibleLine(quote)).replace(/^["'.… ]+|["'.… ]+$/g, "");
  for (const message of messages) {
    const text = visibleLine(message);
    const at = evened(text).indexOf(sought);
    const isDistinctive = sought.length >= Math.min(minQuoteChars, text.length) && sought !== "";
    if (at !== -1 && isDistinctive) return text.slice(at, at + Math.min(sought.length, maxQuoteChars));
  }
  return undefined;
}
