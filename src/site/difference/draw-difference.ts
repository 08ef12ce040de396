import type { Block } from "../../markdown/document/model.ts";
import { diffLineArrays, type Hunk } from "../../markdown/versions/diff.ts";
import { type Child, Html, h } from "../html.ts";
import { compareBlocks, type Step } from "./compare-blocks.ts";

/** Both versions one above the other, or side by side. */
export type DifferenceLayout = "unified" | "split";

export interface DifferenceParts {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly drawBefore: (blocks: readonly Block[]) => Html;
  readonly drawAfter: (blocks: readonly Block[]) => Html;
  readonly layout: DifferenceLayout;
  /** Whether blocks far from any change are collapsed. */
  readonly folds: boolean;
  /** Content to show below a block of the later version, such as its comments. */
  readonly below?: (block: Block) => Child;
}

/** Unchanged blocks shown around a change; others are collapsed. */
const context = 1;

const labels: Readonly<Record<Step["kind"], string | undefined>> = {
  same: undefined,
  edited: "Edited",
  added: "Added",
  removed: "Removed",
  "moved-here": "Moved here",
  "moved-away": "Moved away",
};

/** Two versions of a body as readers see them, with changes marked. */
export function drawDifference(parts: DifferenceParts): Html {
  const steps = compareBlocks(parts.before, parts.after);
  const rows: Child[] = [];
  for (let at = 0; at < steps.length; ) {
    const end = endOfSame(steps, at);
    const first = at === 0 ? at : at + context;
    const last = end === steps.length ? end : end - context;
    if (parts.folds && last - first > 1) {
      rows.push(steps.slice(at, first).map((step) => row(step, parts)));
      const folded = steps.slice(first, last).map((step) => row(step, parts));
      rows.push(h("details", { class: "folded" }, h("summary", {}, `${last - first} unchanged blocks`), folded));
      rows.push(steps.slice(last, end).map((step) => row(step, parts)));
    } else rows.push(steps.slice(at, end).map((step) => row(step, parts)));
    const step = steps[end];
    if (step !== undefined) rows.push(row(step, parts));
    at = end + 1;
  }
  return h("div", { class: `difference ${parts.layout}` }, rows);
}

function endOfSame(steps: readonly Step[], from: number): number {
  let end = from;
  while (steps[end]?.kind === "same") end += 1;
  return end;
}

/** Renders every block once per version, so that headings are numbered as on the page. */
function row(step: Step, parts: DifferenceParts): Child {
  const label = labels[step.kind];
  const after = "after" in step ? step.after : undefined;
  return h(
    "div",
    { class: `step step-${step.kind}` },
    label !== undefined && h("p", { class: "step-label" }, label),
    parts.layout === "split" ? columns(step, parts) : single(step, parts),
    after !== undefined && parts.below?.(after),
  );
}

function single(step: Step, { drawBefore, drawAfter }: DifferenceParts): Child {
  if (step.kind === "removed" || step.kind === "moved-away") {
    return h("div", { class: "content was" }, drawBefore([step.before]));
  }
  if (step.kind !== "edited") {
    const classes = step.kind === "same" ? "content" : "content is";
    return h("div", { class: classes }, drawAfter([step.after]));
  }
  const { before, after, unified } = markWords(drawBefore([step.before]), drawAfter([step.after]));
  if (unified !== undefined) return h("div", { class: "content" }, unified);
  return [h("div", { class: "content was" }, before), h("div", { class: "content is" }, after)];
}

function columns(step: Step, { drawBefore, drawAfter }: DifferenceParts): Child {
  const marked = step.kind === "edited" ? markWords(drawBefore([step.before]), drawAfter([step.after])) : undefined;
  const before = marked?.before ?? ("before" in step ? drawBefore([step.before]) : undefined);
  const after = marked?.after ?? ("after" in step ? drawAfter([step.after]) : undefined);
  const isChanged = step.kind !== "same";
  return h(
    "div",
    { class: "columns" },
    h("div", { class: isChanged && before !== undefined ? "content was" : "content" }, before),
    h("div", { class: isChanged && after !== undefined ? "content is" : "content" }, after),
  );
}

/** One block in two versions, each with the words marked that only it has. */
interface MarkedWords {
  readonly before: Html;
  readonly after: Html;
  /** Both combined; undefined if they cannot be combined, or share hardly any words. */
  readonly unified: Html | undefined;
}

/** A token of markup: a tag, a word, a space or punctuation. */
const part = /<[^>]*>|&(?:\w+|#\d+);|[\p{L}\p{N}_]+|\s+|./gsu;

/** Elements that may contain deleted words. */
const blockOnly: ReadonlySet<string> = new Set("table thead tbody tr ul ol dl svg path colgroup select".split(" "));

const voidTags = /^<(?:br|hr|img|input|col|source|wbr|path|circle|rect|line|polyline|use)\b|\/>$/;

/** Largest share of changed words for showing both versions combined. */
const mostMarked = 0.6;

/** Marks words in rendered HTML, which is well-formed and has its text escaped. */
function markWords(before: Html, after: Html): MarkedWords {
  const [was, is] = [before.text.match(part) ?? [], after.text.match(part) ?? []];
  const hunks = diffLineArrays(was.map(comparable), is.map(comparable));
  const beforeRanges = hunks.map(({ beforeStart, beforeEnd }) => [beforeStart, beforeEnd] as const);
  const afterRanges = hunks.map(({ afterStart, afterEnd }) => [afterStart, afterEnd] as const);
  return {
    before: Html.trusted(markRanges(was, beforeRanges, "del")),
    after: Html.trusted(markRanges(is, afterRanges, "ins")),
    unified: unite(was, is, hunks),
  };
}

/** Ids differ between versions of a page, so they are ignored when words are compared. */
const comparable = (token: string) =>
  token.startsWith("<") ? token.replace(/ (?:id|for|name|aria-[a-z]+)="[^"]*"/g, "") : token;

const isTag = (token: string) => token.startsWith("<");

type Range = readonly [start: number, end: number];

function markRanges(tokens: readonly string[], ranges: readonly Range[], element: "ins" | "del"): string {
  let markup = "";
  let at = 0;
  for (const [start, end] of ranges) {
    markup += tokens.slice(at, start).join("") + marked(tokens.slice(start, end), element);
    at = end;
  }
  return markup + tokens.slice(at).join("");
}

/** Wraps words between tags in elements; tags stay unchanged, and pictures count as words. */
function marked(tokens: readonly string[], element: "ins" | "del"): string {
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
const withChangedTarget = (tag: string) => (tag.includes(' class="') ? tag : tag.replace("<a ", '<a class="changed" '));

/** The later version with deleted words of the earlier one in place. */
function unite(was: readonly string[], is: readonly string[], hunks: readonly Hunk[]): Html | undefined {
  const open: string[] = [];
  let [markup, at, markedWords] = ["", 0, 0];
  const keep = (tokens: readonly string[]) => {
    for (const token of tokens) if (isTag(token)) follow(open, token);
  };
  for (const { beforeStart, beforeEnd, afterStart, afterEnd } of hunks) {
    const same = is.slice(at, afterStart);
    keep(same);
    markup += same.join("");
    const removed = was.slice(beforeStart, beforeEnd).filter((token) => !isTag(token) || token.startsWith("<img "));
    const added = is.slice(afterStart, afterEnd);
    if (removed.join("").trim() !== "") {
      if (blockOnly.has(open.at(-1) ?? "")) return undefined;
      markup += `<del>${removed.join("")}</del>`;
    }
    keep(added);
    markup += marked(added, "ins");
    markedWords += removed.length + added.length;
    at = afterEnd;
  }
  if (markedWords > mostMarked * (was.length + is.length)) return undefined;
  return Html.trusted(markup + is.slice(at).join(""));
}

function follow(open: string[], tag: string): void {
  if (tag.startsWith("</")) open.pop();
  else if (!voidTags.test(tag)) open.push(/^<([a-z0-9-]+)/i.exec(tag)?.[1] ?? "");
}
