import { type SqlBool, sql } from "kysely";
import { hashSecret } from "../bytes.ts";
import type { Database } from "../database/database.ts";
import { getEngineWords } from "../database/engine/engine.ts";
import type { Queries } from "../database/tables.ts";
import {
  countSealings,
  getSealedPrefix,
  hashColumns,
  keyInUse,
  open,
  requireEncryption,
  type SealedColumn,
  seal,
  sealedColumns,
  secretSettings,
  setSecretKeys,
} from "./sealed-columns.ts";
import { SecretKeyError, type SecretKeys } from "./secret-keys.ts";

/** The setting with the ids of the keys that the secrets may be encrypted with, separated by commas. */
const usedKeys = "secret-keys";

/** The setting that says that everything from before there was a key has been encrypted. */
const allEncrypted = "secrets-encrypted";

/** Values encrypted in one transaction. */
const batch = 200;

/** The ids of the keys that a database's secrets may be encrypted with; empty if they are not encrypted. */
export async function findUsedKeys(queries: Queries): Promise<string[]> {
  const row = await findRow(queries, usedKeys);
  return row === undefined ? [] : row.value.split(",");
}

/**
 * Makes a database encrypt its secrets with these keys; the first time, encrypts those that it has and returns how many.
 * Throws `SecretKeyError` if its secrets cannot be read with them, or if they are encrypted and there are no keys.
 */
export async function useSecretKeys(database: Database, keys: SecretKeys | undefined): Promise<number> {
  const used = await database.look(findUsedKeys);
  requireKeys(used, keys);
  if (keys === undefined) return 0;
  const { id } = keys.current;
  if (!used.includes(id)) {
    await database.write(async (queries) => {
      const present = await findUsedKeys(queries);
      // Another process may have begun with another key.
      requireKeys(present, keys);
      if (!present.includes(id)) await putUsedKeys(queries, [...present, id]);
    });
  }
  setSecretKeys(database, keys);
  const isComplete = (await database.look((queries) => findRow(queries, allEncrypted))) !== undefined;
  const count = isComplete ? 0 : await sealStored(database, keys, "unsealed");
  if (!isComplete) {
    // Also if an interrupted start had replaced everything.
    await database.clearReplaced();
    await database.write((queries) => putRow(queries, allEncrypted, "yes"));
  }
  requireEncryption(database);
  return count;
}

/**
 * The same database, whose writes fail if they store a secret in a form that its other processes cannot read or must not
 * find: not encrypted since another process began to encrypt, or encrypted with a key that has been replaced since.
 */
export function withKeysChecked(database: Database): Database {
  return {
    ...database,
    write: (work, lock) =>
      database.write(async (queries) => {
        const before = countSealings(queries);
        const result = await work(queries);
        // Other writes on this database may also have counted; then the check is redundant.
        if (countSealings(queries) !== before) requireKeyInUse(await findUsedKeys(queries), keyInUse(queries));
        return result;
      }, lock),
  };
}

function requireKeyInUse(used: readonly string[], current: string | undefined): void {
  if (current === undefined ? used.length === 0 : used.includes(current)) return;
  const since =
    current === undefined
      ? `are encrypted with the secret key ${used.join(", ")} since this process started without a key`
      : `are no longer encrypted with the secret key ${current}, but with ${used.join(", ")}`;
  throw new SecretKeyError(`Nothing was changed: the secrets in this database ${since}. Restart it with that key.`);
}

function findRow(queries: Queries, name: string): Promise<{ readonly value: string } | undefined> {
  return queries.selectFrom("setting").select("value").where("name", "=", name).executeTakeFirst();
}

/** Throws `SecretKeyError` if secrets encrypted with these keys cannot be read. */
export function requireKeys(used: readonly string[], keys: SecretKeys | undefined): void {
  if (used.length === 0) return;
  if (keys === undefined) {
    throw new SecretKeyError(
      `The secrets in this database are encrypted with the secret key ${used.join(", ")}, and no key was given. Give it with --secret-key, --secret-key-file or --secret-key-command.`,
    );
  }
  const missing = used.filter((id) => keys.find(id) === undefined);
  if (missing.length === 0) return;
  throw new SecretKeyError(
    `The secrets in this database are encrypted with the secret key ${missing.join(", ")}, and the keys given are ${keys.ids.join(", ")}. Give the missing key as well, after the one to encrypt with.`,
  );
}

const putUsedKeys = (queries: Queries, ids: readonly string[]) => putRow(queries, usedKeys, ids.join(","));

async function putRow(queries: Queries, name: string, value: string): Promise<void> {
  await queries
    .insertInto("setting")
    .values({ name, value })
    .onConflict((conflict) => conflict.column("name").doUpdateSet({ value }))
    .execute();
}

/**
 * Encrypts every secret with the current key, in batches, and then requires no other key any more. It can be interrupted
 * and run again, while other processes use the database. Returns how many values it encrypted.
 */
export async function rotateSecretKeys(database: Database, keys: SecretKeys): Promise<number> {
  let count = 0;
  for (;;) {
    const sealedNow = await sealStored(database, keys, "all");
    const used = await database.look(findUsedKeys);
    if (sealedNow > 0 || used.length > 1) await database.clearReplaced();
    count += sealedNow;
    const isDone = await database.write(async (queries) => {
      for (const column of columns) if ((await staleIn(queries, column, keys, "all", 1)).length > 0) return false;
      await putUsedKeys(queries, [keys.current.id]);
      return true;
    });
    if (isDone) return count;
  }
}

/** How many secrets are not encrypted. */
export async function countUnsealed(queries: Queries): Promise<number> {
  let count = 0;
  for (const column of columns) {
    const { table, value } = parseColumn(column);
    const { rows } = await sql<{ count: number }>`select count(*) as count from ${table}
      where ${isSecret(column)} and ${doesNotBegin(value, "sealed:")}`.execute(queries);
    count += Number(rows[0]?.count ?? 0);
  }
  return count;
}

const columns = Object.keys(sealedColumns) as SealedColumn[];

async function sealStored(database: Database, keys: SecretKeys, which: "all" | "unsealed"): Promise<number> {
  let count = 0;
  for (const column of columns) {
    for (;;) {
      const sealedNow = await database.write(async (queries) => {
        const { overwriteReplaced } = getEngineWords(queries);
        const stale = await staleIn(queries, column, keys, which, batch);
        await overwriteReplaced(queries, true);
        for (const row of stale) await sealRow(queries, column, row, keys);
        await overwriteReplaced(queries, false);
        return stale.length;
      });
      count += sealedNow;
      if (sealedNow < batch) break;
    }
  }
  return count;
}

type StoredRow = Readonly<Record<string, string>>;

/** Rows whose value is not encrypted, or with another key. */
async function staleIn(
  queries: Queries,
  column: SealedColumn,
  keys: SecretKeys,
  which: "all" | "unsealed",
  limit: number,
): Promise<readonly StoredRow[]> {
  const { table, value, name } = parseColumn(column);
  const names = [...new Set<string>([...sealedColumns[column], name])].map((one) => sql.ref(one));
  const begin = which === "all" ? getSealedPrefix(keys.current.id) : "sealed:";
  const { rows } = await sql<StoredRow>`select ${sql.join(names)} from ${table}
    where ${isSecret(column)} and ${doesNotBegin(value, begin)} limit ${limit}`.execute(queries);
  return rows;
}

async function sealRow(queries: Queries, column: SealedColumn, row: StoredRow, keys: SecretKeys): Promise<void> {
  const { table, value, name } = parseColumn(column);
  const text = open(keys, column, row, row[name] ?? "");
  const sealed = seal(keys, column, row, text);
  const isRow = sealedColumns[column].map((key) => sql`${sql.ref(key)} = ${row[key]}`);
  const where = sql.join(isRow, sql` and `);
  await sql`update ${table} set ${value} = ${sealed} where ${where}`.execute(queries);
  const hash = hashColumns[column];
  if (hash === undefined) return;
  await sql`update ${table} set ${sql.ref(hash)} = ${hashSecret(text)} where ${where}`.execute(queries);
}

function parseColumn(column: SealedColumn) {
  const [table = "", name = ""] = column.split(".");
  return { table: sql.table(table), value: sql.ref(name), name };
}

const doesNotBegin = (value: ReturnType<typeof sql.ref>, begin: string) =>
  sql<SqlBool>`substr(${value}, 1, ${sql.lit(begin.length)}) <> ${begin}`;

const isSecret = (column: SealedColumn) =>
  column === "setting.value" ? sql<SqlBool>`name in (${sql.join([...secretSettings])})` : sql<SqlBool>`true`;
