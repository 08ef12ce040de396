import { Problem } from "../kernel/problem.ts";
import type { EditedMap, StoredMap } from "./content-map.ts";
import { readPageDocument, splitBody } from "./page-document.ts";
import { children, findPage, subtree } from "./page-tree.ts";
import { freeSlug, freeSource, orderAt, putPage, removePage } from "./placement.ts";
import type { PageRecord } from "./records.ts";
import type { SpaceContent } from "./space-content.ts";

interface Revert {
  readonly content: SpaceContent;
  readonly map: EditedMap;
  /** The content to revert to. */
  readonly from: StoredMap;
  readonly space: string;
  readonly id: string;
  readonly blocks: readonly string[] | undefined;
  readonly now: string;
}

/** Ids of the pages that a revert wrote and of those it removed. */
interface Reverted {
  readonly written: readonly string[];
  readonly removed: readonly string[];
}

/** Restores a page as it was in `from`: removes an added page, restores a deleted one, resets an edited one. */
export async function revertPage(revert: Revert): Promise<Reverted> {
  const { map, from, id } = revert;
  const [now, then] = [await findPage(map, id), await findPage(from, id)];
  if (revert.blocks !== undefined) {
    if (now?.content === undefined || then?.content === undefined) {
      throw new Problem(
        "conflict",
        `block: page ${id} does not have a body on both sides, so its blocks cannot be reverted.`,
      );
    }
    await revertBlocks(revert, now, then, revert.blocks);
    return { written: [id], removed: [] };
  }
  if (now === undefined) {
    if (then !== undefined) return restore(revert, then);
    throw new Problem("not_found", `page: neither the change request nor the revision has a page ${id}.`);
  }
  if (then === undefined) return takeOut(revert, now);
  await reset(revert, now, then);
  return { written: [id], removed: [] };
}

/** Removes an added page and the added pages below it. Pages that were moved into it go back to where they were. */
async function takeOut(revert: Revert, page: PageRecord): Promise<Reverted> {
  const { map, from } = revert;
  const removed = [page];
  const rescued: { page: PageRecord; then: PageRecord }[] = [];
  for (let index = 0; index < removed.length; index += 1) {
    for (const child of await children(map, removed[index]?.id ?? "")) {
      const then = await findPage(from, child.id);
      if (then === undefined) removed.push(child);
      else rescued.push({ page: child, then });
    }
  }
  for (const member of removed) removePage(map, member);
  for (const { page: member, then } of rescued) {
    const position = (await findPreviousPosition(map, member, then)) ?? {
      parent: null,
      order: await orderAt(map, null, undefined, member.id),
    };
    const slug = await freeSlug(map, position.parent, member.slug, member.id);
    putPage(map, member, { ...member, ...position, slug, updatedAt: revert.now });
  }
  return { written: rescued.map((member) => member.page.id), removed: removed.map((member) => member.id) };
}

/** Restores a deleted page with the pages that were deleted with it. */
async function restore({ map, from, now }: Revert, page: PageRecord): Promise<Reverted> {
  const restored = [page];
  for (let index = 0; index < restored.length; index += 1) {
    const member = restored[index];
    if (member === undefined) continue;
    const parent = member.parent !== null && (await findPage(map, member.parent)) === undefined ? null : member.parent;
    putPage(map, undefined, {
      ...member,
      parent,
      slug: await freeSlug(map, parent, member.slug, member.id),
      source: member.source && (await freeSource(map, member.source, `page/${member.id}`)),
      updatedAt: now,
    });
    for (const child of await children(from, member.id)) {
      if ((await findPage(map, child.id)) === undefined) restored.push(child);
    }
  }
  return { written: restored.map((member) => member.id), removed: [] };
}

async function reset({ map, now }: Revert, page: PageRecord, then: PageRecord): Promise<void> {
  const position = (await findPreviousPosition(map, page, then)) ?? { parent: page.parent, order: page.order };
  putPage(map, page, {
    ...then,
    ...position,
    slug: await freeSlug(map, position.parent, then.slug, page.id),
    source: then.source && (await freeSource(map, then.source, `page/${page.id}`)),
    updatedAt: now,
  });
}

/** A page's previous position, unless that parent is gone or is now below the page. */
async function findPreviousPosition(
  map: EditedMap,
  page: PageRecord,
  then: PageRecord,
): Promise<Pick<PageRecord, "parent" | "order"> | undefined> {
  const { parent, order } = then;
  if (parent === null) return { parent, order };
  if ((await findPage(map, parent)) === undefined) return undefined;
  const below = (await subtree(map, page)).some((member) => member.id === parent);
  return below ? undefined : { parent, order };
}

/**
 * Reverts body blocks by key. A key from the earlier body restores that block; a key only in the current body removes
 * that block.
 */
async function revertBlocks(
  { content, map, from, space, now }: Revert,
  page: PageRecord,
  then: PageRecord,
  blocks: readonly string[],
): Promise<void> {
  const { markdownFromDocument } = await import("../../markdown/document/printing/to-markdown.ts");
  const [text, previousText] = [await content.readText(page.content ?? ""), await content.readText(then.content ?? "")];
  const present = await readPageDocument(map, page, text, space);
  const previous = await readPageDocument(from, then, previousText, space);
  const nodes = [...present.nodes];
  for (const key of blocks) {
    const at = nodes.findIndex((node) => node.key === key);
    const block = previous.nodes.find((node) => node.key === key);
    if (at < 0 && block === undefined) {
      throw new Problem("not_found", `block: page ${page.id} has no block ${key}, neither now nor in the revision.`);
    }
    if (block === undefined) nodes.splice(at, 1);
    else if (at < 0) nodes.splice(findInsertIndex(key, previous.nodes, nodes), 0, block);
  }
  const reverted = splitBody(text).head + markdownFromDocument({ ...present, nodes });
  putPage(map, page, { ...page, content: content.putText(reverted), updatedAt: now });
}

type Keyed = readonly { readonly key?: string | undefined }[];

/** The position after the nearest earlier neighbour that still exists. */
function findInsertIndex(key: string, previous: Keyed, nodes: Keyed): number {
  for (let index = previous.findIndex((node) => node.key === key) - 1; index >= 0; index -= 1) {
    const at = nodes.findIndex((node) => node.key === previous[index]?.key);
    if (at >= 0) return at + 1;
  }
  return 0;
}
