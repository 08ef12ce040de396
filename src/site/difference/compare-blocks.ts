import { type Block, blockNodes, inlineNodes, isBlock, plainText } from "../../markdown/document/model.ts";
import type { ComparisonBudget } from "../../markdown/versions/diff.ts";
import { align, likenessOf } from "./align.ts";

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
export function compareBlocks(before: readonly Block[], after: readonly Block[], budget: ComparisonBudget): Step[] {
  const likeness = likenessOf(before, after, textOf, budget);
  const aligned = align({
    before: before.map(fingerprint),
    after: after.map(fingerprint),
    alike: (one, other) => (before[one]?.type === after[other]?.type ? likeness(one, other) : 0),
    budget,
  });
  const steps = aligned.flatMap((place): Step[] => {
    const old = place.before === undefined ? undefined : before[place.before];
    const now = place.after === undefined ? undefined : after[place.after];
    if (old === undefined) return now === undefined ? [] : [{ kind: "added", after: now }];
    if (now === undefined) return [{ kind: "removed", before: old }];
    return [{ kind: "isEdited" in place && place.isEdited ? "edited" : "same", before: old, after: now }];
  });
  return recognizeMoves(steps);
}

/** Minimum length in characters of a block that is recognized by itself: shorter ones are too often equal by chance. */
const leastMoved = 20;

/** Marks blocks that were removed in one place and added in another as moved. */
function recognizeMoves(steps: readonly Step[]): Step[] {
  const moved = [...steps];
  const markMoves = (canMove: (at: number, kind: Step["kind"]) => boolean) => {
    /** Where equal blocks were added, the first of them last. */
    const added = new Map<string, number[]>();
    for (let at = moved.length - 1; at >= 0; at -= 1) {
      const step = moved[at];
      if (step?.kind !== "added" || !canMove(at, "moved-here")) continue;
      const print = fingerprint(step.after);
      const equal = added.get(print);
      if (equal === undefined) added.set(print, [at]);
      else equal.push(at);
    }
    for (const [at, step] of moved.entries()) {
      if (step.kind !== "removed" || !canMove(at, "moved-away")) continue;
      const to = added.get(fingerprint(step.before))?.pop();
      const target = to === undefined ? undefined : moved[to];
      if (to === undefined || target?.kind !== "added") continue;
      moved[at] = { kind: "moved-away", before: step.before };
      moved[to] = { kind: "moved-here", after: target.after };
    }
  };
  const blockAt = (at: number) => {
    const step = moved[at];
    return step === undefined ? undefined : "after" in step ? step.after : step.before;
  };
  markMoves((at) => textOf(blockAt(at)).length >= leastMoved);
  // Short blocks beside a moved one, such as its heading, have moved with it.
  markMoves((at, kind) => moved[at - 1]?.kind === kind || moved[at + 1]?.kind === kind);
  return moved;
}

/** All words of a block, including nested blocks. */
function textOf(block: Block | undefined): string {
  if (block === undefined) return "";
  const inner = [...blockNodes(block.nodes), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes.filter(isBlock))];
  const parts = [plainText(inlineNodes(block.nodes)), ...inner.map(textOf)].filter((part) => part !== "");
  return parts.length === 0 ? JSON.stringify(block.data) : parts.join(" ");
}

const fingerprints = new WeakMap<Block, string>();

/** Identifies a block by everything except its key and position. Blocks are never changed. */
function fingerprint(block: Block): string {
  const known = fingerprints.get(block);
  if (known !== undefined) return known;
  const made = JSON.stringify(block, (name, value: unknown) =>
    name === "key" || name === "source" || name === "meta" ? undefined : value,
  );
  fingerprints.set(block, made);
  return made;
}
