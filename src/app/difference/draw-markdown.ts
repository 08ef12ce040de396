import { diffLineArrays } from "../../markdown/versions/diff.ts";
import { type Child, type Html, h } from "../../site/index.ts";

/** Renders a unified diff: lines by sign, with differing words marked in replaced lines. */
export function drawMarkdownDiff(lines: readonly string[]): Html {
  const rows: Child[] = [];
  for (let at = 0; at < lines.length; ) {
    const removed = run(lines, at, "-");
    const added = run(lines, at + removed, "+");
    if (removed + added === 0) {
      const line = lines[at] ?? "";
      rows.push(h("span", { class: line.startsWith("@@") ? "diff-line diff-place" : "diff-line" }, line, "\n"));
      at += 1;
      continue;
    }
    const pairs = Math.min(removed, added);
    const marked = Array.from({ length: pairs }, (_, index) =>
      markLine(lines[at + index] ?? "", lines[at + removed + index] ?? ""),
    );
    for (let index = 0; index < removed; index += 1) {
      const words = marked[index]?.was ?? (lines[at + index] ?? "").slice(1);
      rows.push(h("span", { class: "diff-line was" }, "-", words, "\n"));
    }
    for (let index = 0; index < added; index += 1) {
      const words = marked[index]?.is ?? (lines[at + removed + index] ?? "").slice(1);
      rows.push(h("span", { class: "diff-line is" }, "+", words, "\n"));
    }
    at += removed + added;
  }
  return h("pre", { class: "source diff", tabindex: 0 }, h("code", {}, rows));
}

function run(lines: readonly string[], from: number, sign: string): number {
  let end = from;
  while (lines[end]?.startsWith(sign)) end += 1;
  return end - from;
}

function markLine(was: string, is: string): { was: Child; is: Child } {
  const parts = (line: string) => line.slice(1).match(/[\p{L}\p{N}_]+|\s+|./gsu) ?? [];
  const [before, after] = [parts(was), parts(is)];
  const hunks = diffLineArrays(before, after);
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
