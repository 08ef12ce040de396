import { withNested } from "../../access/collections-rows.ts";
import { type Sibling, setPosition, siblingsIn, stride } from "../../access/positions-rows.ts";
import {
  absent,
  findVisibleCollection,
  findVisibleSpace,
  organizationFor,
  requirePermission,
} from "../../access/scope.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";

/** Throws unless the caller may add spaces and collections in a collection or at the top level of an organization. */
export async function requireParent(context: Context, organization: string, parent: string | null): Promise<void> {
  if (parent === null) {
    await organizationFor(context, organization, "create");
    return;
  }
  await organizationFor(context, organization, "enter");
  const scope = await findVisibleCollection(context, parent);
  if (scope?.collection.organization !== organization) throw absent("collection", parent, "parent");
  requirePermission(scope.role, "create", `collection ${parent}`);
}

/** The same for the parent of an existing space or collection, which the caller may not be able to see. */
export async function requireOwnParent(
  context: Context,
  { organization, parent }: Pick<Row<"space">, "organization" | "parent">,
): Promise<void> {
  if (parent !== null && (await findVisibleCollection(context, parent)) === undefined) {
    throw new Problem(
      "forbidden",
      `This needs the role "create" in its collection or organization, which the token's user does not have.`,
    );
  }
  await requireParent(context, organization, parent);
}

type Neighbour =
  | { readonly type: "space"; readonly space: string }
  | { readonly type: "collection"; readonly collection: string };

interface Destination {
  readonly parent?: string | null | undefined;
  readonly position?: { readonly before?: Neighbour | undefined; readonly after?: Neighbour | undefined } | undefined;
}

type Moved = Pick<Row<"space">, "id" | "organization" | "parent">;

/**
 * Where a space or collection goes; undefined if it is already there. If there is no room, its siblings get new
 * positions. Throws if it may not go there.
 */
export async function findNewPosition(
  context: Context,
  kind: Sibling["kind"],
  moved: Moved,
  { parent: requestedParent, position }: Destination,
): Promise<{ parent: string | null; position: number } | undefined> {
  if (requestedParent === undefined && position?.before === undefined && position?.after === undefined) {
    throw new Problem("bad_request", "parent, position: give a collection, a neighbour or both.");
  }
  const parent = requestedParent === undefined ? moved.parent : requestedParent;
  if (requestedParent === undefined) await requireOwnParent(context, moved);
  else await requireParent(context, moved.organization, requestedParent);
  if (kind === "collection" && parent !== null) await requireOutside(context, moved.id, parent);
  const siblings = await siblingsIn(context.queries, moved.organization, parent);
  const others = siblings.filter((sibling) => sibling.id !== moved.id);
  const index = await indexAmong(context, others, position);
  if (parent === moved.parent && (position === undefined || siblings[index]?.id === moved.id)) return undefined;
  return { parent, position: await allocatePosition(context, others, index) };
}

async function requireOutside({ queries }: Context, id: string, parent: string): Promise<void> {
  const nested = await withNested(queries, id);
  if (nested.some((collection) => collection.id === parent)) {
    throw new Problem(
      "bad_request",
      `parent: collection ${parent} is the one to move or is inside it. Choose a collection outside it.`,
    );
  }
}

/** The number of siblings before the position. */
async function indexAmong(
  context: Context,
  others: readonly Sibling[],
  { before, after }: NonNullable<Destination["position"]> = {},
): Promise<number> {
  const next = before && (await findSiblingIndex(context, others, before, "position.before"));
  const previous = after && (await findSiblingIndex(context, others, after, "position.after"));
  if (next !== undefined && previous !== undefined && previous >= next) {
    throw new Problem("bad_request", "position: `after` does not come before `before`. Give one of them.");
  }
  return previous === undefined ? (next ?? others.length) : previous + 1;
}

async function findSiblingIndex(
  context: Context,
  others: readonly Sibling[],
  neighbour: Neighbour,
  field: string,
): Promise<number> {
  const id = neighbour.type === "space" ? neighbour.space : neighbour.collection;
  const index = others.findIndex((sibling) => sibling.kind === neighbour.type && sibling.id === id);
  const find = neighbour.type === "space" ? findVisibleSpace : findVisibleCollection;
  if (index < 0 || (await find(context, id)) === undefined) {
    throw new Problem(
      "not_found",
      `${field}: there is no ${neighbour.type} ${id} in the target location, or this token may not see it.`,
    );
  }
  return index;
}

async function allocatePosition({ queries }: Context, others: readonly Sibling[], index: number): Promise<number> {
  const [previous, next] = [others[index - 1]?.position, others[index]?.position];
  if (previous === undefined && next === undefined) return stride;
  if (next === undefined) return (previous ?? 0) + stride;
  if (previous === undefined) return next - stride;
  const middle = Math.floor((previous + next) / 2);
  if (middle > previous) return middle;
  for (const [order, sibling] of others.entries()) {
    await setPosition(queries, { ...sibling, position: (order < index ? order : order + 1) * stride });
  }
  return index * stride;
}
