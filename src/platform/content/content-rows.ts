import { sql } from "kysely";
import { keptRow } from "../kernel/database/kept-row.ts";
import { DamagedContentError } from "../kernel/database/server-error.ts";
import type { Json, Queries, Timestamp } from "../kernel/database/tables.ts";
import { isAt } from "./blob-address.ts";
import { addressOf } from "./ordered-map/node-codec.ts";

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

/** Every part of a revision there is, unchecked. */
export const everyNode = (queries: Queries) => queries.selectFrom("node").selectAll().stream(1);

/** Every text and file there is, unchecked. */
export const everyBlob = (queries: Queries) => queries.selectFrom("blob").selectAll().stream(1);

/** The root of every revision. */
export const everyRoot = (queries: Queries) => queries.selectFrom("revision").select(["id", "root"]).stream(1);

/** How many nodes and blobs there are. */
export async function countContents(queries: Queries): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select (select count(*) from node) + (select count(*) from blob) as count`.execute(queries);
  return rows[0]?.count ?? 0;
}

function inBatches<Item>(items: readonly Item[]): Item[][] {
  const batches: Item[][] = [];
  for (let start = 0; start < items.length; start += batch) batches.push(items.slice(start, start + batch));
  return batches;
}

interface RevisionTable {
  id: string;
  space: string;
  /** Address of the root node of its content map. */
  root: string;
  parents: Json;
  type: string;
  /** The change request whose merge made it. */
  merged_from: string | null;
  /** Of a computed one: the last revision before it that was not. */
  source_revision: string | null;
  /** The Git commit it came from, or was exported as. */
  git: Json | null;
  created_at: Timestamp;
  created_by: string;
}

interface NodeTable {
  address: string;
  data: string;
}

interface BlobTable {
  address: string;
  data: Uint8Array;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    revision: RevisionTable;
    node: NodeTable;
    blob: BlobTable;
  }
}
