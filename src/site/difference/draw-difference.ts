import type { Block } from "../../markdown/document/model.ts";
import { type ComparisonBudget, comparisonBudget } from "../../markdown/versions/diff.ts";
import { type Child, type Html, h } from "../html.ts";
import { compareBlocks, type Step } from "./compare-blocks.ts";
import { markChanges } from "./mark-changes.ts";
import { drawNewLinks, drawQuietChanges } from "./quiet-changes.ts";

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

/**
 * Two versions of a body as readers see them, with changes marked. Blocks and rows that are reached after the budget
 * for comparisons is spent are shown whole in both versions.
 */
export function drawDifference(parts: DifferenceParts): Html {
  const budget = comparisonBudget();
  const steps = compareBlocks(parts.before, parts.after, budget);
  const drawRow = (step: Step) => row(step, parts, budget);
  const rows: Child[] = [];
  for (let at = 0; at < steps.length; ) {
    const end = endOfSame(steps, at);
    const first = at === 0 ? at : at + context;
    const last = end === steps.length ? end : end - context;
    if (parts.folds && last - first > 1) {
      rows.push(steps.slice(at, first).map(drawRow));
      const folded = steps.slice(first, last).map(drawRow);
      rows.push(h("details", { class: "folded" }, h("summary", {}, `${last - first} unchanged blocks`), folded));
      rows.push(steps.slice(last, end).map(drawRow));
    } else rows.push(steps.slice(at, end).map(drawRow));
    const step = steps[end];
    if (step !== undefined) rows.push(drawRow(step));
    at = end + 1;
  }
  return h("div", { class: `difference ${parts.layout}` }, rows);
}

function endOfSame(steps: readonly Step[], from: number): number {
  let end = from;
  while (steps[end]?.kind === "same") end += 1;
  return end;
}

/** What a step is drawn of: every block is rendered once per version, so that headings are numbered as on the page. */
interface Drawn {
  readonly before: Html | undefined;
  readonly after: Html | undefined;
  /** Both versions of an edited block combined, if they can be. */
  readonly unified: Html | undefined;
  readonly quiet: Child;
}

function row(step: Step, parts: DifferenceParts, budget: ComparisonBudget): Child {
  const label = labels[step.kind];
  const after = "after" in step ? step.after : undefined;
  const drawn = drawStep(step, parts, budget);
  return h(
    "div",
    { class: `step step-${step.kind}` },
    label !== undefined && h("p", { class: "step-label" }, label),
    parts.layout === "split" ? columns(step, drawn) : single(step, drawn),
    drawn.quiet,
    after !== undefined && parts.below?.(after),
  );
}

function drawStep(step: Step, { drawBefore, drawAfter, layout }: DifferenceParts, budget: ComparisonBudget): Drawn {
  // An unchanged block is shown once, unless there are columns.
  const isTwice = step.kind !== "same" || layout === "split";
  const before = "before" in step && isTwice ? drawBefore([step.before]) : undefined;
  const after = "after" in step ? drawAfter([step.after]) : undefined;
  if (step.kind !== "edited" || before === undefined || after === undefined) {
    const quiet = step.kind === "added" && after !== undefined ? drawNewLinks(after) : undefined;
    return { before, after, unified: undefined, quiet };
  }
  const quiet = drawQuietChanges({ ...step, drawnBefore: before, drawnAfter: after });
  return { ...markChanges(before, after, budget), quiet };
}

function single({ kind }: Step, { before, after, unified }: Drawn): Child {
  if (unified !== undefined) return h("div", { class: "content" }, unified);
  return [
    before !== undefined && h("div", { class: "content was" }, before),
    after !== undefined && h("div", { class: kind === "same" ? "content" : "content is" }, after),
  ];
}

function columns({ kind }: Step, { before, after }: Drawn): Child {
  const isChanged = kind !== "same";
  return h(
    "div",
    { class: "columns" },
    h("div", { class: isChanged && before !== undefined ? "content was" : "content" }, before),
    h("div", { class: isChanged && after !== undefined ? "content is" : "content" }, after),
  );
}
