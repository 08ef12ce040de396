import type { Block } from "../../markdown/document/model.ts";
import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import { type ComparisonBudget, comparisonBudget } from "../../markdown/versions/diff.ts";
import { type Child, type Html, h } from "../html.ts";
import { comparingBlocks, estimateSize, type Step } from "./compare-blocks.ts";
import { markingChanges } from "./mark-changes.ts";
import { drawNewLinks, drawQuietChanges } from "./quiet-changes.ts";

/** Both versions one above the other, or side by side. */
export type DifferenceLayout = "unified" | "split";

export interface DifferenceOptions {
  readonly before: readonly Block[];
  readonly after: readonly Block[];
  readonly layout: DifferenceLayout;
  /** Whether blocks far from any change are collapsed. */
  readonly folds: boolean;
  /** Number of changes to leave out at the beginning. */
  readonly skip?: number;
  /** Characters to show; their markup has about twice as many. One change is always shown. */
  readonly maxShown?: number;
}

export interface DifferenceDrawers {
  readonly drawBefore: (blocks: readonly Block[]) => Html;
  readonly drawAfter: (blocks: readonly Block[]) => Html;
  /** Content to show below a block of the later version, such as its comments. */
  readonly below?: (block: Block) => Child;
}

/** The part of a comparison that is shown. */
export interface Difference {
  readonly rows: readonly Row[];
  readonly layout: DifferenceLayout;
  readonly budget: ComparisonBudget;
  /** Changes of the whole comparison, and how many of them come before and after those that are shown. */
  readonly changes: number;
  readonly skipped: number;
  readonly left: number;
  /** Characters of the blocks that are shown. */
  readonly size: number;
  /** Blocks of each version that are drawn. */
  readonly before: readonly Block[];
  readonly after: readonly Block[];
}

/** Steps one after the other; unchanged ones that are collapsed; or ones that are only counted. */
type Row =
  | { readonly kind: "steps" | "folded"; readonly steps: readonly Step[] }
  | { readonly kind: "counted"; readonly steps: readonly Step[] };

/** Unchanged blocks shown around a change; others are collapsed. */
const context = 1;

/** Collapsed blocks that are still drawn. */
const maxFolded = 50;

/** Characters of a block that is drawn: it is drawn, and split into words, in one piece. */
const maxBlock = 100_000;

/** Characters around a block: what happened to it, and what is below it. */
const sizeOfRow = 300;

/** Characters that a view shows by default: markup of about twice as many. */
const defaultMaxShown = 250_000;

const labels: Readonly<Record<Step["kind"], string | undefined>> = {
  same: undefined,
  edited: "Edited",
  added: "Added",
  removed: "Removed",
  "moved-here": "Moved here",
  "moved-away": "Moved away",
};

/** Compares two versions of a body, and chooses what is shown of them. */
export function* comparingBodies(options: DifferenceOptions): WorkInSteps<Difference> {
  const { skip = 0, maxShown = defaultMaxShown, folds, layout } = options;
  const budget = comparisonBudget();
  const steps = yield* comparingBlocks(options.before, options.after, budget);
  const changes = steps.reduce((sum, { kind }) => sum + Number(kind !== "same"), 0);
  const rows: Row[] = [];
  let [seen, shown, remaining] = [0, 0, maxShown];
  const take = (kind: "steps" | "folded", portion: readonly Step[]) => {
    if (portion.length > 0) rows.push({ kind, steps: portion });
    for (const step of portion) remaining -= sizeOfRow + Math.min(maxBlock, sizeOfStep(step));
  };
  for (let at = 0; at < steps.length; ) {
    const end = endOfSame(steps, at);
    const step = steps[end];
    const isSkipped = seen < skip;
    if (!isSkipped && remaining <= 0 && shown > 0) {
      if (seen === changes) rows.push({ kind: "counted", steps: steps.slice(at) });
      break;
    }
    if (!isSkipped) {
      const first = at === 0 && seen === 0 ? at : at + context;
      const last = step === undefined ? end : end - context;
      const between = last - first > 1 ? steps.slice(first, last) : [];
      const isTooMuch =
        between.length > maxFolded && between.reduce((sum, same) => sum + sizeOfStep(same), 0) > remaining;
      if (between.length > 0 && (folds || isTooMuch)) {
        take("steps", steps.slice(at, first));
        if (between.length > maxFolded) rows.push({ kind: "counted", steps: between });
        else take("folded", between);
        take("steps", steps.slice(last, end));
      } else take("steps", steps.slice(at, end));
    }
    if (step !== undefined) {
      seen += 1;
      if (!isSkipped) {
        take("steps", [step]);
        shown += 1;
      }
    }
    at = end + 1;
    yield;
  }
  const drawn = rows.flatMap((row) => (row.kind === "counted" ? [] : row.steps)).filter(isDrawable);
  return {
    rows,
    layout,
    budget,
    changes,
    skipped: Math.min(skip, changes),
    left: changes - Math.min(skip, changes) - shown,
    size: maxShown - remaining,
    before: drawn.flatMap((step) => ("before" in step && isDrawnBefore(step, layout) ? [step.before] : [])),
    after: drawn.flatMap((step) => ("after" in step ? [step.after] : [])),
  };
}

/**
 * A comparison as readers see it, with changes marked. Blocks and rows that are reached after the budget for
 * comparisons is spent are shown whole in both versions.
 */
export function* drawingDifference(difference: Difference, drawers: DifferenceDrawers): WorkInSteps<Html> {
  const { layout } = difference;
  // A copy: some pages are drawn twice.
  const budget = { ...difference.budget };
  const children: Child[] = [];
  for (const { kind, steps } of difference.rows) {
    if (kind === "counted") {
      children.push(h("p", { class: "folded" }, `${steps.length} unchanged blocks are not shown.`));
      continue;
    }
    const drawn: Child[] = [];
    for (const step of steps) {
      drawn.push(yield* drawingRow(step, { ...drawers, layout, budget }));
      yield;
    }
    children.push(
      kind === "folded"
        ? h("details", { class: "folded" }, h("summary", {}, `${steps.length} unchanged blocks`), drawn)
        : drawn,
    );
  }
  return h("div", { class: `difference ${layout}` }, children);
}

function endOfSame(steps: readonly Step[], from: number): number {
  let end = from;
  while (steps[end]?.kind === "same") end += 1;
  return end;
}

const listBlocks = (step: Step): Block[] => [
  ...("before" in step ? [step.before] : []),
  ...("after" in step ? [step.after] : []),
];

const sizeOfStep = (step: Step) => listBlocks(step).reduce((sum, block) => sum + estimateSize(block), 0);

const isDrawable = (step: Step) => listBlocks(step).every((block) => estimateSize(block) <= maxBlock);

/** An unchanged block is shown once, unless there are columns. */
const isDrawnBefore = ({ kind }: Step, layout: DifferenceLayout) => kind !== "same" || layout === "split";

interface Drawing extends DifferenceDrawers {
  readonly layout: DifferenceLayout;
  readonly budget: ComparisonBudget;
}

/** What a step is drawn of: every block is rendered once per version, so that headings are numbered as on the page. */
interface Drawn {
  readonly before: Html | undefined;
  readonly after: Html | undefined;
  /** Both versions of an edited block combined, if they can be. */
  readonly unified: Html | undefined;
  readonly quiet: Child;
}

function* drawingRow(step: Step, drawing: Drawing): WorkInSteps<Child> {
  const { layout, below } = drawing;
  const label = labels[step.kind];
  const after = "after" in step ? step.after : undefined;
  const drawn = isDrawable(step) ? yield* drawingStep(step, drawing) : undefined;
  return h(
    "div",
    { class: `step step-${step.kind}` },
    label !== undefined && h("p", { class: "step-label" }, label),
    drawn === undefined ? tooLong(step) : layout === "split" ? columns(step, drawn) : single(step, drawn),
    drawn?.quiet,
    after !== undefined && below?.(after),
  );
}

function tooLong(step: Step): Child {
  const what = step.kind === "same" ? "It is unchanged." : "The Markdown shows what is different.";
  return h("p", { class: "nothing" }, `This block is too long to be shown here. ${what}`);
}

function* drawingStep(step: Step, { drawBefore, drawAfter, layout, budget }: Drawing): WorkInSteps<Drawn> {
  const before = "before" in step && isDrawnBefore(step, layout) ? drawBefore([step.before]) : undefined;
  const after = "after" in step ? drawAfter([step.after]) : undefined;
  yield;
  if (step.kind !== "edited" || before === undefined || after === undefined) {
    const quiet = step.kind === "added" && after !== undefined ? drawNewLinks(after) : undefined;
    return { before, after, unified: undefined, quiet };
  }
  const quiet = drawQuietChanges({ ...step, drawnBefore: before, drawnAfter: after });
  yield;
  return { ...(yield* markingChanges(before, after, budget)), quiet };
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
