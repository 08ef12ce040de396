import { z } from "zod";
import { Impact } from "../../../contract/models/conversation.ts";
import { shortened } from "../../../markdown/text/trim.ts";
import { type Model, ModelProblem, plainLine, visibleLine } from "../../language-model/index.ts";
import type { Analyst, Said } from "../analyst.ts";
import { addTerms, type FoundIssue, type Talk, termsOf } from "../terms.ts";

/** Maximum characters of one conversation, and of one message. */
const mostCharacters = { conversation: 8_000, message: 3_000 };

const mostIssues = 3;

const mostQuotes = 2;

const mostKeywords = 6;

const longest = { title: 120, problem: 600, keyword: 40 };

const Issue = z.object({
  title: z.string().min(1).max(400),
  problem: z.string().min(1).max(4_000),
  impact: Impact,
  quotes: z.array(z.string().max(4_000)).max(20),
  keywords: z.array(z.string().max(200)).max(30),
});

const Issues = z.object({ issues: z.array(Issue).max(20) });

const task = `You read one support conversation about a product and its documentation, and list the distinct problems that the person asking has, at most ${mostIssues}, the gravest first.
"title" names the problem in at most 12 words, in English, in general terms, without names of people or companies.
"problem" says it in one to three sentences, in English.
"impact" is "high" where people cannot go on, "medium" where there is a way around, "low" where it slows them a little.
"quotes" are one or two passages of messages whose role is "user" that show the problem, copied character by character.
"keywords" are two to six English words for the parts of the product that it is about, the usual word for each.
Courtesy, advertising, and what documentation has nothing to do with is no problem: answer an empty list then.`;

/** Finds the problems in a conversation with a model. */
export function askForIssues(analyst: Analyst, talk: Talk): Promise<Said<FoundIssue[]>> {
  return analyst.ask((model) => issuesBy(model, analyst, talk));
}

async function issuesBy(model: Model, analyst: Analyst, { subject, parts }: Talk): Promise<FoundIssue[]> {
  const messages = parts.map(({ role, body }) => ({ role, text: analyst.masked(body) }));
  const data = JSON.stringify({
    ...(subject === undefined ? {} : { subject: analyst.masked(subject) }),
    messages: asMuchAsFits(messages),
  });
  const { issues } = await model.ask({ name: "issues", task, data, schema: Issues, answerTokens: 800 });
  const asked = [subject ?? "", ...messages.filter(({ role }) => role === "user").map(({ text }) => text)];
  const found = issues.slice(0, mostIssues).flatMap((issue) => readIssue(issue, asked, analyst) ?? []);
  if (found.length === 0 && issues.length > 0) {
    throw new ModelProblem("unusable", "quoted what nobody wrote");
  }
  return found;
}

/** Keeps issues with a quote: one that nothing in the conversation supports is dropped. */
function readIssue(
  { title, problem, impact, quotes, keywords }: z.infer<typeof Issue>,
  asked: readonly string[],
  analyst: Analyst,
): FoundIssue | undefined {
  const shown = quotes.flatMap((quote) => findQuote(quote, asked) ?? []).slice(0, mostQuotes);
  const plain = (text: string, most: number) => plainLine(analyst.masked(text), most);
  const line = plain(title, longest.title);
  const words = keywords.slice(0, mostKeywords).map((keyword) => plain(keyword, longest.keyword));
  if (shown.length === 0 || line === "") return undefined;
  const said = plain(problem, longest.problem);
  return {
    title: line,
    details: [said, ...shown.map((quote) => `“${quote}”`)].filter((paragraph) => paragraph !== ""),
    impact,
    terms: addTerms(termsOf(line), termsOf(words.join("\n")), termsOf([line, said, ...shown].join("\n"))),
  };
}

interface Message {
  readonly role: string;
  readonly text: string;
}

/** The first messages, long ones cut: what people want is at the beginning. */
function asMuchAsFits(messages: readonly Message[]): Message[] {
  const fitting: Message[] = [];
  let room = mostCharacters.conversation;
  for (const { role, text } of messages) {
    if (room < 100) break;
    const part = shortened(text, Math.min(mostCharacters.message, room));
    fitting.push({ role, text: part });
    room -= part.length;
  }
  return fitting;
}

const leastCharacters = 8;

const mostQuoteCharacters = 300;

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
    const isTelling = sought.length >= Math.min(leastCharacters, text.length) && sought !== "";
    if (at !== -1 && isTelling) return text.slice(at, at + Math.min(sought.length, mostQuoteCharacters));
  }
  return undefined;
}
