import type { Queries } from "../kernel/database/tables.ts";
import { removeRequestsToStrangers } from "./requested-reviewers-rows.ts";

interface HandOver {
  readonly now: string;
  /** Added to every position. */
  readonly shift: number;
}

/**
 * Transfers spaces with their content, change requests and comments. Ties to their organization's people and issues
 * end.
 */
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

/** Transfers collections, of which one is the outermost. */
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

/** Moves a space to the top of its organization. */
export async function liftSpace(queries: Queries, id: string): Promise<void> {
  await queries.updateTable("space").set({ parent: null }).where("id", "=", id).execute();
}
