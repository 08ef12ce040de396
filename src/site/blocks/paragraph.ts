import { inlineNodes, isVerbatim, plainText } from "../../markdown/document/model.ts";
import { h, join } from "../html.ts";
import type { BlockRenderer } from "./setting.ts";

export const paragraph: BlockRenderer = ({ nodes, data }, { inline }) => {
  const words = inlineNodes(nodes);
  if (isVerbatim(words) && saysNothing.test(plainText(words).trim())) return join();
  return h("p", { class: alignment(data.align) }, inline(words));
};

/** HTML alone on its lines that only arranges what is around it, and that no block stands for. */
const saysNothing =
  /^(?:<br\s*\/?>|<\/(?:div|center|p|span|section)>|<(?:div|center|p|span|section)(?:\s+(?:align|class|style)="[^"<>]*")*\s*>|\s)+$/i;

export function alignment(align: unknown): string | undefined {
  return align === "center" || align === "end" ? `align-${align}` : undefined;
}
