import { z } from "zod";
import { Id } from "./id.ts";

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
