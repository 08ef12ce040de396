import { type SettingName, settings } from "../../src/config/settings.ts";
import { jsonText } from "../../src/reference/json-text.ts";
import { createSurface } from "../../src/tools/surface.ts";
import { packageFacts } from "./package-facts.ts";
import { toolEntries } from "./tool-list.ts";

interface Option {
  readonly type: "string" | "boolean" | "directory";
  readonly title: string;
  readonly description: string;
  /** A host leaves the placeholder of an option without a value in place; an empty variable counts as not set. */
  readonly default: string | boolean;
  readonly sensitive?: true;
}

/** The settings a host asks a person for, in the order it shows them. */
const options: Partial<Record<SettingName, Option>> = {
  baseUrl: {
    type: "string",
    title: "Base URL",
    description: "The service to work with. Leave it empty to use the embedded platform on this computer.",
    default: "",
  },
  token: {
    type: "string",
    title: "Token",
    description: "Token for the service. The embedded platform needs none.",
    default: "",
    sensitive: true,
  },
  data: {
    type: "directory",
    title: "Data folder",
    description: "Where the embedded platform keeps its data. Leave it empty for the usual place.",
    default: "",
  },
  readOnly: {
    type: "boolean",
    title: "Read only",
    description: "Offer only tools that change nothing.",
    default: false,
  },
  toolsets: {
    type: "string",
    title: "Toolsets",
    description: "Toolsets to offer, separated by commas, or all.",
    default: "default",
  },
};

const keyOf = (name: string) => settings[name as SettingName].flag.replaceAll("-", "_");

/** `manifest.json`, by which a host installs the bundle. Its list of tools is what is offered unless it is told otherwise. */
export async function manifest(): Promise<string> {
  const { name, version, description, license, author, node } = await packageFacts();
  const variables = Object.keys(options).map((option) => [
    settings[option as SettingName].variable,
    `\${user_config.${keyOf(option)}}`,
  ]);
  const { listed } = createSurface(await toolEntries());
  const written = {
    manifest_version: "0.3",
    name,
    display_name: "Copydesk",
    version,
    description,
    author: { name: author },
    license,
    server: {
      type: "node",
      entry_point: "dist/cli.js",
      mcp_config: {
        command: "node",
        // biome-ignore lint/suspicious/noTemplateCurlyInString: the host fills it in.
        args: ["${__dirname}/dist/cli.js"],
        env: Object.fromEntries(variables),
      },
    },
    tools: listed.map(({ definition }) => ({ name: definition.name, description: definition.description })),
    tools_generated: true,
    prompts_generated: true,
    keywords: ["documentation", "markdown", "review", "search", "knowledge base"],
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node } },
    user_config: Object.fromEntries(Object.entries(options).map(([option, value]) => [keyOf(option), value])),
  };
  return jsonText(written);
}
