import type { Context } from "../context.ts";
import { findCollections } from "../store/collections.ts";
import { findMemberships } from "../store/people.ts";
import type { Row } from "../store/tables.ts";
import { may } from "./permissions.ts";
import { collectionScope } from "./scope.ts";

type Placed = Pick<Row<"space">, "parent">;

/** Which of the collections that spaces and collections are in the caller may see; the others go unmentioned. */
export async function visibleParents({ queries, user }: Context, placed: readonly Placed[]): Promise<Set<string>> {
  const ids = new Set(placed.flatMap(({ parent }) => parent ?? []));
  const collections = await findCollections(queries, [...ids]);
  const organizations = new Set(collections.map(({ organization }) => organization));
  const memberships = new Map(
    (await findMemberships(queries, user.id, [...organizations])).map((member) => [member.organization, member]),
  );
  const seen = collections.filter((collection) => {
    const viewer = memberships.get(collection.organization);
    return viewer !== undefined && may(collectionScope(viewer, collection).role, "view");
  });
  return new Set(seen.map(({ id }) => id));
}
