import type { Context } from "../context.ts";
import { absent, demand, findVisibleCollection, organizationFor } from "./scope.ts";

/** Throws unless the caller may put spaces and collections there: in a collection, or at the top of an organization. */
export async function placeFor(context: Context, organization: string, parent: string | null): Promise<void> {
  if (parent === null) {
    await organizationFor(context, organization, "create");
    return;
  }
  await organizationFor(context, organization, "enter");
  const scope = await findVisibleCollection(context, parent);
  if (scope?.collection.organization !== organization) throw absent("collection", parent, "parent");
  demand(scope.role, "create", `collection ${parent}`);
}
