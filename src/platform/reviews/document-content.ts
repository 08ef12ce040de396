import type { RichDocument } from "../../contract/models/document.ts";

/** Whether a document says or shows anything: text other than space, or a block that holds no text, such as an image. */
export function hasContent({ nodes }: RichDocument): boolean {
  const open: unknown[] = [...nodes];
  for (let node = open.pop(); node !== undefined; node = open.pop()) {
    if (typeof node !== "object" || node === null) continue;
    const { text, isVoid, nodes: inner, leaves, fragments } = node as Record<string, unknown>;
    if (isVoid === true || (typeof text === "string" && text.trim() !== "")) return true;
    for (const part of [inner, leaves, fragments]) {
      if (Array.isArray(part)) for (const node of part) open.push(node);
    }
  }
  return false;
}
