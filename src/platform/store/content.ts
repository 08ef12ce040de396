import { keptRow } from "./kept-row.ts";
import type { Queries } from "./tables.ts";

/** Values bound in one statement stay far below the engine's limit. */
const batch = 400;

export async function readNodes(queries: Queries, addresses: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const some of inBatches(addresses)) {
    const rows = await queries.selectFrom("node").selectAll().where("address", "in", some).execute();
    for (const row of rows) found.set(row.address, row.data);
  }
  return found;
}

export const readBlob = keptRow((queries, address: string) =>
  queries.selectFrom("blob").select("data").where("address", "=", address),
);

export async function readBlobs(queries: Queries, addresses: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const some of inBatches(addresses)) {
    const rows = await queries.selectFrom("blob").selectAll().where("address", "in", some).execute();
    for (const row of rows) found.set(row.address, row.data);
  }
  return found;
}

/** What is already there stays: the address is made from the content. */
export async function insertNodes(queries: Queries, nodes: ReadonlyMap<string, string>): Promise<void> {
  for (const some of inBatches([...nodes])) {
    await queries
      .insertInto("node")
      .values(some.map(([address, data]) => ({ address, data })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

export async function insertBlobs(queries: Queries, blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
  for (const some of inBatches([...blobs])) {
    await queries
      .insertInto("blob")
      .values(some.map(([address, data]) => ({ address, data })))
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  }
}

function inBatches<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = [];
  for (let start = 0; start < items.length; start += batch) batches.push(items.slice(start, start + batch));
  return batches;
}
