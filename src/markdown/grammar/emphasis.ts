import type { Range } from "../text/ranges.ts";
import type { InlineToken } from "./inline.ts";

export type Emphasis = "emphasis" | "strong" | "strikethrough";

/** A run of `*`, `_` or `~`. */
export interface DelimiterRun {
  character: string;
  length: number;
  /** How many delimiters stay text, between those that close and those that open. */
  left: number;
  canOpen: boolean;
  canClose: boolean;
  /** Innermost first. */
  opens: Emphasis[];
  closes: Emphasis[];
}

/** The most runs of one text that are paired, well above any real paragraph. */
const maxRuns = 20_000;

/**
 * What the delimiters among the tokens of a text open and close. The text of a link is paired separately. Delimiters
 * after the first 20,000 runs stay text and are not returned.
 */
export function pairEmphasis(source: string, tokens: readonly InlineToken[]): Map<InlineToken, DelimiterRun> {
  const found = new Map<InlineToken, DelimiterRun>();
  let runs: DelimiterRun[] = [];
  const around: DelimiterRun[][] = [];
  for (const token of tokens) {
    if (token.kind === "delimiter") {
      if (found.size === maxRuns) continue;
      const run = readRun(source, token);
      found.set(token, run);
      runs.push(run);
    } else if (token.kind === "open" && token.linked) {
      around.push(runs);
      runs = [];
    } else if (token.kind === "close" && token.linked) {
      pair(runs);
      runs = around.pop() ?? [];
    }
  }
  pair(runs);
  return found;
}

/** The number of delimiters of a run that one mark uses. */
export function getMarkWidth(mark: Emphasis, { length }: DelimiterRun): number {
  if (mark === "strikethrough") return length;
  return mark === "strong" ? 2 : 1;
}

function readRun(source: string, { start, end }: Range): DelimiterRun {
  const character = source.charAt(start);
  const length = end - start;
  const sides = flanking(
    character,
    characterBefore(source, start),
    String.fromCodePoint(source.codePointAt(end) ?? 32),
  );
  const open = character !== "~" || length < 3;
  const { canOpen, canClose } = sides;
  return {
    character,
    length,
    left: length,
    canOpen: open && canOpen,
    canClose: open && canClose,
    opens: [],
    closes: [],
  };
}

function characterBefore(source: string, at: number): string {
  const unit = source.charAt(at - 1);
  return /[\udc00-\udfff]/.test(unit) ? source.slice(at - 2, at) : unit;
}

function flanking(character: string, before: string, after: string): { canOpen: boolean; canClose: boolean } {
  const spaceBefore = before.trim() === "";
  const spaceAfter = after.trim() === "";
  const markBefore = isMark(character, before);
  const markAfter = isMark(character, after);
  const left = !spaceAfter && (!markAfter || spaceBefore || markBefore);
  const right = !spaceBefore && (!markBefore || spaceAfter || markAfter);
  if (character !== "_") return { canOpen: left, canClose: right };
  return { canOpen: left && (!right || markBefore), canClose: right && (!left || markAfter) };
}

/** Whether punctuation is next to a run; `~` may be between emphasis and its word. */
function isMark(character: string, adjacent: string): boolean {
  return /[\p{P}\p{S}]/u.test(adjacent) && (character === "~" || adjacent !== "~");
}

/** Pairs the runs that open and close emphasis, innermost first, as in CommonMark. */
function pair(runs: readonly DelimiterRun[]): void {
  const stack: DelimiterRun[] = [];
  /** Stack height below which no run opens what a run of this kind closes. */
  const bottoms = new Map<string, number>();
  for (const run of runs) {
    while (run.canClose && run.left > 0) {
      const kind = `${run.character}${run.canOpen}${run.character === "~" ? run.length : run.length % 3}`;
      const bottom = Math.min(bottoms.get(kind) ?? 0, stack.length);
      let index = stack.length - 1;
      while (index >= bottom && !fits(stack[index], run)) index -= 1;
      const opener = index >= bottom ? stack[index] : undefined;
      if (!opener) {
        bottoms.set(kind, stack.length);
        break;
      }
      stack.length = index + 1;
      for (const [other, height] of bottoms) if (height > stack.length) bottoms.set(other, stack.length);
      const mark = run.character === "~" ? "strikethrough" : opener.left > 1 && run.left > 1 ? "strong" : "emphasis";
      opener.opens.push(mark);
      run.closes.push(mark);
      const width = getMarkWidth(mark, run);
      opener.left -= width;
      run.left -= width;
      if (opener.left === 0) stack.pop();
    }
    if (run.canOpen && run.left > 0) stack.push(run);
  }
}

function fits(opener: DelimiterRun | undefined, closer: DelimiterRun): boolean {
  if (opener?.character !== closer.character) return false;
  if (closer.character === "~") return opener.length === closer.length;
  const both = opener.canClose || closer.canOpen;
  return !(both && closer.length % 3 !== 0 && (opener.length + closer.length) % 3 === 0);
}
