import { type Block, inlineNodes, isBlock, plainText } from "../../markdown/document/model.ts";
import type { WorkInSteps } from "../../markdown/text/work-in-steps.ts";
import type { ComparisonBudget } from "../../markdown/versions/diff.ts";
import { aligning, createSimilarity } from "./align.ts";

/** What happened to one block, in the order in which a reader sees both versions. */
export type Step =
  | { readonly kind: "same"; readonly before: Block; readonly after: Block }
  | { readonly kind: "edited"; readonly before: Block; readonly after: Block }
  | { readonly kind: "added"; readonly after: Block }
  | { readonly kind: "removed"; readonly before: Block }
  /** The identical block is elsewhere in the other version. */
  | { readonly kind: "moved-here"; readonly after: Block }
  | { readonly kind: "moved-away"; readonly before: Block };

/** Compares the blocks of two versions of a document. */
export function* comparingBlocks(
  before: readonly Block[],
  after: readonly Block[],
  budget: ComparisonBudget,
): WorkInSteps<Step[]> {
  const similarity = createSimilarity(before, after, collectText, budget);
  const aligned = yield* aligning({
    before: yield* fingerprintingAll(before),
    after: yield* fingerprintingAll(after),
    similarity: (one, other) => (before[one]?.type === after[other]?.type ? similarity(one, other) : 0),
    budget,
  });
  const steps = aligned.flatMap((pair): Step[] => {
    const old = pair.before === undefined ? undefined : before[pair.before];
    const now = pair.after === undefined ? undefined : after[pair.after];
    if (old === undefined) return now === undefined ? [] : [{ kind: "added", after: now }];
    if (now === undefined) return [{ kind: "removed", before: old }];
    return [{ kind: "isEdited" in pair && pair.isEdited ? "edited" : "same", before: old, after: now }];
  });
  yield;
  return yield* recognizingMoves(steps);
}

function* fingerprintingAll(blocks: readonly Block[]): WorkInSteps<string[]> {
  const prints: string[] = [];
  for (const block of blocks) prints.push(yield* fingerprinting(block));
  return prints;
}

/** Minimum length in characters of a block that is recognized by itself: shorter ones are too often equal by chance. */
const minMovedChars = 20;

/** Marks blocks that were removed at one position and added at another as moved. */
function* recognizingMoves(steps: readonly Step[]): WorkInSteps<Step[]> {
  const moved = [...steps];
  function* markingMoves(canMove: (at: number, kind: Step["kind"]) => boolean): WorkInSteps<void> {
    /** Where equal blocks were added, the first of them last. */
    const added = new Map<string, number[]>();
    for (let at = moved.length - 1; at >= 0; at -= 1) {
      const step = moved[at];
      if (step?.kind !== "added" || !canMove(at, "moved-here")) continue;
      const print = yield* fingerprinting(step.after);
      const equal = added.get(print);
      if (equal === undefined) added.set(print, [at]);
      else equal.push(at);
    }
    for (const [at, step] of moved.entries()) {
      if (step.kind !== "removed" || !canMove(at, "moved-away")) continue;
      const to = added.get(yield* fingerprinting(step.before))?.pop();
      const target = to === undefined ? undefined : moved[to];
      if (to === undefined || target?.kind !== "added") continue;
      moved[at] = { kind: "moved-away", before: step.before };
      moved[to] = { kind: "moved-here", after: target.after };
    }
  }
  const blockAt = (at: number) => {
    const step = moved[at];
    return step === undefined ? undefined : "after" in step ? step.after : step.before;
  };
  yield* markingMoves((at) => collectText(blockAt(at)).length >= minMovedChars);
  // Short blocks next to a moved one, such as its heading, have moved with it.
  yield* markingMoves((at, kind) => moved[at - 1]?.kind === kind || moved[at + 1]?.kind === kind);
  return moved;
}

/** Characters of a block by which it is compared with others. */
const maxCompared = 10_000;

/** The words of a block, including nested blocks; of a very long one, the first. */
function collectText(block: Block | undefined): string {
  if (block === undefined) return "";
  const parts = [plainText(inlineNodes(block.nodes))];
  let length = parts[0]?.length ?? 0;
  const fragments = (block.fragments ?? []).map(({ nodes }) => nodes);
  for (const nodes of [block.nodes ?? [], ...fragments]) {
    for (const node of nodes) {
      if (length >= maxCompared) break;
      if (!isBlock(node)) continue;
      const inner = collectText(node);
      parts.push(inner);
      length += inner.length;
    }
  }
  const words = parts.filter((part) => part !== "");
  return words.length === 0 ? JSON.stringify(block.data) : words.join(" ");
}

interface Print {
  readonly text: string;
  readonly size: number;
}

const prints = new WeakMap<Block, Print>();

/** Identifies a block by everything except its key and position. Blocks are never changed. */
function* fingerprinting(block: Block): WorkInSteps<string> {
  const known = prints.get(block);
  if (known !== undefined) return known.text;
  const print = yield* printing(block);
  prints.set(block, print);
  return print.text;
}

function* printing(block: Block): WorkInSteps<Print> {
  const { key: _key, source: _source, meta: _meta, nodes = [], fragments = [], ...own } = block;
  const parts = [JSON.stringify(own)];
  let size = sizeOfTag;
  for (const node of nodes) {
    if (isBlock(node)) {
      const inner = yield* printing(node);
      parts.push(inner.text);
      size += inner.size;
    } else {
      const inline = JSON.stringify(node);
      parts.push(inline);
      size += Math.max(0, inline.length - sizeOfText) + 1;
    }
    yield;
  }
  for (const { nodes: inner, ...about } of fragments) {
    parts.push(JSON.stringify(about));
    for (const node of inner) {
      const printed = yield* printing(node);
      parts.push(printed.text);
      size += printed.size;
    }
  }
  return { text: `[${parts.join(",")}]`, size };
}

/** Characters of the markup of a block without content. */
const sizeOfTag = 15;

/** Characters of an empty inline text in JSON. */
const sizeOfText = JSON.stringify({ object: "text", leaves: [{ object: "leaf", text: "", marks: [] }] }).length;

/** Roughly how many characters the markup of a compared block takes. */
export const estimateSize = (block: Block): number => prints.get(block)?.size ?? 0;
