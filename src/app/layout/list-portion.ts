import { type Child, h } from "../../site/index.ts";
import { link } from "./parts.ts";

/** A part of a long list, and links to what comes before and after it. */
interface ListPortion<Item> {
  readonly items: readonly Item[];
  readonly before: Child;
  readonly after: Child;
}

/** At most `maxItems` items after the first `skip`; `hrefAt` is the address of the list with another number skipped. */
export function takePortion<Item>(
  all: readonly Item[],
  { skip, maxItems, hrefAt }: { readonly skip: number; readonly maxItems: number; hrefAt(skip: number): string },
): ListPortion<Item> {
  const start = Math.min(skip, all.length);
  const end = start + maxItems;
  return {
    items: all.slice(start, end),
    before: drawSkipped(start, hrefAt),
    after: drawRest(all.length - end, hrefAt(end)),
  };
}

export const drawSkipped = (skipped: number, hrefAt: (skip: number) => string): Child =>
  skipped > 0 && h("p", { class: "rest" }, `${skipped} before these: `, link(hrefAt(0), "from the beginning"));

const drawRest = (left: number, next: string): Child =>
  left > 0 && h("p", { class: "rest" }, `${left} more: `, link(next, "show the next"));
