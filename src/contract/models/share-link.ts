import { z } from "zod";
import { briefs } from "../brief.ts";
import { Timestamp } from "./paging.ts";

export const ShareLinkName = z.string().max(50);
export const ShareKey = z.string().describe("Secret of a share link, to resolve published addresses");

/** A secret address that opens a site of visibility `share-link`. */
export const ShareLink = z
  .looseObject({
    object: z.enum(["share-link"]).describe("Always `share-link`"),
    id: z.string().describe("Not the secret of its address"),
    createdAt: Timestamp.describe("When it was made"),
    name: z.string().optional().describe("Whom or what it is for"),
    active: z.boolean().optional().describe("Switched off, its address opens nothing"),
    urls: z
      .looseObject({
        location: z.string().optional().describe("Its address in the API"),
        published: z.string().optional().describe("Address with the secret; absent while unpublished"),
      })
      .describe("Where it leads"),
  })
  .register(briefs, { named: ["id", "name"], listed: ["id", "name", "active", "createdAt", "urls"] });
export type ShareLink = z.infer<typeof ShareLink>;
