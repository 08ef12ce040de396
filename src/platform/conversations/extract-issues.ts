import { shortened } from "../../markdown/text/trim.ts";
import { impactOfWording, soundsLikeTrouble } from "./known-issues.ts";
import { addTerms, type FoundIssue, has, type Talk, type TermCounts, termsOf, withAnswer } from "./terms.ts";

const longestTitle = 120;

const longestParagraph = 1_000;

const mostParagraphs = 3;

const mostIssues = 3;

const anotherMatter =
  /^(?:another (?:thing|question|problem|issue)|one more thing|also|separately|unrelated|second(?:ly)?|and by the way|by the way|on another note)\b/i;

const asks = /\?$|^(?:how|why|what|where|when|which|who|can|could|is|are|does|do|will)\b/i;

/** What somebody wrote about one thing, and what was answered. */
interface Matter {
  readonly sentences: string[];
  readonly answers: string[];
}

/**
 * The problems in a conversation as far as wording tells: what the person who asks wrote first, and what they begin
 * again later. A conversation that asks for nothing has none.
 */
export function extractIssues({ subject, parts }: Talk): FoundIssue[] {
  const issues: FoundIssue[] = [];
  const asked: TermCounts[] = [];
  for (const [index, { sentences, answers }] of mattersOf(parts).entries()) {
    const issue = issueOf(sentences, index === 0 ? (subject ?? "") : "");
    if (issue === undefined || asked.some((known) => isAlike(known, issue.terms))) continue;
    asked.push(issue.terms);
    issues.push({ ...issue, terms: withAnswer(issue.terms, termsOf(answers.join("\n"))) });
    if (issues.length === mostIssues) break;
  }
  return issues;
}

/** A new matter begins where somebody says so; an answer belongs to those that were begun since the answer before. */
function mattersOf(parts: Talk["parts"]): Matter[] {
  const matters: Matter[] = [{ sentences: [], answers: [] }];
  let open = 0;
  let answered = false;
  for (const { role, body } of parts) {
    const text = withoutSignature(body);
    if (role !== "user") {
      for (const { answers } of matters.slice(open)) answers.push(text);
      answered = true;
      continue;
    }
    for (const sentence of sentencesOf(text)) {
      const plain = withoutCourtesy(sentence);
      if (anotherMatter.test(plain) && (soundsLikeTrouble(plain) || asks.test(plain))) {
        if (answered) open = matters.length;
        answered = false;
        matters.push({ sentences: [], answers: [] });
      }
      matters.at(-1)?.sentences.push(plain);
    }
  }
  return matters.filter(({ sentences }) => sentences.length > 0);
}

function issueOf(sentences: readonly string[], subject: string): FoundIssue | undefined {
  const text = [subject, ...sentences].join("\n");
  const terms = addTerms(termsOf(subject), termsOf(sentences.join("\n")));
  const distinct = Object.keys(terms).length;
  const troubled = soundsLikeTrouble(text) || sentences.some((sentence) => asks.test(sentence));
  if (distinct === 0 || (distinct < 3 && !troubled)) return undefined;
  const telling = sentences.filter((sentence) => Object.keys(termsOf(sentence)).length > 0);
  const title = titleOf(telling, subject);
  const details = telling.slice(0, mostParagraphs).map((sentence) => shortened(sentence, longestParagraph));
  return { title, details: details.length > 0 ? details : [title], impact: impactOfWording(text), terms };
}

/** The first sentence that says what is wrong, with two words or more that tell of something. */
function titleOf(sentences: readonly string[], subject: string): string {
  const weight = (sentence: string) =>
    Math.min(Object.keys(termsOf(sentence)).length, 3) + (soundsLikeTrouble(sentence) || asks.test(sentence) ? 2 : 0);
  const best = sentences
    .slice(0, 6)
    .reduce((most, next) => (weight(next) > weight(most) ? next : most), sentences[0] ?? "");
  const title = Object.keys(termsOf(best)).length < 2 && subject !== "" ? subject : best === "" ? subject : best;
  return shortened(title.replace(/\s+/g, " ").trim(), longestTitle);
}

/** Whether a later matter is the first one over again. */
function isAlike(one: TermCounts, other: TermCounts): boolean {
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

/** A name begins with a capital; anything else after a greeting is what the person writes about. */
const greeting = new RegExp(
  `^(?:${greetings.map(eitherCase).join("|")})(?: (?:${addressed}|\\p{Lu}[\\p{L}.]*)){0,3}$`,
  "u",
);

const longest = 60;

const ending = /[,.!:;–—。、！]+\s*|\s-\s/gu;

/** A sentence without the greeting or thanks that it begins with, which end with a mark. */
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
  for (const mark of text.slice(0, longest).matchAll(ending)) {
    const before = text.slice(0, mark.index).trim();
    if (greeting.test(before) || phrases.test(before)) end = mark.index + mark[0].length;
  }
  return end;
}

const mostCharacters = 20_000;

const mostSentences = 200;

const signature =
  /(?:^|\s)(?:(?:best|kind|warm|many)\s+(?:regards|wishes|greetings)|regards|sincerely|yours|cheers,|(?:many )?thanks(?: in advance| again)?,)\s[\s\S]{0,400}$/iu;

/** A message without the lines with which somebody signs it. */
const withoutSignature = (text: string): string => text.replace(signature, "");

/** The sentences of a text, each on one line. */
function sentencesOf(text: string): string[] {
  return text
    .slice(0, mostCharacters)
    .split(/(?<=[.!?])\s+|\n+/)
    .map((sentence) => sentence.replace(/\s+/g, " ").trim())
    .filter((sentence) => sentence !== "")
    .slice(0, mostSentences);
}
