import { z } from "zod";
import { briefs } from "../brief.ts";
import { ContentSource, ExternalLink, IntegrationBlock, IntegrationConfigurations } from "./integration-parts.ts";
import { Organization } from "./organization.ts";

const directives = [
  ..."base-uri block-all-mixed-content child-src connect-src default-src font-src form-action".split(" "),
  ..."frame-ancestors frame-src img-src manifest-src media-src navigate-to object-src plugin-types".split(" "),
  ..."prefetch-src referrer report-to report-uri require-sri-for require-trusted-types-for sandbox".split(" "),
  ..."script-src script-src-attr script-src-elem style-src style-src-attr style-src-elem".split(" "),
  ..."trusted-types upgrade-insecure-requests worker-src".split(" "),
];

/** What an integration's script and blocks may load: the header as a text, or its directives by name. */
export const ContentSecurityPolicy = z.union([z.string(), z.partialRecord(z.enum(directives), z.string())]);

export type ContentSecurityPolicy = z.infer<typeof ContentSecurityPolicy>;

export const IntegrationName = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9-_.]+$/, "a name has only letters, digits, dashes, underscores and dots")
  .describe("Name of the integration, unique everywhere");

/** Names a domain of blocks. */
export const BlockDomain = z
  .string()
  .max(100)
  .regex(/^[a-zA-Z0-9-_.]+$/, "a domain has only letters, digits, dashes, underscores and dots");

export const IntegrationTitle = z.string().min(2).max(30);

export const IntegrationDescription = z.string().max(100);

export const IntegrationSummary = z.string().max(2048);

export const IntegrationTarget = z.enum(["all", "site", "space", "organization"]);

export const IntegrationVisibility = z.enum(["public", "private", "unlisted"]);

export const IntegrationCategory = z.enum([
  "analytics",
  "collaboration",
  "content",
  "gitsync",
  "marketing",
  "visitor-auth",
  "other",
]);

export const IntegrationScope = z.enum([
  "space:content:read",
  "space:content:write",
  "space:metadata:read",
  "space:metadata:write",
  "space:git:sync",
  "page:feedback:read",
  "site:metadata:read",
  "site:views:read",
  "site:script:inject",
  "site:script:cookies",
  "site:visitor:auth",
  "site:visitor:claims",
  "site:adaptive:read",
  "site:adaptive:write",
  "openapi:read",
  "openapi:write",
  "conversations:ingest",
]);

export const Integration = z
  .looseObject({
    object: z.enum(["integration"]).describe("Always `integration`"),
    name: IntegrationName,
    version: z.number().describe("Version that is published"),
    title: z.string().describe("Name that people read"),
    description: z.string().optional().describe("What it does, in a line"),
    summary: z.string().optional().describe("What it does, at length, in Markdown"),
    previewImages: z.array(z.string()).describe("Addresses of pictures that show it"),
    target: IntegrationTarget.describe("What it can be installed on"),
    verified: z.boolean().describe("The service's operators vouch for it"),
    visibility: IntegrationVisibility.describe("`unlisted` can be installed by those who know its name"),
    scopes: z.array(IntegrationScope).describe("What an installation lets it do"),
    categories: z.array(IntegrationCategory).describe("Where it is listed"),
    blocks: z.array(IntegrationBlock).optional().describe("Blocks it adds to the editor"),
    contentSources: z.array(ContentSource).optional().describe("Content it computes from elsewhere"),
    configurations: IntegrationConfigurations.optional().describe("What it asks for on installation"),
    externalLinks: z.array(ExternalLink).describe("Links of its publisher, such as to a manual"),
    owner: Organization.describe("Who published it"),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().describe("Its page in the web app"),
        icon: z.string().optional().describe("Its picture"),
        assets: z.string().describe("Where its files are"),
        publicEndpoint: z.string().describe("Where it answers requests"),
        publicContentEndpoint: z.string().optional().describe("Where it answers requests that carry no cookies"),
      })
      .describe("Where to find it"),
    permissions: z
      .looseObject({ admin: z.boolean().describe("The caller may publish it again and unpublish it") })
      .describe("What the caller may do with it"),
    contentSecurityPolicy: ContentSecurityPolicy.optional().describe("What its script and blocks may load"),
  })
  .register(briefs, {
    named: ["name", "title"],
    listed: ["name", "title", "summary", "version", "visibility", "verified", "target", "categories"],
  });

export type Integration = z.infer<typeof Integration>;
