import { inlineNodes } from "../../markdown/document/model.ts";
import { h } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

export const paragraph: BlockRenderer = ({ nodes, data }, { inline }) =>
  h("p", { class: alignment(data.align) }, inline(inlineNodes(nodes)));

export function alignment(align: unknown): string | undefined {
  return align === "center" || align === "end" ? `align-${align}` : undefined;
}
