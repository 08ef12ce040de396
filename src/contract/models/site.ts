import { z } from "zod";
import { briefs } from "../brief.ts";
import { Id } from "./id.ts";
import { Timestamp } from "./paging.ts";
import { DefaultLevel } from "./role.ts";
import { SpaceResult } from "./search.ts";

export const SiteType = z.enum(["basic", "premium", "ultimate", "sponsored", "legacy-basic", "legacy-premium"]);

export const SiteTitle = z.string().min(2).max(128);

export const SiteVisibility = z.enum(["public", "unlisted", "share-link", "visitor-auth"]);

export const SiteBasename = z.string().min(1).max(100);

/** A custom host name, such as `docs.company.com`. */
export const SiteHostname = z
  .string()
  .max(512)
  .regex(
    /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?[.]){2,}[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/,
    "a host name has at least three labels, in lower case",
  );

export const AgentsContext = z.enum(["excluded", "included"]);

/** Host and at least one path segment, without a scheme: `company.com/docs`. */
export const SiteProxyOrigin = z
  .string()
  .max(512)
  .regex(/^([\w-]+\.)*[\w-]+\.[a-zA-Z]{2,}(\/[\w-]+)+$/, "a proxy is a host and a path, such as company.com/docs");

export const AdaptiveContent = z.looseObject({
  enabled: z.boolean().describe("Whether conditions on visitors' attributes are applied"),
});

const siteFeatures = (
  [
    "ads",
    "ai-search",
    "ai-assistant",
    "ai-insights",
    "fix-broken-links",
    "connections",
    "content-gaps",
    "channels",
    "embed",
    "api-playground",
    "broken-links",
    "custom-domain",
    "custom-fonts",
    "custom-subdirectory",
    "full-text-search",
    "multivariant-site",
    "no-custom-domain",
    "page-feedback",
    "page-traffic-insights",
    "pdf-export",
    "redirects",
    "seo",
    "preview-deployments",
    "public-visibility",
    "unlisted-visibility",
    "search-insights",
    "sections",
    "share-links",
    "user-contribution",
    "visitor-authentication",
    "visitors",
    "adaptive-content",
    "basic-customization",
    "advanced-customization",
    "advanced-insights",
  ] as const
).map((feature) => `sites-${feature}` as const);

const SiteFeature = z.looseObject({
  id: z.enum(siteFeatures).describe("The feature's name"),
  plan: SiteType.describe("Plan that the feature belongs to"),
  frozen: z.boolean().describe("Still on, and its settings can no longer be changed"),
  customizations: z
    .array(
      z.enum([
        "header-logo",
        "header-primary-link",
        "theme-preset",
        "premium-fonts",
        "custom-icons",
        "footer-logo",
        "footer-links",
        "footer-copyright",
        "semantic-colors",
      ]),
    )
    .optional()
    .describe("Paid customizations in use, for `sites-advanced-customization` only"),
});

const SiteAds = z.looseObject({
  status: z.enum(["pending", "in-review", "live", "rejected", "disabled"]).describe("Status of the site's review"),
  submittable: z.boolean().optional().describe("With `pending`: the site may be submitted for review"),
  topic: z.enum(["webdev", "crypto"]).optional().describe("What the ads are about, once in review"),
  reason: z.string().optional().describe("Why it was rejected"),
  zoneId: z.string().optional().describe("The advertising network's name for the ad placement"),
});

const SitePermissions = z.looseObject({
  view: z.boolean().describe("The caller may see it"),
  access: z.boolean().describe("The caller may open it in the web app"),
  edit: z.boolean().describe("The caller may edit its content"),
  create: z.boolean().describe("The caller may publish content and change the structure"),
  admin: z.boolean().describe("The caller may administer and publish it"),
  installIntegration: z.boolean().describe("The caller may install integrations on it"),
  viewAdaptiveSchema: z.boolean().describe("The caller may read the adaptive schema"),
  editAdaptiveSchema: z.boolean().describe("The caller may replace the adaptive schema"),
});

const SiteUrls = z.looseObject({
  location: z.string().describe("Its address in the API"),
  app: z.string().describe("Its page in the web app"),
  published: z.string().optional().describe("Where readers find it; absent while unpublished"),
  preview: z.string().optional().describe("Where members see it before it is published"),
  login: z.string().optional().describe("Where visitors sign in, with `visitor-auth`"),
  logout: z.string().optional().describe("Where visitors sign out, with `visitor-auth`"),
});

const SiteIcon = z.looseObject({
  icon: z
    .looseObject({
      light: z.string().describe("Image for light backgrounds"),
      dark: z.string().describe("Image for dark backgrounds"),
    })
    .optional()
    .describe("Addresses of the images; absent with an emoji"),
  emoji: z.string().optional().describe("Shown instead of an image"),
});

export const Site = z
  .looseObject({
    object: z.enum(["site"]).describe("Always `site`"),
    id: z.string().describe("Unique within the organization"),
    type: SiteType.describe("Plan that was chosen"),
    appliedType: SiteType.optional().describe("Plan in force, which a trial or sponsorship can change"),
    title: SiteTitle.describe("Name of the site"),
    icon: SiteIcon.nullable().optional().describe("Null or absent when it has none"),
    hostname: SiteHostname.optional().describe("Custom hostname, such as docs.company.com"),
    basename: SiteBasename.optional().describe("First path segment of its address on a shared host"),
    proxy: z
      .looseObject({
        origin: z.string().describe("Host and path readers use, such as company.com/docs"),
        target: z.string().describe("Where that host must send the requests"),
      })
      .optional()
      .describe("Set when the site is served below another host's path"),
    visibility: SiteVisibility.describe("Audience once published; `unlisted` is public without search engines"),
    defaultLevel: DefaultLevel.optional().describe("Role of members without a grant of their own; null is none"),
    permissions: SitePermissions.optional().describe("What the caller may do with it"),
    published: z.boolean().describe("Whether its audience can reach it"),
    siteSpaces: z.number().describe("How many spaces it shows"),
    createdAt: Timestamp.describe("When it was created"),
    adaptiveContent: AdaptiveContent.optional().describe("Absent when never switched on or off"),
    ads: SiteAds.optional().describe("Absent when the site takes no part in advertising"),
    agentsContext: AgentsContext.describe("Whether agents may use the site"),
    features: z.array(SiteFeature).describe("Paid features that are switched on"),
    urls: SiteUrls.describe("Where to find it"),
  })
  .register(briefs, {
    named: ["id", "title"],
    listed: [
      "id",
      "title",
      "type",
      "visibility",
      "published",
      "hostname",
      "siteSpaces",
      "urls.published",
      "urls.preview",
    ],
  });

export type Site = z.infer<typeof Site>;

const NothingElse = z
  .boolean()
  .refine((value) => !value, { message: "additionalProperties must be false" })
  .describe("Always false: visitors have only these attributes");

/** One attribute of a visitor. Objects nest further attributes, which are not described here: the depth is open. */
const Claim = z.looseObject({
  type: z.enum(["boolean", "string", "number", "array", "object"]).describe("What values the attribute has"),
  description: z.string().describe("What it says about a visitor; writers see it"),
  enum: z.array(z.string()).optional().describe("With `string`: the allowed values"),
  items: z.looseObject({}).optional().describe("With `array`: schema of one item, no array or object"),
  properties: z
    .record(z.string(), z.looseObject({}))
    .optional()
    .describe("With `object`: schema of each attribute in it, by name"),
  additionalProperties: NothingElse.optional().describe("With `object`: always false"),
});

/** Open, so that a schema can be sent back as it was read. */
export const AdaptiveJsonSchema = z.looseObject({
  $schema: z.enum(["http://json-schema.org/draft-07/schema#"]).optional().describe("Dialect of JSON Schema"),
  type: z.enum(["object"]).describe("Always `object`"),
  properties: z
    .record(z.string(), Claim)
    .describe("Attributes by name; `unsigned` holds those a visitor can set unproved"),
  additionalProperties: NothingElse,
});

export type AdaptiveJsonSchema = z.infer<typeof AdaptiveJsonSchema>;

export const SiteAdaptiveSchema = z.looseObject({
  object: z.enum(["site-adaptive-schema"]).describe("Always `site-adaptive-schema`"),
  jsonSchema: AdaptiveJsonSchema.describe("Attributes of visitors that conditions may use"),
  updatedAt: Timestamp.describe("When it was last replaced"),
});

export type SiteAdaptiveSchema = z.infer<typeof SiteAdaptiveSchema>;

export const SiteTemplateCondition = z.looseObject({
  description: z.string().describe("Who the condition selects"),
  condition: z.string().describe("Expression to use as a `condition`"),
});

export type SiteTemplateCondition = z.infer<typeof SiteTemplateCondition>;

export const SiteSpaceIds = z.array(Id).min(1);

export const SiteSearchScope = z
  .object({
    mode: z
      .enum(["default", "specific", "all"])
      .describe("`default`: first variant of each section; `specific`: `siteSpaceIds`; `all`: everything"),
    currentSiteSpace: Id.optional().describe("With `default`: where the reader is; decides the language"),
    restrictTo: z
      .enum(["currentSiteSpace", "otherSiteSpaces"])
      .optional()
      .describe("With `default`: only where the reader is, or only elsewhere"),
    siteSpaceIds: SiteSpaceIds.optional().describe("With `specific`, and needed there: where to search"),
  })
  .refine(({ mode, siteSpaceIds }) => mode !== "specific" || siteSpaceIds !== undefined, {
    message: "siteSpaceIds is required where mode is specific",
    path: ["siteSpaceIds"],
  })
  .refine(({ restrictTo, currentSiteSpace }) => restrictTo === undefined || currentSiteSpace !== undefined, {
    message: "restrictTo needs currentSiteSpace",
    path: ["currentSiteSpace"],
  });

export type SiteSearchScope = z.infer<typeof SiteSearchScope>;

const RecordResult = z.looseObject({
  type: z.enum(["record"]).describe("From a connected source, not from the documentation"),
  id: z.string().describe("Id in the connected source"),
  title: z.string().describe("Title in the connected source"),
  score: z.number().describe("Relevance; higher is better, without a bound"),
  description: z.string().optional().describe("What the record is about"),
  url: z.string().describe("Where it is in the connected source"),
});

export const SiteSearchResult = z.union([SpaceResult, RecordResult]);

export type SiteSearchResult = z.infer<typeof SiteSearchResult>;
