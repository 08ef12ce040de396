import type { Context } from "../context.ts";
import { Problem } from "../problem.ts";
import type { Row } from "../store/tables.ts";
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

/** The same of the place where something is, of which the caller may see nothing. */
export async function placeBeside(
  context: Context,
  { organization, parent }: Pick<Row<"space">, "organization" | "parent">,
): Promise<void> {
  if (parent !== null && (await findVisibleCollection(context, parent)) === undefined) {
    throw new Problem("forbidden", `This needs the role "create" in the place where it is; the token's user has none.`);
  }
  await placeFor(context, organization, parent);
}
