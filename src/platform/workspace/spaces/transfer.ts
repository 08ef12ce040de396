import { recordDeparture } from "../../access/audit/index.ts";
import { spacesWithin, withNested } from "../../access/collections-rows.ts";
import { settleLevels } from "../../access/levels-rows.ts";
import { lastPosition } from "../../access/positions-rows.ts";
import { may } from "../../access/roles.ts";
import { collectionScope, getSpaceScopes, organizationFor, type SpaceScope } from "../../access/scope.ts";
import { handOverCollections, handOverSpaces, liftSpace } from "../../access/transfers-rows.ts";
import { recompute } from "../../content/computed/index.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";

/** The contents of a collection, and the collection itself. */
interface Contents {
  readonly collections: readonly Row<"collection">[];
  /** Includes deleted spaces that can still be restored. */
  readonly spaces: readonly Row<"space">[];
}

/** Throws `forbidden` unless the caller administers the collection and everything in it. */
export async function administeredContents(context: Context, collection: Row<"collection">): Promise<Contents> {
  const { viewer } = await organizationFor(context, collection.organization, "enter");
  const collections = await withNested(context.queries, collection.id);
  const spaces = await spacesWithin(
    context.queries,
    collections.map(({ id }) => id),
  );
  const roles = [
    ...collections.map((nested) => collectionScope(viewer, nested).role),
    ...(await getSpaceScopes(context, viewer, spaces)).map(({ role }) => role),
  ];
  if (roles.every((role) => may(role, "admin"))) return { collections, spaces };
  throw new Problem(
    "forbidden",
    `This needs the role "admin" on everything in collection ${collection.id}, and the token's user does not have it. Ask an administrator of the organization.`,
  );
}

/** A feature that keeps something about spaces that depends on their organization. */
export interface TransferSubscriber {
  /** Called in the transaction of the transfer, once the spaces belong to the other organization. */
  transferred(context: Context, spaces: readonly string[]): Promise<void>;
}

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly transferSubscribers: readonly TransferSubscriber[];
  }
}

/** Transfers a space to another organization, at its top level. */
export async function transferSpace(context: Context, { space }: SpaceScope, target: string): Promise<void> {
  await requireTarget(context, space.organization, target, `Space ${space.id}`);
  if (context.ifMatch !== undefined && context.ifMatch !== space.revision) {
    throw new Problem(
      "precondition_failed",
      `Space ${space.id} is at revision ${space.revision}, not ${context.ifMatch}: its content has changed since.`,
    );
  }
  const position = await lastPosition(context.queries, target);
  await recordDeparture(context, "transferSpace", { organization: space.organization, space: space.id });
  await handOverSpaces(context.queries, [space.id], target, { now: context.now, shift: position - space.position });
  await liftSpace(context.queries, space.id);
  await settleLevels(context.queries, target);
  await settleTransfer(context, [space.id]);
}

/** The same for a collection and everything in it, keeping order and levels. */
export async function transferCollection(
  context: Context,
  collection: Row<"collection">,
  target: string,
): Promise<void> {
  await requireTarget(context, collection.organization, target, `Collection ${collection.id}`);
  const { collections, spaces } = await administeredContents(context, collection);
  const first = Math.min(...[...collections, ...spaces].map(({ position }) => position));
  const move = { now: context.now, shift: (await lastPosition(context.queries, target)) - first };
  const ids = (rows: readonly { readonly id: string }[]) => rows.map(({ id }) => id);
  await recordDeparture(context, "transferCollection", { organization: collection.organization, space: null });
  await handOverCollections(context.queries, collection.id, ids(collections), target, move);
  await handOverSpaces(context.queries, ids(spaces), target, move);
  await settleLevels(context.queries, target);
  await settleTransfer(context, ids(spaces));
}

async function settleTransfer(context: Context, spaces: readonly string[]): Promise<void> {
  await recompute(context, { spaces });
  for (const subscriber of context.transferSubscribers) await subscriber.transferred(context, spaces);
}

async function requireTarget(context: Context, present: string, target: string, subject: string): Promise<void> {
  await organizationFor(context, target, "create", "organization");
  if (present === target) throw new Problem("conflict", `${subject} already belongs to organization ${target}.`);
}
