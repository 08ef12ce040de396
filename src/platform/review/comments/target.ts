import {
  type Block,
  blockNodes,
  inlineNodes,
  isBlock,
  plainText,
  type RichDocument,
} from "../../../markdown/document/model.ts";
import type { StoredMap } from "../../content/content-map.ts";
import { readPageDocument } from "../../content/page-document.ts";
import { findPage } from "../../content/page-tree.ts";
import type { PageRecord } from "../../content/records.ts";
import { revisionContent, type SpaceContent } from "../../content/space-content.ts";
import type { Context } from "../../kernel/context.ts";
import { Problem } from "../../kernel/problem.ts";
import type { CommentedContent } from "./commented-content.ts";

/** What a comment is about, as its author specifies it. */
export interface TargetInput {
  readonly page?: string | undefined;
  readonly node?: string | undefined;
  readonly tableCell?: { readonly record: string; readonly definition: string } | undefined;
}

/** Every block of a page's body, with the keys that a reader of the page as a document sees. */
export async function pagePassages(
  content: SpaceContent,
  map: StoredMap,
  page: PageRecord,
  space: string,
): Promise<BlockPassage[]> {
  if (page.content === undefined) return [];
  const text = await content.readText(page.content);
  return blockPassages(await readPageDocument(map, page, text, space));
}

/** Throws `bad_request` or `not_found` if the newest revision of the content has no such page, block or cell. */
export async function requireTarget(context: Context, content: CommentedContent, target: TargetInput): Promise<void> {
  const { page: id, node, tableCell } = target;
  if (id === undefined) {
    if (node !== undefined) throw new Problem("bad_request", "page: is missing. Name the page that `node` is on.");
  } else await requirePageIn(context, content, id, node, tableCell);
  if (tableCell !== undefined && node === undefined) {
    throw new Problem("bad_request", "node: is missing. Name the table that `tableCell` is in.");
  }
}

async function requirePageIn(
  context: Context,
  content: CommentedContent,
  id: string,
  node: string | undefined,
  tableCell: TargetInput["tableCell"],
): Promise<void> {
  const map = await revisionContent(context, content.space.id, content.revision);
  const page = await findPage(map, id);
  if (page === undefined) {
    throw new Problem(
      "not_found",
      `page: revision ${content.revision} has no page ${id}. listPages lists the existing ones.`,
    );
  }
  if (node === undefined) return;
  const passages = await pagePassages(context.content, map, page, content.space.id);
  const passage = passages.find(({ key }) => key === node);
  if (passage === undefined) {
    throw new Problem(
      "not_found",
      `node: page ${id} has no block ${node} in revision ${content.revision}. Read the page with format=document: its blocks have their keys there.`,
    );
  }
  if (tableCell === undefined) return;
  if (passage.kind !== "table") {
    throw new Problem(
      "bad_request",
      `tableCell: block ${node} is not a table but a ${passage.kind}. Leave tableCell out.`,
    );
  }
  requireLine("record", tableCell.record, tableRows(passage.block));
  requireLine("definition", tableCell.definition, tableColumns(passage.block));
}

function requireLine(member: "record" | "definition", id: string, lines: readonly { readonly id: string }[]): void {
  if (lines.some((line) => line.id === id)) return;
  throw new Problem(
    "not_found",
    `tableCell.${member}: the table has no ${id}. Take it from the ${member === "record" ? "records" : "definition"} of the table's data.`,
  );
}

/** A part of a page, as it is recognized in another version of the page. */
export interface Passage {
  /** The kind of part, which rarely changes in an edit. */
  readonly kind: string;
  readonly text: string;
}

/** A block anywhere in a document, by its key. */
export interface BlockPassage extends Passage {
  readonly key: string;
  readonly block: Block;
}

/** Every block of a document, inner blocks after the enclosing one. */
export function blockPassages(document: Pick<RichDocument, "nodes">): BlockPassage[] {
  const found: BlockPassage[] = [];
  for (const block of document.nodes) collect(block, found);
  return found;
}

/** Returns the block's text, built from its children's so that each is read once. */
function collect(block: Block, found: BlockPassage[]): string {
  const index = found.length;
  const own = { kind: block.type, key: block.key ?? "", block, text: "" };
  found.push(own);
  const inner = [...blockNodes(block.nodes), ...(block.fragments ?? []).flatMap(({ nodes }) => nodes.filter(isBlock))];
  const parts = [plainText(inlineNodes(block.nodes)), ...inner.map((child) => collect(child, found))];
  const text = parts.filter((part) => part !== "").join("\n");
  found[index] = { ...own, text: text === "" ? JSON.stringify(block.data) : text };
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
