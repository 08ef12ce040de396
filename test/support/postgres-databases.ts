import { createHash } from "node:crypto";
import { resolve } from "node:path";
import pg from "pg";
import type { Database } from "../../src/platform/kernel/database/engine/engine.ts";
import type { MigrationOptions } from "../../src/platform/kernel/database/migrations.ts";

/** The database that all are copied from, with empty tables. */
export const template = "copydesk_template";

const made = new Map<string, Promise<string>>();

/** The server of this run; child processes get it from their environment. */
function serverUrl(): string {
  const url = process.env.TEST_POSTGRES_URL;
  if (url === undefined) throw new Error("There is no PostgreSQL server for this test.");
  return url;
}

export { openEngineToRead } from "../../src/platform/kernel/database/engine/open.ts";

/** Replaces the opener of engines: each data folder has a separate database on the server of the tests. */
export async function openEngine(folder: string, url?: string, options?: MigrationOptions): Promise<Database> {
  // A program that only gets its database needs none of this.
  const { openServer } = await import("../../src/platform/kernel/database/engine/postgres/open.ts");
  return openServer(folder, url ?? (await databaseOf(folder)), { ...options, connections: maxConnections() });
}

/** With `TEST_POSTGRES_CONNECTIONS=1`, whoever waits for a second connection while it has one waits for ever. */
function maxConnections(): { reading: number; writing: number } | undefined {
  const most = process.env.TEST_POSTGRES_CONNECTIONS;
  return most === undefined ? undefined : { reading: Number(most), writing: Number(most) };
}

/** Prefix of the names of databases that belong to a process of tests and the programs it started. */
const prefix = () => `of_${process.env.TEST_POSTGRES_OWNER ?? process.pid}_`;

/** The URL of a data folder's database, created when any process first requests it. */
export function databaseOf(folder: string): Promise<string> {
  const name = `${prefix()}${createHash("sha256").update(resolve(folder)).digest("hex").slice(0, 24)}`;
  const known = made.get(name);
  if (known !== undefined) return known;
  const making = (async () => {
    await onServer(async (client) => {
      await client.query(`create database ${name} template ${template}`).catch((error: unknown) => {
        // Another process created it.
        if (!(error instanceof pg.DatabaseError && (error.code === "42P04" || error.code === "23505"))) throw error;
      });
    });
    const url = new URL(serverUrl());
    url.pathname = `/${name}`;
    return url.href;
  })();
  made.set(name, making);
  return making;
}

/** Drops the databases of this process and its programs, even if they are still open. */
export async function dropDatabases(): Promise<void> {
  made.clear();
  await onServer(async (client) => {
    const query = "select datname as name from pg_database where starts_with(datname, $1)";
    const { rows } = await client.query<{ name: string }>(query, [prefix()]);
    for (const { name } of rows) await client.query(`drop database if exists ${name} with (force)`);
  });
}

async function onServer(work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() });
  await client.connect();
  try {
    await work(client);
  } finally {
    await client.end();
  }
}
