import { Problem } from "../problem.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import { findPage, subtree } from "./page-tree.ts";
import { freeSlug, freeSource, putPage, removePage } from "./placement.ts";
import type { PageRecord } from "./records.ts";
import type { SpaceContent } from "./space-content.ts";

interface Revert {
  readonly content: SpaceContent;
  readonly map: EditedMap;
  /** The content the page goes back to. */
  readonly from: StoredMap;
  readonly id: string;
  readonly blocks: readonly string[] | undefined;
  readonly now: string;
}

/** Gives a page back what it was in `from`: an added page goes, a deleted one comes back, an edited one is reset. */
export async function revertPage(revert: Revert): Promise<"updated" | "deleted"> {
  const { map, from, id } = revert;
  const [now, then] = [await findPage(map, id), await findPage(from, id)];
  if (now === undefined && then === undefined) {
    throw new Problem("not_found", `page: neither the change request nor the revision has a page ${id}.`);
  }
  if (revert.blocks !== undefined) {
    if (now === undefined || then === undefined) {
      throw new Problem("conflict", `block: page ${id} is not on both sides, so only the whole page can be reverted.`);
    }
    await revertBlocks(revert, now, then, revert.blocks);
    return "updated";
  }
  if (then === undefined && now !== undefined) {
    for (const member of await subtree(map, now)) removePage(map, member);
    return "deleted";
  }
  if (now === undefined && then !== undefined) await restore(revert, then);
  else if (now !== undefined && then !== undefined) await reset(revert, now, then);
  return "updated";
}

/** Brings a deleted page back with the pages that were deleted with it. */
async function restore({ map, from, now }: Revert, page: PageRecord): Promise<void> {
  for (const member of await subtree(from, page)) {
    if ((await findPage(map, member.id)) !== undefined) continue;
    const parent = member.parent !== null && (await findPage(map, member.parent)) === undefined ? null : member.parent;
    putPage(map, undefined, {
      ...member,
      parent,
      slug: await freeSlug(map, parent, member.slug, member.id),
      source: member.source && (await freeSource(map, member.source, `page/${member.id}`)),
      updatedAt: now,
    });
  }
}

async function reset({ map, now }: Revert, page: PageRecord, then: PageRecord): Promise<void> {
  const parentThere = then.parent === null || (await findPage(map, then.parent)) !== undefined;
  const below = (await subtree(map, page)).some((member) => member.id === then.parent);
  const parent = parentThere && !below ? then.parent : page.parent;
  putPage(map, page, {
    ...then,
    parent,
    order: parent === then.parent ? then.order : page.order,
    slug: await freeSlug(map, parent, then.slug, page.id),
    source: then.source && (await freeSource(map, then.source, `page/${page.id}`)),
    updatedAt: now,
  });
}

/**
 * Reverts blocks of the body by their keys. A key of the earlier body brings that block back in its place; a key of
 * the present body alone removes that block.
 */
async function revertBlocks(
  { content, map, now }: Revert,
  page: PageRecord,
  then: PageRecord,
  blocks: readonly string[],
): Promise<void> {
  const [{ documentFromMarkdown }, { markdownFromDocument }] = await Promise.all([
    import("../../text/document/from-markdown.ts"),
    import("../../text/document/to-markdown.ts"),
  ]);
  const read = async (record: PageRecord) => documentFromMarkdown(await content.readText(record.content ?? ""));
  const [present, earlier] = await Promise.all([read(page), read(then)]);
  const nodes = [...present.nodes];
  for (const key of blocks) {
    const at = nodes.findIndex((node) => node.key === key);
    const origin = earlier.nodes.findIndex((node) => node.key === key);
    const block = earlier.nodes[origin];
    if (at < 0 && block === undefined) {
      throw new Problem("not_found", `block: page ${page.id} has no block ${key}, neither now nor in the revision.`);
    }
    if (block === undefined) nodes.splice(at, 1);
    else if (at < 0) nodes.splice(placeOf(block.key, earlier.nodes, nodes), 0, block);
  }
  const text = markdownFromDocument({ ...present, nodes });
  putPage(map, page, { ...page, content: content.putText(text), updatedAt: now });
}

/** After the nearest earlier neighbour that is still there. */
function placeOf(
  key: string | undefined,
  earlier: readonly { key?: string | undefined }[],
  nodes: readonly { key?: string | undefined }[],
): number {
  for (let index = earlier.findIndex((node) => node.key === key) - 1; index >= 0; index -= 1) {
    const at = nodes.findIndex((node) => node.key === earlier[index]?.key);
    if (at >= 0) return at + 1;
  }
  return 0;
}
