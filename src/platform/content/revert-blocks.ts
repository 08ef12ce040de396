import { Problem } from "../problem.ts";
import { splitBody } from "./page-body.ts";
import { readPageDocument } from "./page-document.ts";
import { putPage } from "./placement.ts";
import type { PageRecord } from "./records.ts";
import type { Revert } from "./revert-page.ts";

/**
 * Reverts blocks of the body by their keys. A key of the earlier body brings that block back in its place; a key of
 * the present body alone removes that block.
 */
export async function revertBlocks(
  { content, map, from, space, now }: Revert,
  page: PageRecord,
  then: PageRecord,
  blocks: readonly string[],
): Promise<void> {
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  const [text, formerText] = [await content.readText(page.content ?? ""), await content.readText(then.content ?? "")];
  const present = await readPageDocument(map, page, text, space);
  const former = await readPageDocument(from, then, formerText, space);
  const nodes = [...present.nodes];
  for (const key of blocks) {
    const at = nodes.findIndex((node) => node.key === key);
    const block = former.nodes.find((node) => node.key === key);
    if (at < 0 && block === undefined) {
      throw new Problem("not_found", `block: page ${page.id} has no block ${key}, neither now nor in the revision.`);
    }
    if (block === undefined) nodes.splice(at, 1);
    else if (at < 0) nodes.splice(placeOf(key, former.nodes, nodes), 0, block);
  }
  const reverted = splitBody(text).head + markdownFromDocument({ ...present, nodes });
  putPage(map, page, { ...page, content: content.putText(reverted), updatedAt: now });
}

type Keyed = readonly { readonly key?: string | undefined }[];

/** After the nearest earlier neighbour that is still there. */
function placeOf(key: string, former: Keyed, nodes: Keyed): number {
  for (let index = former.findIndex((node) => node.key === key) - 1; index >= 0; index -= 1) {
    const at = nodes.findIndex((node) => node.key === former[index]?.key);
    if (at >= 0) return at + 1;
  }
  return 0;
}
