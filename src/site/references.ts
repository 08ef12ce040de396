import type { ContentReference, RichDocument } from "../markdown/document/model.ts";

const kinds: ReadonlySet<unknown> = new Set([
  "url",
  "file",
  "page",
  "anchor",
  "user",
  "collection",
  "space",
  "reusable-content",
  "openapi",
]);

/** Every reference of a document: whoever reads the page finds their targets before it is drawn. */
export function referencesIn(document: RichDocument): ContentReference[] {
  const found: ContentReference[] = [];
  const waiting: unknown[] = [document.nodes];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if (kinds.has((next as { kind?: unknown }).kind)) found.push(next as ContentReference);
    else for (const value of Object.values(next)) if (typeof value === "object") waiting.push(value);
  }
  return found;
}
