import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import { diffingLineArrays } from "../../markdown/versions/diff.ts";
import { type Child, type Html, h } from "../../site/index.ts";

/** The part of a unified diff that is shown. */
export interface DrawnDiff {
  readonly html: Html;
  /** Number of the line where the rest begins; undefined if there is none. */
  readonly next: number | undefined;
}

interface DiffPortion {
  /** Lines left out at the beginning. */
  readonly skip?: number;
  /** Characters of markup, about; the last group of changed lines may exceed it. */
  readonly maxMarkup?: number;
}

/** Lines that replace each other are compared by words unless there are more than this many together. */
const maxCompared = 500;

const defaultMaxMarkup = 400_000;

/** Renders a unified diff: lines by sign, with differing words marked in replaced lines. */
export function* drawingMarkdownDiff(
  lines: readonly string[],
  { skip = 0, maxMarkup = defaultMaxMarkup }: DiffPortion = {},
): WorkInSteps<DrawnDiff> {
  const rows: Html[] = [];
  let [at, remaining, plainUntil] = [skip, maxMarkup, skip];
  const push = (row: Html) => {
    rows.push(row);
    remaining -= row.text.length;
  };
  while (at < lines.length && (remaining > 0 || rows.length === 0)) {
    const line = lines[at] ?? "";
    if (at < plainUntil || !/^[-+]/.test(line)) {
      push(plainLine(line));
      at += 1;
      continue;
    }
    const removed = run(lines, at, "-");
    const added = run(lines, at + removed, "+");
    if (removed + added > maxCompared) {
      plainUntil = at + removed + added;
      continue;
    }
    const marked: { was: Child; is: Child }[] = [];
    for (let index = 0; index < Math.min(removed, added); index += 1) {
      marked.push(yield* markingLine(lines[at + index] ?? "", lines[at + removed + index] ?? ""));
      yield;
    }
    for (let index = 0; index < removed; index += 1) push(changedLine("-", marked[index]?.was, lines[at + index]));
    for (let index = 0; index < added; index += 1) {
      push(changedLine("+", marked[index]?.is, lines[at + removed + index]));
    }
    at += removed + added;
    yield;
  }
  const html = h("pre", { class: "source diff", tabindex: 0 }, h("code", {}, rows));
  return { html, next: at < lines.length ? at : undefined };
}

function plainLine(line: string): Html {
  if (line.startsWith("-")) return changedLine("-", undefined, line);
  if (line.startsWith("+")) return changedLine("+", undefined, line);
  return h("span", { class: line.startsWith("@@") ? "diff-line diff-place" : "diff-line" }, line, "\n");
}

const changedLine = (sign: "-" | "+", words: Child, line = ""): Html =>
  h("span", { class: `diff-line ${sign === "-" ? "was" : "is"}` }, sign, words ?? line.slice(1), "\n");

function run(lines: readonly string[], from: number, sign: string): number {
  let end = from;
  while (lines[end]?.startsWith(sign)) end += 1;
  return end - from;
}

function* markingLine(was: string, is: string): WorkInSteps<{ was: Child; is: Child }> {
  const parts = (line: string) => line.slice(1).match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
  const [before, after] = [parts(was), parts(is)];
  const hunks = yield* diffingLineArrays(before, after);
  const mark = (tokens: readonly string[], ranges: readonly (readonly [number, number])[], element: string): Child => {
    const children: Child[] = [];
    let at = 0;
    for (const [start, end] of ranges) {
      children.push(tokens.slice(at, start).join(""));
      if (end > start) children.push(h(element, {}, tokens.slice(start, end).join("")));
      at = end;
    }
    children.push(tokens.slice(at).join(""));
    return children;
  };
  return {
    was: mark(
      before,
      hunks.map(({ beforeStart, beforeEnd }) => [beforeStart, beforeEnd]),
      "del",
    ),
    is: mark(
      after,
      hunks.map(({ afterStart, afterEnd }) => [afterStart, afterEnd]),
      "ins",
    ),
  };
}
