import { z } from "zod";
import { CollectionId, Id, OrganizationId } from "../models/id.ts";
import { listOf, paging } from "../models/paging.ts";
import { DefaultLevel } from "../models/role.ts";
import { Collection, CollectionDescription, CollectionTitle, destination, Space } from "../models/space.ts";
import { del, get, patch, post } from "../operation.ts";
import { byFields } from "../reach.ts";

export const collections = {
  list: get("/orgs/{organizationId}/collections", {
    id: "listCollectionsInOrganizationById",
    summary: "List the collections of an organization",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: {
      nested: z.boolean().default(true).describe("False leaves out collections within collections"),
      ...paging,
    },
    returns: listOf(Collection),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  create: post("/orgs/{organizationId}/collections", {
    id: "createCollection",
    summary: "Create an empty collection",
    effect: "create",
    reach: "administers",
    params: { organizationId: OrganizationId },
    body: {
      title: CollectionTitle.optional().describe("Name of the collection"),
      parent: Id.optional().describe("Collection to put it in; the top of the organization when left out"),
    },
    returns: Collection,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  get: get("/collections/{collectionId}", {
    id: "getCollectionById",
    summary: "Read one collection",
    effect: "read",
    params: { collectionId: CollectionId },
    returns: Collection,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  update: patch("/collections/{collectionId}", {
    id: "updateCollectionById",
    summary: "Change a collection's title, description or default level",
    effect: "update",
    reach: byFields("administers", { defaultLevel: "grants" }),
    params: { collectionId: CollectionId },
    body: {
      title: CollectionTitle.optional().describe("New name of the collection"),
      description: CollectionDescription.optional().describe("What its spaces are about"),
      defaultLevel: DefaultLevel.optional(),
    },
    returns: Collection,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  remove: del("/collections/{collectionId}", {
    id: "deleteCollectionById",
    summary: "Delete one collection",
    description: "Everything in it is deleted as well. Its spaces can be restored for 7 days, to the top level.",
    effect: "delete",
    reach: "deletes",
    removal: {
      holdsSpaces: true,
      back: {
        by: "restoreSpace",
        days: 7,
        what: "Its spaces are restored one by one, to the top level; the collection itself is not.",
      },
    },
    params: { collectionId: CollectionId },
    returns: null,
    errors: ["forbidden"],
    source: "platform-api-1",
  }),
  listSpaces: get("/collections/{collectionId}/spaces", {
    id: "listSpacesInCollectionById",
    summary: "List the spaces of a collection",
    effect: "read",
    params: { collectionId: CollectionId },
    query: paging,
    returns: listOf(Space),
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  move: post("/collections/{collectionId}/move", {
    id: "moveCollection",
    summary: "Move a collection into another or to another position among its siblings",
    description:
      "Give `parent`, `position` or both. What is in the collection moves with it. Moving it to its current position changes nothing.",
    effect: "update",
    reach: byFields("administers", { parent: "grants" }),
    params: { collectionId: CollectionId },
    body: destination,
    success: 200,
    returns: Collection,
    errors: ["bad_request", "not_found", "forbidden"],
    source: "platform-api-1",
  }),
  transfer: post("/collections/{collectionId}/transfer", {
    id: "transferCollection",
    summary: "Transfer a collection with everything in it to another organization",
    description:
      "Answers 409 if the collection already belongs to the organization, and 412 if it cannot be transferred.",
    effect: "run",
    reach: "grants",
    params: { collectionId: CollectionId },
    body: { organization: Id.describe("Organization to transfer it to") },
    success: 200,
    returns: Collection,
    errors: ["not_found", "forbidden", "conflict", "precondition_failed"],
    source: "platform-api-1",
  }),
};
