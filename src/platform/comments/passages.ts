import {
  type Block,
  blockNodes,
  inlineNodes,
  isBlock,
  plainText,
  type RichDocument,
} from "../../text/document/model.ts";

/** A part of a page as it is recognized again in another version of the page. */
export interface Passage {
  /** What kind of part it is; an edit seldom changes it. */
  readonly kind: string;
  readonly text: string;
}

/** A block anywhere in a document, by its key. */
export interface BlockPassage extends Passage {
  readonly key: string;
  readonly block: Block;
}

/** Every block of a document, inner ones after the one around them. */
export function blockPassages(document: Pick<RichDocument, "nodes">): BlockPassage[] {
  const found: BlockPassage[] = [];
  for (const block of document.nodes) collect(block, found);
  return found;
}

/** Returns the block's text, built from its children's so that each is read once. */
function collect(block: Block, found: BlockPassage[]): string {
  const place = found.length;
  const own = { kind: block.type, key: block.key ?? "", block, text: "" };
  found.push(own);
  const inner = [...blockNodes(block.nodes), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes.filter(isBlock))];
  const parts = [plainText(inlineNodes(block.nodes)), ...inner.map((child) => collect(child, found))];
  const text = parts.filter((part) => part !== "").join("\n");
  found[place] = { ...own, text: text === "" ? JSON.stringify(block.data) : text };
  return text;
}

/** A row or column of a table, by its id. */
export interface LinePassage extends Passage {
  readonly id: string;
}

interface TableData {
  readonly records?: Readonly<Record<string, { readonly values?: Readonly<Record<string, unknown>> }>>;
  readonly definition?: Readonly<Record<string, { readonly title?: unknown; readonly type?: unknown }>>;
}

export function tableColumns(table: Block): LinePassage[] {
  const { definition = {} } = table.data as TableData;
  return Object.entries(definition).map(([id, { title, type }]) => ({
    id,
    kind: String(type),
    text: String(title),
  }));
}

export function tableRows(table: Block): LinePassage[] {
  const { records = {} } = table.data as TableData;
  const cells = new Map(
    (table.fragments ?? []).map(({ fragment, nodes }) => [
      fragment,
      nodes.map((node) => plainText(inlineNodes(node.nodes))).join("\n"),
    ]),
  );
  return Object.entries(records).map(([id, { values = {} }]) => ({
    id,
    kind: "row",
    text: Object.values(values)
      .map((value) => (typeof value === "string" ? (cells.get(value) ?? value) : JSON.stringify(value)))
      .join("\n"),
  }));
}
