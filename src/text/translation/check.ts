import { scanInline } from "../inline.ts";
import { inlineText } from "../inline-text.ts";
import { markupOf } from "./hold.ts";
import { placeholder, placeholdersIn, release, type Segment } from "./segment.ts";

/** What at the start of a line makes it another block than a paragraph. */
const BLOCK_START = /^(?:#{1,6}(?=\s|$)|[-+*](?=\s|$)|\d{1,9}[.)](?=\s|$)|>|\||={2,}\s*$|-{2,}\s*$|`{3}|~{3}|\{%)/;
const VISIBLE_MARKS = /[*_~`[\]<>|{}]/g;
const BREAKS = /[\r\n\u2028\u2029\0]/;
/** A translation is seldom longer than this; what is, talks about something else. */
const mostLetters = (text: string) => 4 * text.length + 120;

/**
 * Why a translation cannot stand for a segment; undefined when it can. `kept` are words that stay as they are.
 * Everything that gives a translation is held to this, and so is what comes out of the memory.
 */
export function problemOf(segment: Segment, translation: string, kept: readonly string[] = []): string | undefined {
  if (translation.trim() === "") return "it is empty";
  if (BREAKS.test(translation)) return "it has more than one line";
  if (translation.length > mostLetters(segment.text)) return "it is far longer than what it translates";
  const lost = placeholderProblem(segment, translation);
  if (lost !== undefined) return lost;
  const released = release(translation, segment.held);
  const word = kept.find((term) => !released.includes(term));
  if (word !== undefined) return `it lacks ${JSON.stringify(word)}, which stays as it is`;
  if (segment.kind === "text") return markupProblem(segment.source, released);
  return segment.kind === "plain" ? undefined : attributeProblem(segment, translation);
}

function placeholderProblem({ held }: Segment, translation: string): string | undefined {
  const found = placeholdersIn(translation);
  const counts = new Map<number, number>();
  for (const number of found) counts.set(number, (counts.get(number) ?? 0) + 1);
  for (let number = 1; number <= held.length; number += 1) {
    const times = counts.get(number) ?? 0;
    if (times !== 1)
      return `it has ${placeholder(number - 1)} ${times === 0 ? "nowhere" : `${times} times`}; each stands once`;
  }
  if (found.length > held.length || /[⟦⟧]/.test(translation.replace(/⟦\d{1,4}⟧/g, ""))) {
    return "it has placeholders that the text has not";
  }
  return undefined;
}

function markupProblem(source: string, result: string): string | undefined {
  const [before, after] = [markupOf(source, noLabels), markupOf(result, noLabels)];
  if (before.length !== after.length || before.some((piece, index) => piece !== after[index])) {
    return "it adds, changes or joins markup, code or addresses";
  }
  if (linksOf(source) !== linksOf(result)) return "a link would become a picture, or a picture a link";
  const marks = (text: string) => inlineText(text).match(VISIBLE_MARKS)?.sort().join("") ?? "";
  if (marks(source) !== marks(result))
    return "emphasis or brackets would show as signs: put no space or sign inside them";
  if (kindOfStart(source) !== kindOfStart(result)) return "it begins like a list, a heading or a table";
  return undefined;
}

/** A reference by label stays one without its label being known, as its brackets are held. */
const noLabels: ReadonlySet<string> = new Set();

/** Which brackets are links' and images', and where each kind leads. */
const linksOf = (text: string) =>
  scanInline(text)
    .flatMap((token) => {
      if (token.kind !== "open" && token.kind !== "close") return [];
      const target = token.kind === "close" ? text.slice(token.start, token.end) : "";
      return [`${token.kind} ${token.linked} ${token.image} ${target}`];
    })
    .sort()
    .join("\n");

const kindOfStart = (text: string) => BLOCK_START.exec(text)?.[0].replace(/\d+/, "1") ?? "";

function attributeProblem({ kind, source }: Segment, translation: string): string | undefined {
  const signs = kind === "double" ? /["<>]|[{%]%|%\}/g : /['<>]|[{%]%|%\}/g;
  const before = source.match(signs)?.length ?? 0;
  const after = translation.match(signs)?.length ?? 0;
  return before === after ? undefined : `it has signs that end an attribute: ${kind === "double" ? '"' : "'"}, < or >`;
}
