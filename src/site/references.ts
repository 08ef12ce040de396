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

/** Most members of a document are text, and most lists of marks are empty. */
const holdsValues = (value: unknown) =>
  typeof value === "object" && value !== null && !(Array.isArray(value) && value.length === 0);

/** Every reference of a document: whoever reads the page finds their targets before it is drawn. */
export function referencesIn(document: RichDocument): ContentReference[] {
  const found: ContentReference[] = [];
  const waiting: unknown[] = [document.nodes];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (typeof next !== "object" || next === null) continue;
    if (kinds.has((next as { kind?: unknown }).kind)) found.push(next as ContentReference);
    else if (Array.isArray(next)) for (const value of next) waiting.push(value);
    else for (const value of Object.values(next)) if (holdsValues(value)) waiting.push(value);
  }
  return found;
}
