import { type Block, inlineNodes, plainText } from "../../../../markdown/document/model.ts";

/** An operation or webhook, by name. */
export type FoldedOperation =
  | { readonly kind: "operation"; readonly method: string; readonly path: string }
  | { readonly kind: "webhook"; readonly method: string; readonly name: string };

/**
 * Replaces what a computed page says about an operation, below its heading, with a single block, if `blockFor` returns
 * one. A page for a single operation has no heading for it. Other content is kept.
 */
export function foldOperations(
  nodes: readonly Block[],
  blockFor: (operation: FoldedOperation) => Block | undefined,
): Block[] {
  const folded: Block[] = [];
  let isInside = false;
  nodes.forEach((node, index) => {
    if (node.type === "heading-2") isInside = false;
    const isFirst = index === 0 || nodes[index - 1]?.type === "heading-2";
    const named = isFirst ? parseOperation(node) : undefined;
    const found = named && blockFor(named);
    if (found !== undefined) {
      folded.push(found);
      isInside = true;
    } else if (!isInside) folded.push(node);
  });
  return folded;
}

const line = /^(GET|PUT|POST|DELETE|OPTIONS|HEAD|PATCH|TRACE) (\S.*)$/;

/** The operation in the first line of a text, as `operationText` writes it. */
function parseOperation(block: Block): FoldedOperation | undefined {
  if (block.type !== "paragraph") return undefined;
  const [text] = inlineNodes(block.nodes);
  const codes =
    text?.object === "text" ? text.leaves.filter(({ marks }) => marks.some(({ type }) => type === "code")) : [];
  const [first, second] = codes.map((leaf) => leaf.text);
  if (/^The API calls your server: /.test(plainText(inlineNodes(block.nodes)))) {
    return first === undefined || second === undefined
      ? undefined
      : { kind: "webhook", method: first.toLowerCase(), name: second };
  }
  const [, method, path] = line.exec(first ?? "") ?? [];
  if (method === undefined || path === undefined || text?.object !== "text" || text.leaves[0]?.text !== first) {
    return undefined;
  }
  return { kind: "operation", method: method.toLowerCase(), path };
}
