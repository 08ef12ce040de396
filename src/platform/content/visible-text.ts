import { type Block, isBlock } from "../../markdown/document/model.ts";
import type { VisitorClaims } from "../access/reader.ts";
import type { ContentMap } from "./content-map.ts";
import { splitBody } from "./page-document.ts";
import { ancestors } from "./page-tree.ts";
import type { PageRecord } from "./records.ts";
import { expandText } from "./resolve-includes.ts";
import type { SpaceContent } from "./space-content.ts";

/** The start of a passage that not every visitor sees. */
const conditional = /\{%-?\s*if\s/;

/** Whether visitors may see different parts of a text. */
export const isConditional = (text: string): boolean => conditional.test(text);

interface VisibleText {
  readonly claims: VisitorClaims;
  readonly dereferenced: boolean | "reusable-contents";
}

/** A text as a visitor with these attributes sees it. */
export async function visibleText(
  map: ContentMap,
  content: SpaceContent,
  written: string,
  page: Pick<PageRecord, "source" | "variables">,
  { claims, dereferenced }: VisibleText,
): Promise<string> {
  const { text } = await expandText(map, content, written, page, { evaluated: true, dereferenced, claims });
  return withoutConditional(text);
}

/** Removes passages whose condition could not be evaluated. */
export async function withoutConditional(text: string): Promise<string> {
  if (!conditional.test(text)) return text;
  const [{ documentFromMarkdown }, { markdownFromDocument }] = await Promise.all([
    import("../../markdown/document/reading/from-markdown.ts"),
    import("../../markdown/document/printing/to-markdown.ts"),
  ]);
  const { head, body } = splitBody(text);
  const document = documentFromMarkdown(body);
  const withoutConditionals = (blocks: readonly Block[]): Block[] =>
    blocks.flatMap((block) => {
      if (block.type === "if") return [];
      if (block.nodes === undefined || !block.nodes.every(isBlock)) return block;
      return { ...block, nodes: withoutConditionals(block.nodes) };
    });
  return head + markdownFromDocument({ ...document, nodes: withoutConditionals(document.nodes) });
}

interface Conditions {
  holds(condition: string): boolean;
}

const isShown = ({ condition }: PageRecord, { holds }: Conditions) => condition === undefined || holds(condition);

/** The pages whose conditions hold, and those of all pages above them. */
export function visiblePages(pages: readonly PageRecord[], conditions: Conditions): PageRecord[] {
  const byId = new Map(pages.map((page) => [page.id, page]));
  const decided = new Map<string, boolean>();
  const decide = (page: PageRecord): boolean => {
    const known = decided.get(page.id);
    if (known !== undefined) return known;
    // While a page's own ancestors are looked at, a cycle back to it decides nothing.
    decided.set(page.id, true);
    const parent = page.parent === null ? undefined : byId.get(page.parent);
    const shown = isShown(page, conditions) && (parent === undefined || decide(parent));
    decided.set(page.id, shown);
    return shown;
  };
  return pages.filter(decide);
}

/** Whether a page is visible, with the pages above it. */
export async function isVisible(map: ContentMap, page: PageRecord, conditions: Conditions): Promise<boolean> {
  return [...(await ancestors(map, page)), page].every((one) => isShown(one, conditions));
}
