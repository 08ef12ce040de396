import { paginate } from "../../client/paginate.ts";
import type { Collection } from "../../contract/models/collection.ts";
import type { Space } from "../../contract/models/space.ts";
import type { ToolContext } from "../tool.ts";
import { readTold } from "./read-told.ts";

const most = { collections: 50, spaces: 200 };

export interface SpacesWithin {
  /** Collections within the collection, at any depth. */
  readonly collections: number;
  readonly spaces: readonly Space[];
  readonly unseen: readonly string[];
}

/** The spaces in a collection and in the collections within it. */
export async function spacesWithin(
  { id, organization: organizationId }: { readonly id: string; readonly organization: string },
  context: ToolContext,
): Promise<SpacesWithin> {
  const { client, signal } = context;
  const listed = await readTold(
    all(paginate(client.collections.list, { organizationId, limit: 1000 }, { signal }), 5000),
  );
  const unseen = "refusal" in listed ? [`collections within it (${listed.refusal})`] : [];
  const nested = "refusal" in listed ? [] : below(id, listed.found);
  const found: Space[] = [];
  for (const collectionId of [id, ...nested].slice(0, most.collections)) {
    const call = paginate(client.collections.listSpaces, { collectionId, limit: 1000 }, { signal });
    const part = await readTold(all(call, most.spaces - found.length + 1));
    if ("refusal" in part) unseen.push(`spaces of collection ${collectionId} (${part.refusal})`);
    else found.push(...part.found);
    if (found.length > most.spaces) break;
  }
  if (nested.length >= most.collections)
    unseen.push(`spaces of the last ${nested.length + 1 - most.collections} collections`);
  if (found.length > most.spaces) unseen.push(`spaces after the first ${most.spaces}`);
  return { collections: nested.length, spaces: found.slice(0, most.spaces), unseen };
}

function below(top: string, collections: readonly Pick<Collection, "id" | "parent">[]): string[] {
  const inside = new Set([top]);
  for (let before = 0; before < inside.size; ) {
    before = inside.size;
    for (const { id, parent } of collections) if (parent !== undefined && inside.has(parent)) inside.add(id);
  }
  inside.delete(top);
  return [...inside];
}

async function all<Item>(items: AsyncIterable<Item>, limit: number): Promise<Item[]> {
  const taken: Item[] = [];
  for await (const item of items) {
    if (taken.length >= limit) break;
    taken.push(item);
  }
  return taken;
}
