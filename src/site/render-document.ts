import type { Block, ContentReference, RichDocument } from "../markdown/document/model.ts";
import { loadFormulas, sourceOf } from "./formula.ts";
import type { Html } from "./html.ts";
import { pageSetting } from "./page-setting.ts";
import { plainCustomization } from "./plain-customization.ts";
import type { Resolve } from "./view.ts";

interface DocumentDrawing {
  readonly resolve: Resolve;
  /** The path below which words are searched; ends with a slash. */
  readonly basePath: string;
  /** Keeps the ids of several documents on one page distinct. */
  readonly idPrefix?: string;
}

/** Renders the blocks of one document, in order, as a published page would show them. */
export async function drawerFor(
  document: Pick<RichDocument, "nodes">,
  { resolve, basePath, idPrefix }: DocumentDrawing,
): Promise<(blocks: readonly Block[]) => Html> {
  const formulas = hasFormulas(document) ? await loadFormulas() : sourceOf;
  const site = { customization: plainCustomization, basePath };
  const page = { anchors: [], resolve, showsConditional: true };
  // Diagrams are shown as source and icons are left out, because reviewers compare neither.
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

/** Every reference in a document, so that targets can be resolved before rendering. */
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
