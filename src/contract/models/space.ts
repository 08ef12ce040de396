import { z } from "zod";
import { briefs } from "../brief.ts";
import { GitInfo } from "./git.ts";
import { Id } from "./id.ts";
import { Language } from "./language.ts";
import { Timestamp } from "./paging.ts";
import { SpaceMergeRules } from "./review.ts";
import { DefaultLevel } from "./role.ts";

export const SpaceTitle = z.string().max(50);
export const Emoji = z.string().max(50);
export const EditMode = z.enum(["live", "locked"]).describe("`locked` refuses every edit of the content");

const VisitorAuth = z.discriminatedUnion("backend", [
  z.looseObject({ backend: z.enum(["custom"]).describe("The organization's own service") }),
  z.looseObject({
    backend: z.enum(["integration"]).describe("An integration"),
    integration: z.string().describe("Name of the integration"),
  }),
]);

export const Space = z
  .looseObject({
    object: z.enum(["space"]).describe("Always `space`"),
    id: z.string().describe("Unique everywhere"),
    title: SpaceTitle.describe("Name of the space"),
    emoji: Emoji.describe("Emoji before the title; may be empty"),
    visibility: z
      .enum(["public", "unlisted", "share-link", "visitor-auth", "in-collection", "private"])
      .describe(
        "Who may read it: the widest visibility of the published sites that show it, `private` if none does; `unlisted` is public and hidden from search engines",
      ),
    createdAt: Timestamp.describe("When it was created"),
    updatedAt: Timestamp.describe("When it or its content last changed"),
    deletedAt: Timestamp.optional().describe("When it was deleted; it can be restored for 7 days"),
    editMode: EditMode.optional(),
    mergeRules: SpaceMergeRules.describe("What must hold before a change request is merged"),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().describe("Its page in the web app"),
        published: z.string().optional().describe("Where it is published; absent while private"),
        public: z.string().optional().describe("Where it is published, while open to everyone"),
        icon: z.string().optional().describe("Picture shown for it instead of an emoji"),
      })
      .describe("Where to find it"),
    organization: z.string().describe("Id of the organization that owns it"),
    parent: z.string().optional().describe("Id of the collection it is in; absent at the top"),
    language: Language.optional().describe("Language its content is written in"),
    gitSync: GitInfo.optional().describe("The Git repository it is synchronized with"),
    visitorAuth: VisitorAuth.optional().describe("Who signs visitors in"),
    revision: z.string().describe("The active revision"),
    defaultLevel: DefaultLevel,
    comments: z.number().describe("Open comments"),
    changeRequests: z.number().describe("Change requests of every status"),
    changeRequestsOpen: z.number().describe("Change requests that wait for a review or merge"),
    changeRequestsDraft: z.number().describe("Change requests still being written"),
    permissions: z
      .looseObject({
        view: z.boolean().describe("The caller may read the content"),
        access: z.boolean().describe("The caller may open it in the web app"),
        admin: z.boolean().describe("The caller may manage it"),
        viewInviteLinks: z.boolean().describe("The caller may see its invite links"),
        edit: z.boolean().describe("The caller may edit the content, in change requests at least"),
        triggerGitSync: z.boolean().describe("The caller may start imports from and exports to Git"),
        comment: z.boolean().describe("The caller may comment on the content"),
        merge: z.boolean().describe("The caller may merge change requests"),
        review: z.boolean().describe("The caller may review change requests"),
        installIntegration: z.boolean().describe("The caller may install integrations on it"),
      })
      .describe("What the caller may do with it"),
  })
  .register(briefs, {
    named: ["id", "title"],
    listed: [
      "id",
      "title",
      "visibility",
      "editMode",
      "language",
      "parent",
      "updatedAt",
      "deletedAt",
      "comments",
      "changeRequestsOpen",
      "changeRequestsDraft",
      "revision",
      "organization",
      "urls.published",
    ],
    defaults: { editMode: "live", comments: 0, changeRequestsOpen: 0, changeRequestsDraft: 0 },
  });
export type Space = z.infer<typeof Space>;

export const CollectionTitle = z.string().max(50);

export const CollectionDescription = z.string().max(100);

export const Collection = z
  .looseObject({
    object: z.enum(["collection"]).describe("Always `collection`"),
    id: z.string().describe("Unique everywhere"),
    title: CollectionTitle.describe("Name of the collection"),
    description: CollectionDescription.optional().describe("What its spaces are about"),
    organization: z.string().describe("Id of the organization that owns it"),
    parent: z.string().optional().describe("Id of the collection it is in; absent at the top"),
    defaultLevel: DefaultLevel,
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().describe("Its page in the web app"),
      })
      .describe("Where to find it"),
    permissions: z
      .looseObject({
        view: z.boolean().describe("The caller may see it"),
        admin: z.boolean().describe("The caller may change its title and description"),
        viewInviteLinks: z.boolean().describe("The caller may see its invite links"),
        create: z.boolean().describe("The caller may create spaces and collections in it"),
      })
      .describe("What the caller may do with it"),
  })
  .register(briefs, { named: ["id", "title"], listed: ["id", "title", "description", "parent", "organization"] });

export type Collection = z.infer<typeof Collection>;

const Neighbour = z.discriminatedUnion("type", [
  z.object({
    type: z.enum(["space"]).describe("The neighbour is a space"),
    space: Id.describe("Which space"),
  }),
  z.object({
    type: z.enum(["collection"]).describe("The neighbour is a collection"),
    collection: Id.describe("Which collection"),
  }),
]);

/** A position among spaces and collections, relative to a sibling. */
const ContentPosition = z.object({
  before: Neighbour.optional().describe("The neighbor to place it before"),
  after: Neighbour.optional().describe("The neighbor to place it after"),
});

/** Target of a move: body members shared by moves of spaces and of collections. */
export const destination = {
  parent: Id.nullable().optional().describe("Collection to move it into; null is the top of the organization"),
  position: ContentPosition.optional().describe("Position among its new siblings; last when left out"),
};
