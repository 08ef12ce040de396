import { AnchorRegister } from "./anchors.ts";
import type { Block } from "./blocks.ts";
import type { Container } from "./containers.ts";

/** Gives blocks what needs the whole page: how deep they stand in its containers, and unique anchors. */
export function nestBlocks(markdown: string, blocks: Block[], containers: readonly Container[]): Block[] {
  const open: number[] = [];
  let next = 0;
  const written = blocks.flatMap((block) => (block.kind === "heading" && block.anchor !== "" ? [block.anchor] : []));
  const anchors = new AnchorRegister(written);
  const leave = (offset: number) => {
    while ((open.at(-1) ?? Number.POSITIVE_INFINITY) <= offset) open.pop();
  };
  for (const block of blocks) {
    for (let container = containers[next]; container && container.start <= block.start; container = containers[next]) {
      leave(container.start);
      open.push(container.end);
      next += 1;
    }
    leave(block.start);
    block.depth = open.length;
    if (block.kind !== "heading") continue;
    block.containerEnd = open.at(-1) ?? markdown.length;
    if (block.anchor === "") block.anchor = anchors.claim(block.title);
  }
  return blocks;
}
