import { expandablePart, inlineNodes, plainText } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

export const expandable: BlockRenderer = (block, { blocks, inline, anchorOf, unlisted }) => {
  const title = expandablePart(block, "title").flatMap(({ nodes }) => inlineNodes(nodes));
  return h(
    "details",
    { class: "box", id: anchorOf(plainText(title)), open: block.data.defaultExpanded === true },
    h("summary", {}, inline(title)),
    h(
      "div",
      {},
      unlisted(() => blocks(expandablePart(block, "body"))),
    ),
  );
};
