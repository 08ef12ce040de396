import type { Collection } from "../../contract/models/collection.ts";
import { may } from "../access/permissions.ts";
import type { CollectionScope } from "../access/scope.ts";
import { visibleParents } from "../access/visible-parents.ts";
import type { Context } from "../context.ts";

export async function presentCollection(context: Context, scope: CollectionScope): Promise<Collection> {
  const [presented] = await presentCollections(context, [scope]);
  if (presented === undefined) throw new Error(`Collection ${scope.collection.id} was not presented`);
  return presented;
}

export async function presentCollections(context: Context, scopes: readonly CollectionScope[]): Promise<Collection[]> {
  const parents = await visibleParents(
    context,
    scopes.map(({ collection }) => collection),
  );
  return scopes.map(({ collection, role }) => ({
    object: "collection",
    id: collection.id,
    title: collection.title,
    ...(collection.description === null ? {} : { description: collection.description }),
    organization: collection.organization,
    ...(collection.parent !== null && parents.has(collection.parent) ? { parent: collection.parent } : {}),
    defaultLevel: collection.default_level as Collection["defaultLevel"],
    urls: {
      location: `${context.origin}/v1/collections/${collection.id}`,
      app: `${context.origin}/app/${collection.organization}/c/${collection.id}`,
    },
    permissions: {
      view: may(role, "view"),
      admin: may(role, "admin"),
      viewInviteLinks: may(role, "admin"),
      create: may(role, "create"),
    },
  }));
}
