import { sql } from "kysely";
import { compiledRow, compiledRows, compiledStatement } from "../kernel/database/compiled-query.ts";
import { DamagedContentError } from "../kernel/database/server-error.ts";
import type { Json, NewRow, Queries, Timestamp } from "../kernel/database/tables.ts";
import { Problem } from "../kernel/problem.ts";
import { isAt, isElsewhere } from "./blob-address.ts";
import { findLargeContents } from "./large-contents.ts";
import { computeNodeAddress } from "./ordered-map/node-codec.ts";

/** Keeps the bound values in one statement far below the engine's limit. */
const batch = 400;

const nodeRows = compiledRows((queries, addresses: readonly string[]) =>
  queries.selectFrom("node").selectAll().where("address", "in", addresses),
);

/** Throws `DamagedContentError` for a node that does not match its address. */
export async function readNodes(queries: Queries, addresses: readonly string[]): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const some of inBatches(addresses)) {
    for (const { address, data } of await nodeRows(queries, some)) {
      if (computeNodeAddress(data) !== address) throw damaged(`part ${address} of a revision`);
      found.set(address, data);
    }
  }
  return found;
}

const blobRow = compiledRow((queries, address: string) =>
  queries.selectFrom("blob").select("data").where("address", "=", address),
);

const blobRows = compiledRows((queries, addresses: readonly string[]) =>
  queries.selectFrom("blob").selectAll().where("address", "in", addresses),
);

/** The bytes at an address, if they were ever stored. Throws `DamagedContentError`. */
export async function findBlob(queries: Queries, address: string): Promise<Uint8Array | undefined> {
  const row = await blobRow(queries, address);
  return row && wholeBlob(queries, address, row.data);
}

/** The bytes at an address that stored data refers to. Throws `DamagedContentError`. */
export async function readBlob(queries: Queries, address: string): Promise<Uint8Array> {
  const data = await findBlob(queries, address);
  if (data === undefined) throw new DamagedContentError(`the content ${address} is missing`);
  return data;
}

/** Throws `DamagedContentError` for bytes that do not match their address. */
export async function readBlobs(queries: Queries, addresses: readonly string[]): Promise<Map<string, Uint8Array>> {
  const found = new Map<string, Uint8Array>();
  for (const some of inBatches(addresses)) {
    for (const { address, data } of await blobRows(queries, some))
      found.set(address, await wholeBlob(queries, address, data));
  }
  return found;
}

async function wholeBlob(queries: Queries, address: string, data: Uint8Array): Promise<Uint8Array> {
  if (isElsewhere(address, data)) {
    const large = findLargeContents(queries);
    if (large === undefined) throw new Problem("unavailable", filesNotNamed);
    return large.read(address);
  }
  if (!isAt(address, data)) throw damaged(`the content ${address}`);
  return data;
}

const filesNotNamed =
  "This file is in object storage. Start this process with the --files setting that the file was stored with.";

const damaged = (what: string) => new DamagedContentError(`${what} is not what was stored`);

/** Sorted, so that two transactions that store the same contents wait for each other without deadlock. */
const inOrder = <Data>(contents: ReadonlyMap<string, Data>): [string, Data][] =>
  [...contents].sort(([one], [other]) => (one < other ? -1 : 1));

const insertNodeRows = compiledStatement((queries, rows: readonly NewRow<"node">[]) =>
  queries
    .insertInto("node")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
);

const insertBlobRows = compiledStatement((queries, rows: readonly NewRow<"blob">[]) =>
  queries
    .insertInto("blob")
    .values(rows)
    .onConflict((conflict) => conflict.doNothing()),
);

/** Rows that already exist are left unchanged: the address is derived from the content. */
export async function insertNodes(
  queries: Queries,
  nodes: ReadonlyMap<string, { readonly encoded: string }>,
): Promise<void> {
  for (const some of inBatches(inOrder(nodes))) {
    await insertNodeRows(
      queries,
      some.map(([address, { encoded }]) => ({ address, data: encoded })),
    );
  }
}

export async function insertBlobs(queries: Queries, blobs: ReadonlyMap<string, Uint8Array>): Promise<void> {
  const rows = findLargeContents(queries)?.toRows(blobs) ?? blobs;
  for (const some of inBatches(inOrder(rows))) {
    await insertBlobRows(
      queries,
      some.map(([address, data]) => ({ address, data })),
    );
  }
}

/** Every stored node of every revision, unchecked. */
export const everyNode = (queries: Queries) => queries.selectFrom("node").selectAll().stream(1);

/** Every stored text and file, unchecked. */
export const everyBlob = (queries: Queries) => queries.selectFrom("blob").selectAll().stream(1);

/** The root of every revision. */
export const everyRoot = (queries: Queries) => queries.selectFrom("revision").select(["id", "root"]).stream(1);

/** The number of nodes and blobs. */
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
  /** The change request whose merge created it. */
  merged_from: string | null;
  /** For a computed revision: the last revision before it that was not computed. */
  source_revision: string | null;
  /** The Git commit it came from or was exported as. */
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
