import type { Block } from "../../markdown/document/model.ts";
import { type Child, type Html, h } from "../../site/index.ts";
import { compareBlocks, type Step } from "./compare-blocks.ts";
import { markWords } from "./mark-words.ts";

/** Both versions one below the other, or side by side. */
export type DifferenceLayout = "unified" | "split";

export interface DifferenceParts {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly drawBefore: (blocks: readonly Block[]) => Html;
  readonly drawAfter: (blocks: readonly Block[]) => Html;
  readonly layout: DifferenceLayout;
  /** What is below a block of the later version, such as the comments on it. */
  readonly below?: (block: Block) => Child;
}

/** Unchanged blocks that are shown around a change; more are folded. */
const context = 1;

const labels: Readonly<Record<Step["kind"], string | undefined>> = {
  same: undefined,
  edited: "Edited",
  added: "Added",
  removed: "Removed",
  "moved-here": "Moved here",
  "moved-away": "Moved away",
};

/** Two versions of a body as readers see them, with what changed marked. */
export function drawDifference(parts: DifferenceParts): Html {
  const steps = compareBlocks(parts.before, parts.after);
  const rows: Child[] = [];
  for (let at = 0; at < steps.length; ) {
    const end = endOfSame(steps, at);
    const first = at === 0 ? at : at + context;
    const last = end === steps.length ? end : end - context;
    if (last - first > 1) {
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

/** Every block is drawn once for each version, so that headings are numbered as on the page. */
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
