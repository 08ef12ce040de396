import type { Queries } from "../kernel/database/tables.ts";
import { removeRequestsToStrangers } from "./requested-reviewers-rows.ts";

interface HandOver {
  readonly now: string;
  /** Added to every position. */
  readonly shift: number;
}

/** Spaces with their content, change requests and comments. What ties them to people and issues of their organization ends. */
export async function handOverSpaces(
  queries: Queries,
  ids: readonly string[],
  organization: string,
  { now, shift }: HandOver,
): Promise<void> {
  if (ids.length === 0) return;
  await queries.deleteFrom("user_grant").where("space", "in", ids).execute();
  await queries.deleteFrom("team_grant").where("space", "in", ids).execute();
  await removeRequestsToStrangers(queries, ids, organization);
  await queries.updateTable("change_request").set({ issues_cluster: null }).where("space", "in", ids).execute();
  await queries
    .updateTable("space")
    .set(({ eb }) => ({ organization, updated_at: now, position: eb("position", "+", shift) }))
    .where("id", "in", ids)
    .execute();
}

/** Collections, of which one was the outermost. */
export async function handOverCollections(
  queries: Queries,
  outermost: string,
  ids: readonly string[],
  organization: string,
  { now, shift }: HandOver,
): Promise<void> {
  await queries
    .updateTable("collection")
    .set(({ eb }) => ({ organization, updated_at: now, position: eb("position", "+", shift) }))
    .where("id", "in", ids)
    .execute();
  await queries.updateTable("collection").set({ parent: null }).where("id", "=", outermost).execute();
}

/** Puts a space at the top of its organization. */
export async function liftSpace(queries: Queries, id: string): Promise<void> {
  await queries.updateTable("space").set({ parent: null }).where("id", "=", id).execute();
}
