import { z } from "zod";
import { briefs } from "../brief.ts";
import { WebUrl } from "./id.ts";
import { Organization } from "./organization.ts";

const block = {
  id: z.string().describe("Unique in the integration; also names the component that draws it"),
  title: z.string().min(2).max(40).describe("Title that writers see"),
  description: z.string().max(150).optional().describe("What it shows, for writers"),
  icon: z.string().optional().describe("Address of its icon"),
  urlUnfurl: z.array(z.string()).optional().describe("Patterns of addresses that become this block when pasted"),
};

const markdown = {
  codeblock: z.string().describe("Language of the code block"),
  body: z.string().describe("Property of the block that is the code block's text"),
};

const inMarkdown = "How it is written in Markdown: as a code block";

/** A block that an integration adds to the editor. */
export const IntegrationBlock = z.looseObject({
  ...block,
  markdown: z.looseObject(markdown).optional().describe(inMarkdown),
});

export const IntegrationBlockInput = z.object({
  ...block,
  markdown: z.object(markdown).optional().describe(inMarkdown),
});

const contentSource = {
  id: z.string().describe("Unique in the integration"),
  title: z.string().min(2).max(40).describe("Title that writers see"),
  description: z.string().max(150).optional().describe("What content it provides"),
  icon: z.string().optional().describe("Address of its icon"),
};

const component = { componentId: z.string().describe("Component of the integration that draws the form") };

/** Content that an integration computes from elsewhere. */
export const ContentSource = z.looseObject({
  ...contentSource,
  configuration: z.looseObject(component).describe("Where writers set it up"),
});

export const ContentSourceInput = z.object({
  ...contentSource,
  configuration: z.object(component).describe("Where writers set it up"),
});

const named = {
  title: z.string().max(50).optional().describe("Label of the field"),
  description: z.string().max(100).optional().describe("Help below the field"),
};

const text = {
  ...named,
  type: z.enum(["string"]).describe("A text field, or a choice where there is an `enum`"),
  default: z.string().optional().describe("Default value"),
  completion_url: z.string().optional().describe("Where suggestions are fetched while typing"),
  enum: z.array(z.string()).optional().describe("Allowed values"),
};

const number = {
  ...named,
  type: z.enum(["number"]).describe("A field for a number"),
  default: z.number().optional().describe("Default value"),
};

const toggle = {
  ...named,
  type: z.enum(["boolean"]).describe("A switch"),
  default: z.boolean().optional().describe("Initial position"),
};

const button = {
  ...named,
  type: z.enum(["button"]).describe("A button, such as one that begins to sign in elsewhere"),
  callback_url: z.string().describe("Path of the integration that it opens"),
  button_text: z.string().describe("Its label"),
};

const required = z.array(z.string()).optional().describe("Names of the fields that must be filled in");

const fields = "Fields of the form, by name";

const Configuration = z.union([
  z.looseObject({
    properties: z
      .record(
        z.string(),
        z.discriminatedUnion("type", [
          z.looseObject(text),
          z.looseObject(number),
          z.looseObject(toggle),
          z.looseObject(button),
        ]),
      )
      .describe(fields),
    required,
  }),
  z.looseObject(component),
]);

const ConfigurationInput = z.union([
  z.object({
    properties: z
      .record(
        z.string(),
        z.discriminatedUnion("type", [z.object(text), z.object(number), z.object(toggle), z.object(button)]),
      )
      .describe(fields),
    required,
  }),
  z.object(component),
]);

const inAccount = "Asked for the organization as a whole";

const inSpace = "Asked for each space";

const inSite = "Asked for each site";

/** The configuration an integration requires: a form described by its fields, or a component that renders it. */
export const IntegrationConfigurations = z.looseObject({
  account: Configuration.optional().describe(inAccount),
  space: Configuration.optional().describe(inSpace),
  site: Configuration.optional().describe(inSite),
});

export const IntegrationConfigurationsInput = z.object({
  account: ConfigurationInput.optional().describe(inAccount),
  space: ConfigurationInput.optional().describe(inSpace),
  site: ConfigurationInput.optional().describe(inSite),
});

const externalLink = {
  url: WebUrl.describe("Where it leads"),
  label: z.string().describe("Its label"),
};

export const ExternalLink = z.looseObject({ ...externalLink, url: z.string().describe("Where it leads") });

export const ExternalLinkInput = z.object(externalLink);

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
    title: z.string().describe("Display name"),
    description: z.string().optional().describe("What it does, in one line"),
    summary: z.string().optional().describe("What it does, in detail, in Markdown"),
    previewImages: z.array(z.string()).describe("Addresses of pictures that show it"),
    target: IntegrationTarget.describe("What it can be installed on"),
    verified: z.boolean().describe("Verified by the service's operators"),
    visibility: IntegrationVisibility.describe("`unlisted` can be installed by those who know its name"),
    scopes: z.array(IntegrationScope).describe("What an installation allows it to do"),
    categories: z.array(IntegrationCategory).describe("Where it is listed"),
    blocks: z.array(IntegrationBlock).optional().describe("Blocks it adds to the editor"),
    contentSources: z.array(ContentSource).optional().describe("Content it computes from other sources"),
    configurations: IntegrationConfigurations.optional().describe("Configuration requested on installation"),
    externalLinks: z.array(ExternalLink).describe("Links of its publisher, such as to a manual"),
    owner: Organization.describe("Who published it"),
    urls: z
      .looseObject({
        location: z.string().describe("Its address in the API"),
        app: z.string().describe("Its page in the web app"),
        icon: z.string().optional().describe("Its picture"),
        assets: z.string().describe("Where its files are"),
        publicEndpoint: z.string().describe("Where it serves requests"),
        publicContentEndpoint: z.string().optional().describe("Where it serves requests that carry no cookies"),
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
