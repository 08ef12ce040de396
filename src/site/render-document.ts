import type { Block, ContentReference, RichDocument } from "../markdown/document/model.ts";
import { loadFormulas, sourceOf } from "./formula.ts";
import type { Html } from "./html.ts";
import { pageSetting } from "./page-setting.ts";
import { plainCustomization } from "./plain-customization.ts";
import type { Resolve } from "./view.ts";

interface DocumentDrawing {
  readonly resolve: Resolve;
  /** Path that a search for words is below; it ends with a slash. */
  readonly basePath: string;
  /** Keeps the ids of several documents on one page apart. */
  readonly idPrefix?: string;
}

/** Draws blocks of one document, in order, as a published page would show them. */
export async function drawerFor(
  document: Pick<RichDocument, "nodes">,
  { resolve, basePath, idPrefix }: DocumentDrawing,
): Promise<(blocks: readonly Block[]) => Html> {
  const formulas = hasFormulas(document) ? await loadFormulas() : sourceOf;
  const site = { customization: plainCustomization, basePath };
  const page = { anchors: [], resolve, showsConditional: true };
  // Diagrams stay their source, and icons are left out: neither is what a reviewer compares.
  const drawers = { formulas, diagrams: () => undefined, icon: () => undefined, headings: [], idPrefix };
  return pageSetting(site, page, drawers).blocks;
}

const hasFormulas = (document: Pick<RichDocument, "nodes">) =>
  /"type":"(?:inline-)?math"/.test(JSON.stringify(document.nodes));

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
