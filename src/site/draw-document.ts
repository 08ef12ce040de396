import type { Block, RichDocument } from "../markdown/document/model.ts";
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
