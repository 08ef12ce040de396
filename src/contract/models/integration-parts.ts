import { z } from "zod";
import { WebUrl } from "./id.ts";

const block = {
  id: z.string().describe("Unique in the integration; also names the component that draws it"),
  title: z.string().min(2).max(40).describe("What writers pick it by"),
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
  title: z.string().min(2).max(40).describe("What writers pick it by"),
  description: z.string().max(150).optional().describe("What content it yields"),
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
  default: z.string().optional().describe("Value until one is given"),
  completion_url: z.string().optional().describe("Where suggestions are fetched while typing"),
  enum: z.array(z.string()).optional().describe("The only values there are"),
};

const number = {
  ...named,
  type: z.enum(["number"]).describe("A field for a number"),
  default: z.number().optional().describe("Value until one is given"),
};

const toggle = {
  ...named,
  type: z.enum(["boolean"]).describe("A switch"),
  default: z.boolean().optional().describe("Position until it is moved"),
};

const button = {
  ...named,
  type: z.enum(["button"]).describe("A button, such as one that begins to sign in elsewhere"),
  callback_url: z.string().describe("Path of the integration that it opens"),
  button_text: z.string().describe("What is written on it"),
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

/** What an integration needs to know before it works: a form described by its fields, or a component that draws it. */
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
  label: z.string().describe("What is written on it"),
};

export const ExternalLink = z.looseObject({ ...externalLink, url: z.string().describe("Where it leads") });

export const ExternalLinkInput = z.object(externalLink);
