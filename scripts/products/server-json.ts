import { type Config, settings } from "../../src/config/config.ts";
import { toVariableName } from "../../src/config/setting-sources.ts";
import { jsonText } from "../../src/reference/json-text.ts";
import { packageFacts } from "./package-facts.ts";

/** How a host can ask for a setting that does not accept arbitrary text. */
const formats: Partial<Record<keyof Config, object>> = {
  data: { format: "filepath" },
  readOnly: { format: "boolean" },
  proposeOnly: { format: "boolean" },
  confirm: { choices: ["never", "destructive", "writes"] },
  logLevel: { choices: ["error", "warn", "info", "debug"] },
  answerTokens: { format: "number" },
};

/** Settings that apply if a host starts the program over stdio. */
const ofHosts: readonly (keyof Config)[] = [
  "baseUrl",
  "token",
  "data",
  "toolsets",
  "tools",
  "excludeTools",
  "readOnly",
  "proposeOnly",
  "confirm",
  "answerTokens",
  "logLevel",
];

/** `server.json`, the entry for the MCP registry. */
export async function serverJson(): Promise<string> {
  const { mcpName, name, version } = await packageFacts();
  const written = {
    $schema: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    name: mcpName,
    title: "Copydesk",
    description: "A desk in a documentation team: search, read, edit, review and merge pages.",
    version,
    packages: [
      {
        registryType: "npm",
        registryBaseUrl: "https://registry.npmjs.org",
        identifier: name,
        version,
        runtimeHint: "npx",
        transport: { type: "stdio" },
        environmentVariables: ofHosts.map((setting) => {
          const { flag, meaning } = settings[setting];
          const secret = "secret" in settings[setting] ? { isSecret: true } : {};
          return { name: toVariableName(flag), description: meaning, ...secret, ...formats[setting] };
        }),
      },
    ],
  };
  return jsonText(written);
}
