import type { Block, ContentReference, RichDocument } from "../markdown/document/model.ts";
import { loadFormulas, renderSource } from "./formula.ts";
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
  const formulas = hasFormulas(document) ? await loadFormulas() : renderSource;
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

/** Every reference in a document, so that targets can be resolved before rendering. */
export function referencesIn(document: RichDocument): ContentReference[] {
  const found: ContentReference[] = [];
  const waiting: object[] = [document.nodes];
  const visit = (value: unknown) => {
    if (typeof value === "object" && value !== null) waiting.push(value);
  };
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { kind, object }: { readonly kind?: unknown; readonly object?: unknown } = next;
    if (Array.isArray(next)) next.forEach(visit);
    // Most of a document is text, which refers to nothing.
    else if (object === "text") continue;
    else if (kinds.has(kind)) found.push(next as ContentReference);
    else for (const member in next) visit((next as Readonly<Record<string, unknown>>)[member]);
  }
  return found;
}
