import { z } from "zod";
import { Site } from "./site.ts";
import { SiteCustomization } from "./site-customization.ts";
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
  url: z.string().describe("Shows the site, for one hour"),
});
