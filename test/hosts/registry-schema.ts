/**
 * The MCP registry's schema of 2025-12-11 for the parts of `server.json` that are used here, and nothing else:
 * a member it does not name is rejected, so that a misspelled one is noticed.
 * https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json
 */
const text = { type: "string" } as const;
const strict = (required: readonly string[], properties: object) => ({
  type: "object",
  required,
  properties,
  additionalProperties: false,
});

const environmentVariable = strict(["name"], {
  name: text,
  description: text,
  default: text,
  placeholder: text,
  value: text,
  isRequired: { type: "boolean" },
  isSecret: { type: "boolean" },
  format: { enum: ["string", "number", "boolean", "filepath"] },
  choices: { type: "array", items: text },
});

const packaged = strict(["registryType", "identifier", "transport"], {
  registryType: { enum: ["npm", "pypi", "oci", "nuget", "mcpb"] },
  registryBaseUrl: { type: "string", format: "uri" },
  identifier: text,
  version: { type: "string", minLength: 1, pattern: "^\\d+\\.\\d+\\.\\d+$" },
  runtimeHint: { enum: ["npx", "uvx", "docker", "dnx"] },
  transport: strict(["type"], { type: { enum: ["stdio"] } }),
  environmentVariables: { type: "array", items: environmentVariable },
});

export const registrySchema = strict(["$schema", "name", "description", "version"], {
  $schema: { const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json" },
  name: { type: "string", minLength: 3, maxLength: 200, pattern: "^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$" },
  title: { type: "string", minLength: 1, maxLength: 100 },
  description: { type: "string", minLength: 1, maxLength: 100 },
  version: { type: "string", maxLength: 255, pattern: "^\\d+\\.\\d+\\.\\d+$" },
  packages: { type: "array", items: packaged },
});
