import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id } from "./id.ts";
import { DefaultLevel } from "./role.ts";

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
        create: z.boolean().describe("The caller may make spaces and collections in it"),
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

/** A place among spaces and collections, by a neighbour. */
const ContentPosition = z.object({
  before: Neighbour.optional().describe("What is to follow it"),
  after: Neighbour.optional().describe("What it is to follow"),
});

/** Where a space or collection is moved to: body members of both moves. */
export const destination = {
  parent: Id.nullable().optional().describe("Collection to move it into; null is the top of the organization"),
  position: ContentPosition.optional().describe("Place among its new siblings; last when left out"),
};
