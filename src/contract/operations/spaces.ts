import { z } from "zod";
import { Id, OrganizationId, SpaceId } from "../models/id.ts";
import { SpaceMergeRules } from "../models/merge-rules.ts";
import { listOf, paging } from "../models/paging.ts";
import { DefaultLevel } from "../models/role.ts";
import { EditMode, Emoji, Language, Space, SpaceTitle } from "../models/space.ts";
import { del, get, patch, post } from "../operation.ts";

export const spaces = {
  list: get("/orgs/{organizationId}/spaces", {
    id: "listSpacesInOrganizationById",
    summary: "List the spaces of an organization",
    effect: "read",
    params: { organizationId: OrganizationId },
    query: paging,
    returns: listOf(Space),
    errors: ["not_found"],
    source: "public-api",
  }),
  create: post("/orgs/{organizationId}/spaces", {
    id: "createSpace",
    summary: "Make an empty space",
    effect: "create",
    params: { organizationId: OrganizationId },
    body: {
      title: SpaceTitle.optional(),
      emoji: Emoji.optional(),
      parent: Id.optional().describe("Collection to put it in"),
      language: Language.optional(),
      editMode: EditMode.optional(),
    },
    returns: Space,
    errors: ["not_found", "forbidden"],
    source: "public-api",
  }),
  get: get("/spaces/{spaceId}", {
    id: "getSpaceById",
    summary: "Read one space",
    effect: "read",
    params: { spaceId: SpaceId },
    query: { shareKey: z.string().optional().describe("Secret of a share link, to resolve published URLs") },
    returns: Space,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  update: patch("/spaces/{spaceId}", {
    id: "updateSpaceById",
    summary: "Change a space's title, emoji, language, edit mode, default level or merge rules",
    effect: "update",
    params: { spaceId: SpaceId },
    body: {
      title: SpaceTitle.min(1).optional(),
      emoji: Emoji.optional(),
      editMode: EditMode.optional(),
      defaultLevel: DefaultLevel.optional(),
      language: Language.optional(),
      mergeRules: SpaceMergeRules.optional(),
    },
    returns: Space,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
  delete: del("/spaces/{spaceId}", {
    id: "deleteSpaceById",
    summary: "Delete a space; it can be restored for 7 days",
    effect: "delete",
    params: { spaceId: SpaceId },
    returns: null,
    errors: ["forbidden"],
    source: "platform-api-1",
  }),
  restore: post("/spaces/{spaceId}/restore", {
    id: "restoreSpace",
    summary: "Bring back a space that was deleted in the last 7 days",
    effect: "update",
    params: { spaceId: SpaceId },
    success: 200,
    returns: Space,
    errors: ["not_found", "forbidden", "conflict"],
    source: "platform-api-1",
  }),
};
