import { type Database, getDatabaseKey } from "../database/engine/engine.ts";
import type { Queries } from "../database/tables.ts";
import { openText, sealText } from "./sealed-text.ts";
import { SecretKeyError, type SecretKeys } from "./secret-keys.ts";

/**
 * Every column with secrets, and the columns that identify its row. With a secret key its values are encrypted, and each
 * is bound to its column and row. What is only compared is stored as a hash and not listed here.
 */
export const sealedColumns = {
  /** Of the settings in `secretSettings`. */
  "setting.value": ["name"],
  "integration.secrets": ["name"],
  "integration.signing_secret": ["name"],
  "installation.configuration": ["id"],
  "content_installation.configuration": ["installation", "kind", "content"],
  /** Contains configurations of installations. */
  "integration_event.payload": ["id"],
  /** What scripts print while they have secrets. */
  "integration_event.logs": ["id"],
  "site.auth_key": ["id"],
  "site_share_link.key": ["id"],
  "invite_link.id": ["hash"],
  "sign_in_request.nonce": ["id"],
  "sign_in_request.verifier": ["id"],
  "oauth_record.payload": ["kind", "hash"],
  "repeatable_request.answer": ["user", "name"],
} as const;

/** Columns with the SHA-256 of a value that rows are found by. Rows of older builds lack it until they are encrypted. */
export const hashColumns: Partial<Record<SealedColumn, string>> = { "site_share_link.key": "key_hash" };

/** Settings whose values are keys. */
export const secretSettings = ["file-links", "confirmations", "oauth-cookies", "oauth-signing"] as const;

export type SecretSetting = (typeof secretSettings)[number];

export type SealedColumn = keyof typeof sealedColumns;

declare const sealed: unique symbol;

/** A stored value of a sealed column: only `openColumn` returns its text. */
export interface Sealed {
  readonly [sealed]: true;
}

type RowKey<Column extends SealedColumn> = Readonly<Record<(typeof sealedColumns)[Column][number], string>>;

type SealedValue<Column extends SealedColumn> = Column extends `${string}.${infer Name}`
  ? { readonly [Key in Name]: Sealed }
  : never;

/** What is known of an open database. */
interface OpenDatabase {
  keys?: SecretKeys;
  /** Whether every value is encrypted: others were then not written by Copydesk. */
  isComplete?: boolean;
  /** Number of values made to be stored. */
  sealings: number;
}

const openDatabases = new WeakMap<object, OpenDatabase>();

function getOpenDatabase(queries: Queries): OpenDatabase {
  const key = getDatabaseKey(queries);
  const known = openDatabases.get(key);
  if (known !== undefined) return known;
  const open = { sealings: 0 };
  openDatabases.set(key, open);
  return open;
}

/** Encrypts and decrypts the secrets of a database with these keys from now on. */
export function setSecretKeys({ connections }: Pick<Database, "connections">, keys: SecretKeys): void {
  for (const queries of connections) getOpenDatabase(queries).keys = keys;
}

/** Refuses values that are not encrypted from now on. */
export function requireEncryption({ connections }: Pick<Database, "connections">): void {
  for (const queries of connections) getOpenDatabase(queries).isComplete = true;
}

/** How many values were made to be stored so far. */
export const countSealings = (queries: Queries): number => getOpenDatabase(queries).sealings;

/** The key that the values are encrypted with; undefined if they are not. */
export const keyInUse = (queries: Queries): string | undefined => getOpenDatabase(queries).keys?.current.id;

/** The value to store. Without a secret key, it is the text itself. */
export function sealColumn<Column extends SealedColumn>(
  queries: Queries,
  column: Column,
  row: RowKey<Column>,
  text: string,
): Sealed {
  const open = getOpenDatabase(queries);
  open.sealings += 1;
  return (open.keys === undefined ? text : seal(open.keys, column, row, text)) as unknown as Sealed;
}

/**
 * The text of a row's sealed column. Throws `SecretKeyError` if this process lacks its key, or if it was changed or
 * replaced by a text that is not encrypted.
 */
export function openColumn<Column extends SealedColumn>(
  queries: Queries,
  column: Column,
  row: RowKey<Column> & SealedValue<Column>,
): string {
  const name = column.slice(column.indexOf(".") + 1);
  const stored = (row as unknown as Readonly<Record<string, string | null | undefined>>)[name];
  if (stored === null || stored === undefined) return "";
  const { keys, isComplete } = getOpenDatabase(queries);
  if (isComplete === true && !stored.startsWith(prefix)) throw changedOutside(column);
  return open(keys, column, row, stored);
}

const prefix = "sealed:";

/** How values begin that a key encrypted. */
export const getSealedPrefix = (id: string): string => `${prefix}${id}:`;

export function seal(keys: SecretKeys, column: SealedColumn, row: object, text: string): string {
  const { id, bytes } = keys.current;
  return getSealedPrefix(id) + sealText(bytes, text, boundTo(column, row));
}

export function open(keys: SecretKeys | undefined, column: SealedColumn, row: object, stored: string): string {
  if (!stored.startsWith(prefix)) return stored;
  const end = stored.indexOf(":", prefix.length);
  const id = stored.slice(prefix.length, end);
  const key = keys?.find(id);
  if (key === undefined) {
    throw new SecretKeyError(
      `A value of ${column} is encrypted with the secret key ${id}, which this process does not have. Start it with --secret-key, and with this key among those given.`,
    );
  }
  const text = openText(key.bytes, stored.slice(end + 1), boundTo(column, row));
  if (text !== undefined) return text;
  throw changedOutside(column);
}

const changedOutside = (column: SealedColumn) =>
  new SecretKeyError(`A value of ${column} was changed outside of Copydesk and cannot be decrypted. Restore a backup.`);

function boundTo(column: SealedColumn, row: object): string {
  const members = row as Readonly<Record<string, string>>;
  return JSON.stringify([column, ...sealedColumns[column].map((name) => members[name])]);
}
