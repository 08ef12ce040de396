import { isRecord } from "../../client/json.ts";
import type { Comment } from "../../contract/models/comment.ts";
import { changeRequestContent } from "../../contract/operations/change-request-content.ts";
import { pages } from "../../contract/operations/pages.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { cut } from "../present/budget.ts";
import { markdownOf } from "../present/document.ts";
import type { Content } from "../resolve/content.ts";
import { lookUpIfAllowed } from "../resolve/lookup.ts";
import type { ToolContext } from "../tool.ts";

/** Pages read for the passages of one answer. */
const mostPages = 8;
/** Tokens of a passage; the rest is cut. */
const mostTokens = 60;
/** Documents nest no deeper where they were written by people. */
const deepest = 40;

/** The operations that passages are read with. */
export const passageReads = [pages.get, changeRequestContent.page, revisions.getPage];

/**
 * Reads the passage that a comment is about: a block or table cell of its page, as the content has it now, else as it
 * was when the comment was made. Undefined for a comment on a whole page or space, and where nobody shows the passage.
 */
export function passageReader(
  content: Content,
  context: ToolContext,
): (comment: Comment) => Promise<string | undefined> {
  const documents = new Map<string, Promise<unknown>>();
  const documentOf = (name: string, read: () => Promise<{ readonly document?: unknown }>) => {
    const known = documents.get(name);
    if (known !== undefined || documents.size >= mostPages) return known;
    const found = lookUpIfAllowed(read()).then((page) => page?.document);
    documents.set(name, found);
    return found;
  };
  return async ({ target }) => {
    const { node, page, revision } = target ?? {};
    if (node === undefined || page === undefined) return undefined;
    const now = blockIn(await documentOf(page.id, () => readNow(content, page.id, context)), node.id);
    const found =
      now ??
      blockIn(await documentOf(`${page.id} ${revision}`, () => readThen(content, page.id, revision, context)), node.id);
    if (found === undefined) return undefined;
    const text = (await markdownOf({ object: "document", data: {}, nodes: partOf(found, target) })).trim();
    return text === "" ? undefined : cut(text, mostTokens, "(cut)").text;
  };
}

function readNow({ space, changeRequest }: Content, pageId: string, { client, signal }: ToolContext) {
  const query = { spaceId: space.id, pageId, format: "document", metadata: false } as const;
  return changeRequest === undefined
    ? client.pages.get(query, { signal })
    : client.changeRequestContent.page({ ...query, changeRequestId: changeRequest.id }, { signal });
}

function readThen({ space }: Content, pageId: string, revisionId: string, { client, signal }: ToolContext) {
  const query = { spaceId: space.id, pageId, revisionId, format: "document", metadata: false } as const;
  return client.revisions.getPage(query, { signal });
}

type Tree = Readonly<Record<string, unknown>>;

const listOf = (value: unknown): Tree[] => (Array.isArray(value) ? value.filter(isRecord) : []);

/** The block with a key, anywhere in a document. */
function blockIn(tree: unknown, key: string, depth = 0): Tree | undefined {
  if (!isRecord(tree) || depth > deepest) return undefined;
  for (const inner of [...listOf(tree.nodes), ...listOf(tree.fragments)]) {
    const found = inner.key === key && inner.object === "block" ? inner : blockIn(inner, key, depth + 1);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The blocks of a table's cell, where a comment is about one, or else the block itself. */
function partOf(block: Tree, { tableCell }: Comment["target"]): readonly Tree[] {
  if (tableCell === undefined) return [block];
  const records = isRecord(block.data) && isRecord(block.data.records) ? block.data.records : {};
  const record = records[tableCell.record];
  const values = isRecord(record) && isRecord(record.values) ? record.values : {};
  const fragment = listOf(block.fragments).find((one) => one.fragment === values[tableCell.definition]);
  return fragment === undefined ? [block] : listOf(fragment.nodes);
}
