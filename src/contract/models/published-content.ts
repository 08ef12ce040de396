import { z } from "zod";
import { SiteRedirect } from "./site-redirect.ts";

/** What is known of who reads a published site. */
export const SiteVisitor = z.object({
  type: z.enum(["human", "agent"]).optional().describe("Sites may be closed to agents; a human when left out"),
  jwtToken: z.string().optional().describe("Token signed with the site's private key; its claims are proved"),
  unsignedClaims: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Attributes that a visitor can set unproved, by name"),
});

/** What an address of a published site leads to. */
export const PublishedContent = z.union([
  z.looseObject({
    target: z
      .enum(["application", "content", "external"])
      .describe("Into the web app, to another address of the site, or out of it"),
    site: z.string().optional().describe("Which site sends there; given with `external`"),
    redirect: z.string().describe("Where to send the reader"),
  }),
  z.looseObject({
    site: z.string().describe("Which site, by id"),
    siteSection: z.string().optional().describe("Section of the site; absent in sites without sections"),
    siteSpace: z.string().describe("Which site space, by id"),
    space: z.string().describe("The space it shows"),
    changeRequest: z.string().optional().describe("Change request that the address previews"),
    revision: z.string().optional().describe("Revision that the address previews"),
    pathname: z.string().describe("Path of the page below `basePath`; a page need not be there"),
    basePath: z.string().describe("Path of the site space in the address given"),
    siteBasePath: z.string().describe("Path of the site's root in the address given"),
    apiToken: z.string().describe("Reads what the caller may read, for an hour; a JWT"),
    organization: z.string().describe("Organization that owns the site"),
    shareKey: z.string().optional().describe("Secret of the share link in the address"),
    complete: z.boolean().describe("No further segment of the address could name a section or variant"),
    contextId: z.string().optional().describe("Changes with the visitor's proved attributes; for caches"),
    canonicalUrl: z.string().describe("The one address that stands for this place"),
    preview: z.boolean().optional().describe("Whether the address is one of a preview"),
  }),
]);

export type PublishedContent = z.infer<typeof PublishedContent>;

export const ResolvedRedirect = z.looseObject({
  redirect: SiteRedirect.describe("The redirect that takes in the path"),
  target: z.string().describe("Where it leads now, as an address"),
});
