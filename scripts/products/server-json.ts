import { type SettingName, settings } from "../../src/config/settings.ts";
import { jsonText } from "../../src/reference/json-text.ts";
import { packageFacts } from "./package-facts.ts";

/** Settings that apply if a host starts the program over stdio. */
const ofHosts: readonly SettingName[] = [
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
          const { variable, help, secret, type } = settings[setting];
          return {
            name: variable,
            description: help,
            ...(secret && { isSecret: true }),
            ...(type.format !== "string" && { format: type.format }),
            ...(type.choices && { choices: type.choices }),
          };
        }),
      },
    ],
  };
  return jsonText(written);
}
