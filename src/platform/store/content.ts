import { isAt } from "../content/blob-address.ts";
import { addressOf } from "../content/ordered-map/node-codec.ts";
import { DamagedContentError } from "./damage.ts";
import { keptRow } from "./kept-row.ts";
import type { Queries } from "./tables.ts";

/** Values bound in one statement stay far below the engine's limit. */
const batch = 400;

/** Throws `DamagedContentError` for one that is not what its address was made from. */
export async function readNodes(queries: Queries, addresses: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const some of inBatches(addresses)) {
    const rows = await queries.selectFrom("node").selectAll().where("address", "in", some).execute();
    for (const { address, data } of rows) {
      if (addressOf(data) !== address) throw damaged(`part ${address} of a revision`);
      found.set(address, data);
    }
  }
  return found;
}

const blobRow = keptRow((queries, address: string) =>
  queries.selectFrom("blob").select("data").where("address", "=", address),
);

/** The bytes at an address, if they were ever stored. Throws `DamagedContentError`. */
export async function findBlob(queries: Queries, address: string): Promise<Uint8Array | undefined> {
  const row = await blobRow(queries, address);
  return row && wholeBlob(address, row.data);
}

/** The bytes at an address that something stored refers to. Throws `DamagedContentError`. */
export async function readBlob(queries: Queries, address: string): Promise<Uint8Array> {
  const data = await findBlob(queries, address);
  if (data === undefined) throw new DamagedContentError(`the content ${address} is missing`);
  return data;
}

/** Throws `DamagedContentError` for bytes that are not what their address was made from. */
export async function readBlobs(queries: Queries, addresses: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const some of inBatches(addresses)) {
    const rows = await queries.selectFrom("blob").selectAll().where("address", "in", some).execute();
    for (const { address, data } of rows) found.set(address, wholeBlob(address, data));
  }
  return found;
}

function wholeBlob(address: string, data: Uint8Array): Uint8Array {
  if (!isAt(address, data)) throw damaged(`the content ${address}`);
  return data;
}

const damaged = (what: string) => new DamagedContentError(`${what} is not what was stored`);

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
