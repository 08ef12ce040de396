import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import type { ComparisonBudget } from "../../markdown/versions/diff.ts";
import { Html } from "../html.ts";
import { aligning, createSimilarity } from "./align.ts";
import {
  comparable,
  getDepthChange,
  isTag,
  type Marked,
  markAll,
  markingWords,
  splitTokens,
  type Token,
} from "./mark-words.ts";

/** One block in two versions, with what differs marked. */
export interface MarkedBlock {
  readonly before: Html;
  readonly after: Html;
  /** Both combined; undefined if they cannot be combined, or share hardly anything. */
  readonly unified: Html | undefined;
}

/** Compares rendered blocks by words; tables and lists are compared by rows and items first. */
export function* markingChanges(before: Html, after: Html, budget: ComparisonBudget): WorkInSteps<MarkedBlock> {
  const [was, is] = [splitTokens(before.text), splitTokens(after.text)];
  const [wasRows, isRows] = [splitRows(was), splitRows(is)];
  const { unified, ...sides } =
    wasRows === undefined || isRows === undefined
      ? yield* markingWords(was, is, budget)
      : yield* markingRows(wasRows, isRows, budget);
  return {
    before: Html.trusted(sides.before),
    after: Html.trusted(sides.after),
    unified: unified === undefined ? undefined : Html.trusted(unified),
  };
}

/** The rows of a table or the items of a list, and the markup around them. */
interface Rows {
  readonly head: readonly Token[];
  readonly rows: readonly (readonly Token[])[];
  readonly tail: readonly Token[];
}

/** The first table body or list of the markup; undefined if there is none. */
function splitRows(tokens: readonly Token[]): Rows | undefined {
  const start = tokens.findIndex((token) => /^<(?:tbody|ul|ol)\b/.test(token)) + 1;
  if (start === 0) return undefined;
  const rows: (readonly Token[])[] = [];
  let [depth, from] = [0, start];
  for (let at = start; at < tokens.length; at += 1) {
    const token = tokens[at] ?? "";
    if (!isTag(token)) continue;
    depth += getDepthChange(token);
    if (depth < 0) return { head: tokens.slice(0, start), rows, tail: tokens.slice(at) };
    if (depth > 0 || !token.startsWith("</")) continue;
    rows.push(tokens.slice(from, at + 1));
    from = at + 1;
  }
  return undefined;
}

function* markingRows(was: Rows, is: Rows, budget: ComparisonBudget): WorkInSteps<Marked> {
  const aligned = yield* aligning({
    before: was.rows.map(toComparable),
    after: is.rows.map(toComparable),
    similarity: createSimilarity(was.rows, is.rows, toWords, budget),
    budget,
  });
  const parts: Marked[] = [yield* markingWords(was.head, is.head, budget)];
  for (const pair of aligned) {
    const [old, now] = [was.rows[pair.before ?? -1], is.rows[pair.after ?? -1]];
    parts.push(old === undefined || now === undefined ? markWhole(old, now) : yield* markingPair(old, now, budget));
    yield;
  }
  parts.push(yield* markingWords(was.tail, is.tail, budget));
  const isShared = aligned.some(({ before, after }) => before !== undefined && after !== undefined);
  return {
    before: parts.map(({ before }) => before).join(""),
    after: parts.map(({ after }) => after).join(""),
    unified:
      isShared && parts.every(({ unified }) => unified !== undefined)
        ? parts.map(({ unified }) => unified).join("")
        : undefined,
  };
}

/** A row in both versions. If its words cannot be combined, it is shown twice, unless it has other columns now. */
function* markingPair(was: readonly Token[], is: readonly Token[], budget: ComparisonBudget): WorkInSteps<Marked> {
  const words = yield* markingWords(was, is, budget);
  if (words.unified !== undefined || countCells(was) !== countCells(is)) return words;
  return { ...words, unified: withClass(words.before, "was") + withClass(words.after, "is") };
}

/** A row of one version only. */
function markWhole(was: readonly Token[] | undefined, is: readonly Token[] | undefined): Marked {
  const before = was === undefined ? "" : withClass(markAll(was, "del"), "was");
  const after = is === undefined ? "" : withClass(markAll(is, "ins"), "is");
  return { before, after, unified: before + after };
}

const countCells = (row: readonly Token[]) => row.filter((token) => /^<t[dh]\b/.test(token)).length;

const toWords = (row: readonly Token[]) => row.filter((token) => !isTag(token)).join("");

const toComparable = (row: readonly Token[]) => row.map(comparable).join("");

/** The markup of an element with a further class. */
function withClass(markup: string, name: "was" | "is"): string {
  const hasClass = /^<[^>]* class="/.test(markup);
  return hasClass ? markup.replace(' class="', ` class="${name} `) : markup.replace(/^<[a-z]+/, `$& class="${name}"`);
}
