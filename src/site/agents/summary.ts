import { inlineNodes, plainText } from "../../markdown/document/model.ts";
import type { PageView } from "../view.ts";

/** UTF-16 units that search engines show. */
const longest = 160;

/** What a page says of itself: its description, else how its text begins. */
export function summaryOf({ description, document }: PageView): string | undefined {
  if (description !== undefined) return description;
  const first = document.nodes.find(({ type }) => type === "paragraph");
  const text = plainText(inlineNodes(first?.nodes)).replace(/\s+/g, " ").trim();
  if (text.length <= longest) return text === "" ? undefined : text;
  const end = text.lastIndexOf(" ", longest - 1);
  return `${text.slice(0, end > longest / 2 ? end : longest - 1)}…`;
}
