import type { AliasableExpression, Insertable, Kysely, Selectable, SelectQueryNode, Transaction } from "kysely";

/** Every table of the store. Each feature adds its own with `declare module`, next to its rows. */
export interface Tables {
  setting: SettingTable;
}

interface SettingTable {
  name: string;
  value: string;
}

/** What queries run on: the database itself or an open transaction. */
export type Queries = Kysely<Tables> | Transaction<Tables>;

export type Row<Name extends keyof Tables> = Selectable<Tables[Name]>;

export type NewRow<Name extends keyof Tables> = Insertable<Tables[Name]>;

/** A query for ids, for use in the conditions of another feature's queries. */
export interface Ids extends AliasableExpression<{ id: string }> {
  readonly isSelectQueryBuilder: true;
  toOperationNode(): SelectQueryNode;
}

/** ISO 8601 in UTC: the same text on every engine. */
export type Timestamp = string;

/** JSON as text. */
export type Json = string;
