import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import { type ComparisonBudget, diffingLineArrays, type Hunk } from "../../markdown/versions/diff.ts";

/** Markup in two versions, each with the words marked that only it has. */
export interface Marked {
  readonly before: string;
  readonly after: string;
  /** Both combined; undefined if they cannot be combined, or share hardly any words. */
  readonly unified: string | undefined;
}

/** A tag, a word, a space or punctuation. */
export type Token = string;

/** Splits rendered HTML, which is well-formed and has its text escaped. */
export const splitTokens = (markup: string): readonly Token[] =>
  markup.match(/<[^>]*>|&(?:\w+|#\d+);|[\p{L}\p{N}_]+|\s+|./gsu) ?? [];

/** Elements that may contain no deleted words. */
const withoutWords: ReadonlySet<string> = new Set("table thead tbody tr ul ol dl svg path colgroup select".split(" "));

const voidTags = /^<(?:br|hr|img|input|col|source|wbr)\b|\/>$/;

/** Largest share of changed words for showing both versions combined. */
const maxMarkedShare = 0.6;

export function* markingWords(
  was: readonly Token[],
  is: readonly Token[],
  budget: ComparisonBudget,
): WorkInSteps<Marked> {
  const hunks = yield* diffingLineArrays(was.map(comparable), is.map(comparable), budget);
  const beforeRanges = hunks.map(({ beforeStart, beforeEnd }) => [beforeStart, beforeEnd] as const);
  const afterRanges = hunks.map(({ afterStart, afterEnd }) => [afterStart, afterEnd] as const);
  return {
    before: markRanges(was, beforeRanges, "del"),
    after: markRanges(is, afterRanges, "ins"),
    unified: unite(was, is, hunks),
  };
}

/** Ids differ between versions of a page, so they are ignored when words are compared. */
export const comparable = (token: Token): string =>
  isTag(token) ? token.replace(/ (?:id|for|name|aria-[a-z]+)="[^"]*"/g, "") : token;

export const isTag = (token: Token): boolean => token.startsWith("<");

/** How a tag changes the number of open elements. */
export const getDepthChange = (tag: Token): -1 | 0 | 1 => (tag.startsWith("</") ? -1 : voidTags.test(tag) ? 0 : 1);

type Range = readonly [start: number, end: number];

function markRanges(tokens: readonly Token[], ranges: readonly Range[], element: "ins" | "del"): string {
  let markup = "";
  let at = 0;
  for (const [start, end] of ranges) {
    markup += tokens.slice(at, start).join("") + markAll(tokens.slice(start, end), element);
    at = end;
  }
  return markup + tokens.slice(at).join("");
}

/** Wraps words between tags in elements; tags stay unchanged, and pictures count as words. */
export function markAll(tokens: readonly Token[], element: "ins" | "del"): string {
  let markup = "";
  let words = "";
  const flush = () => {
    markup += words.trim() === "" ? words : `<${element}>${words}</${element}>`;
    words = "";
  };
  for (const token of tokens) {
    if (!isTag(token) || token.startsWith("<img ")) words += token;
    else {
      flush();
      markup += token.startsWith("<a ") ? withChangedTarget(token) : token;
    }
  }
  flush();
  return markup;
}

/** A link with the same text and a different target. */
const withChangedTarget = (tag: Token) => (tag.includes(' class="') ? tag : tag.replace("<a ", '<a class="changed" '));

/** The later version with deleted words of the earlier one in place. */
function unite(was: readonly Token[], is: readonly Token[], hunks: readonly Hunk[]): string | undefined {
  const open: string[] = [];
  let [markup, at, markedWords] = ["", 0, 0];
  const followTags = (tokens: readonly Token[]) => {
    for (const token of tokens) if (isTag(token)) follow(open, token);
  };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of hunks) {
    const same = is.slice(at, afterStart);
    followTags(same);
    markup += same.join("");
    const removed = was.slice(beforeStart, beforeEnd).filter((token) => !isTag(token) || token.startsWith("<img "));
    const added = is.slice(afterStart, afterEnd);
    if (removed.join("").trim() !== "") {
      if (withoutWords.has(open.at(-1) ?? "")) return undefined;
      markup += `<del>${removed.join("")}</del>`;
    }
    followTags(added);
    markup += markAll(added, "ins");
    markedWords += removed.length + added.length;
    at = afterEnd;
  }
  if (markedWords > maxMarkedShare * (was.length + is.length)) return undefined;
  return markup + is.slice(at).join("");
}

function follow(open: string[], tag: Token): void {
  const depth = getDepthChange(tag);
  if (depth < 0) open.pop();
  else if (depth > 0) open.push(/^<([a-z0-9-]+)/i.exec(tag)?.[1] ?? "");
}
