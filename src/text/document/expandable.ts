import { type Block, block, type Fragment, type InlineNode } from "./model.ts";

/** A block that opens at its title. An empty one has no body: the model has none without blocks. */
export function expandableBlock(title: InlineNode[], isOpen: boolean, body: Block[]): Block {
  const fragments: Fragment[] = [
    {
      object: "fragment",
      type: "expandable-title",
      fragment: "expandable-title",
      nodes: [block("paragraph", {}, { nodes: title })],
    },
  ];
  if (body.length > 0) {
    fragments.push({ object: "fragment", type: "expandable-body", fragment: "expandable-body", nodes: body });
  }
  return block("expandable", isOpen ? { defaultExpanded: true } : {}, { fragments });
}

export function expandablePart(expandable: Block, part: "title" | "body"): Block[] {
  const name = `expandable-${part}`;
  return expandable.fragments?.find((fragment) => (fragment.type ?? fragment.fragment) === name)?.nodes ?? [];
}
