import {
  countCollections,
  deleteCollections,
  insertCollection,
  listCollections,
  updateCollection,
} from "../../access/collections-rows.ts";
import { settleLevels } from "../../access/levels-rows.ts";
import {
  collectionFor,
  collectionNow,
  collectionScope,
  findVisibleCollection,
  getSpaceScopes,
  organizationFor,
} from "../../access/scope.ts";
import { countSpaces, listSpaces } from "../../access/spaces-rows.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Handlers } from "../../kernel/handler.ts";
import { orderKey, readOrder, readPaging, toListResponse } from "../../kernel/paging.ts";
import { findNewPosition, requireParent } from "./new-position.ts";
import { purgeLater } from "./purge-later.ts";
import { administeredContents, transferCollection } from "./transfer.ts";
import { presentCollection, presentCollections, presentSpaces } from "./view.ts";

export const collections: Handlers<"collections"> = {
  async list(input, context) {
    const { viewer } = await organizationFor(context, input.organizationId, "enter");
    const request = readPaging("collections.list", [input.organizationId, input.nested], input);
    const filter = { viewer, nested: input.nested };
    const rows = await listCollections(context.queries, filter, readOrder(request), request.limit + 1);
    const count = await countCollections(context.queries, filter);
    const items = await presentCollections(
      context,
      rows.map((row) => collectionScope(viewer, row)),
    );
    return toListResponse(request, rows, count, (row) => orderKey(row.position, row.id), items);
  },

  async create({ organizationId, title, parent = null }, context) {
    await requireParent(context, organizationId, parent);
    const id = createId();
    await insertCollection(context.queries, {
      id,
      organization: organizationId,
      parent,
      title: title || "Untitled",
      description: null,
      default_level: "inherit",
      created_at: context.now,
      updated_at: context.now,
    });
    return presentCollection(context, await collectionNow(context, id));
  },

  async get({ collectionId }, context) {
    return presentCollection(context, await collectionFor(context, collectionId, "view"));
  },

  async update({ collectionId, title, description, defaultLevel }, context) {
    const { collection } = await collectionFor(context, collectionId, "admin");
    await updateCollection(context.queries, collectionId, {
      ...(title === undefined ? {} : { title }),
      ...(description === undefined ? {} : { description }),
      ...(defaultLevel === undefined ? {} : { default_level: defaultLevel }),
      updated_at: context.now,
    });
    if (defaultLevel !== undefined) await settleLevels(context.queries, collection.organization);
    return presentCollection(context, await collectionNow(context, collectionId));
  },

  async remove({ collectionId }, context) {
    if ((await findVisibleCollection(context, collectionId)) === undefined) return { deleted: false };
    const { collection } = await collectionFor(context, collectionId, "admin");
    const { collections, spaces } = await administeredContents(context, collection);
    await deleteCollections(
      context.queries,
      collections.map(({ id }) => id),
      context,
    );
    const live = spaces.filter((space) => space.deleted_at === null);
    await purgeLater(
      context,
      live.map(({ id }) => id),
    );
    return { deleted: true };
  },

  async listSpaces(input, context) {
    const { collection } = await collectionFor(context, input.collectionId, "view");
    const { viewer } = await organizationFor(context, collection.organization, "enter");
    const request = readPaging("collections.listSpaces", [input.collectionId], input);
    const filter = { viewer, parent: input.collectionId };
    const rows = await listSpaces(context.queries, filter, readOrder(request), request.limit + 1);
    const count = await countSpaces(context.queries, filter);
    const items = await presentSpaces(context, await getSpaceScopes(context, viewer, rows));
    return toListResponse(request, rows, count, (row) => orderKey(row.position, row.id), items);
  },

  async move({ collectionId, ...destination }, context) {
    const scope = await collectionFor(context, collectionId, "admin");
    const { collection } = scope;
    const newPosition = await findNewPosition(context, "collection", collection, destination);
    if (newPosition === undefined) return presentCollection(context, scope);
    await updateCollection(context.queries, collectionId, { ...newPosition, updated_at: context.now });
    if (newPosition.parent !== collection.parent) await settleLevels(context.queries, collection.organization);
    return presentCollection(context, await collectionNow(context, collectionId));
  },

  async transfer({ collectionId, organization }, context) {
    const { collection } = await collectionFor(context, collectionId, "admin");
    await transferCollection(context, collection, organization);
    return presentCollection(context, await collectionNow(context, collectionId));
  },
};
