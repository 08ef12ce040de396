import { z } from "zod";
import { briefs } from "../brief.ts";
import { Timestamp } from "./paging.ts";
import { Site } from "./site.ts";
import { SiteCustomization } from "./site-customization.ts";
import { SiteRedirect } from "./site-redirect.ts";
import { SiteStructure } from "./site-structure.ts";

/** What has to be paid for before a site can be published. */
const Checkout = z.looseObject({
  type: z.enum(["checkout"]).describe("The plan does not cover it: nothing was published"),
  sessionId: z.string().describe("Payment session for a person to finish"),
});

export const PublishOutcome = z.union([Site, Checkout]);
export type PublishOutcome = z.infer<typeof PublishOutcome>;

const Script = z.looseObject({
  script: z.string().describe("Address of the script"),
  contentSecurityPolicy: z.string().optional().describe("Policy the page must have for it"),
  cookies: z.boolean().describe("It may set cookies, so that visitors have to be asked"),
});

export const PublishedSite = z.looseObject({
  object: z.enum(["published-content-site"]).describe("Always `published-content-site`"),
  site: Site.describe("The site itself"),
  structure: SiteStructure.describe("Its navigation"),
  customizations: z
    .looseObject({
      site: SiteCustomization.describe("Of the site as a whole"),
      siteSpaces: z.record(z.string(), SiteCustomization).describe("Of single site spaces, by their id"),
    })
    .describe("How it looks"),
  scripts: z.array(Script).describe("Scripts that integrations put into every page"),
});
export type PublishedSite = z.infer<typeof PublishedSite>;

export const AuthBackend = z.enum(["custom", "integration"]);

export const PublishingAuth = z.looseObject({
  object: z.enum(["publishing-auth"]).describe("Always `publishing-auth`"),
  backend: AuthBackend.describe("Who signs visitors in: your own server or an integration"),
  privateKey: z.string().describe("Secret that signs visitors' tokens; never show it"),
  fallbackURL: z.string().optional().describe("Where visitors are sent when signing in fails"),
  logoutURL: z.string().optional().describe("Where visitors are signed out, with `custom`"),
  integration: z.string().optional().describe("Name of the integration that signs visitors in"),
});
export type PublishingAuth = z.infer<typeof PublishingAuth>;

export const SitePreview = z.looseObject({
  url: z.string().describe("Address that shows the site for one hour"),
});

export const ShareLinkName = z.string().max(50);
export const ShareKey = z.string().describe("Secret of a share link, to resolve published addresses");

/** A secret address that opens a site of visibility `share-link`. */
export const ShareLink = z
  .looseObject({
    object: z.enum(["share-link"]).describe("Always `share-link`"),
    id: z.string().describe("Not the secret of its address"),
    createdAt: Timestamp.describe("When it was created"),
    name: z.string().optional().describe("Who or what it is for"),
    active: z.boolean().optional().describe("When it is off, its address does not work"),
    urls: z
      .looseObject({
        location: z.string().optional().describe("Its address in the API"),
        published: z.string().optional().describe("Address with the secret; absent while unpublished"),
      })
      .describe("Where it leads"),
  })
  .register(briefs, { named: ["id", "name"], listed: ["id", "name", "active", "createdAt", "urls"] });
export type ShareLink = z.infer<typeof ShareLink>;

/** What is known about readers of a published site. */
export const SiteVisitor = z.object({
  type: z.enum(["human", "agent"]).optional().describe("Sites may be closed to agents; a human when left out"),
  jwtToken: z.string().optional().describe("Token signed with the site's private key; its claims are proved"),
  unsignedClaims: z
    .record(z.string(), z.unknown())
    .optional()
    .describe("Attributes that a visitor can set unproved, by name"),
});

/** What an address of a published site resolves to. */
export const PublishedContent = z.union([
  z.looseObject({
    target: z
      .enum(["application", "content", "external"])
      .describe("Into the web app, to another address of the site, or out of it"),
    site: z.string().optional().describe("Which site sends there; given with `external`"),
    redirect: z.string().describe("Where to send the reader"),
  }),
  z.looseObject({
    site: z.string().describe("Id of the site"),
    siteSection: z.string().optional().describe("Section of the site; absent in sites without sections"),
    siteSpace: z.string().describe("Id of the site space"),
    space: z.string().describe("The space it shows"),
    changeRequest: z.string().optional().describe("Change request that the address previews"),
    revision: z.string().optional().describe("Revision that the address previews"),
    pathname: z.string().describe("Path of the page below `basePath`; the page may not exist"),
    basePath: z.string().describe("Path of the site space in the address given"),
    siteBasePath: z.string().describe("Path of the site's root in the address given"),
    apiToken: z
      .string()
      .describe(
        "Reads what the visitor may see at this address, for at least an hour; a JWT that is the same for some minutes",
      ),
    organization: z.string().describe("Organization that owns the site"),
    shareKey: z.string().optional().describe("Secret of the share link in the address"),
    complete: z.boolean().describe("No further segment of the address could name a section or variant"),
    contextId: z.string().optional().describe("Changes with the visitor's proved attributes; for caches"),
    canonicalUrl: z.string().describe("The canonical URL of this location"),
    preview: z.boolean().optional().describe("Whether the address is one of a preview"),
  }),
]);

export type PublishedContent = z.infer<typeof PublishedContent>;

export const ResolvedRedirect = z.looseObject({
  redirect: SiteRedirect.describe("The redirect that matches the path"),
  target: z.string().describe("Where it leads now, as an address"),
});
