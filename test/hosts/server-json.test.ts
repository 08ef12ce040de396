import { readFileSync } from "node:fs";
import { Ajv } from "ajv";
import formats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { settings } from "../../src/config/settings.ts";
import { registrySchema } from "./registry-schema.ts";

const read = (name: string) => JSON.parse(readFileSync(new URL(`../../${name}`, import.meta.url), "utf8"));

const server = read("server.json") as {
  name: string;
  version: string;
  packages: { version: string; identifier: string; environmentVariables: { name: string; isSecret?: true }[] }[];
};

const packageFile = read("package.json") as { name: string; version: string; mcpName: string };

const ajv = new Ajv({ allErrors: true, strict: true });

formats.default(ajv);

const validate = ajv.compile(registrySchema);

describe("server.json", () => {
  it("is valid for the MCP registry", () => {
    validate(server);
    expect(validate.errors).toBeNull();
  });

  it.each([
    { ...server, name: "copydesk" },
    { ...server, description: "x".repeat(101) },
    { ...server, packages: [{ ...server.packages[0], version: "latest" }] },
    { ...server, licence: "Apache-2.0" },
  ])("is not valid after a change: case %#", (wrong) => {
    expect(validate(wrong)).toBe(false);
  });

  it("names the published package, which names it in turn", () => {
    expect(server.name).toBe(packageFile.mcpName);
    expect(server.version).toBe(packageFile.version);
    expect(server.packages.map(({ identifier, version }) => [identifier, version])).toEqual([
      [packageFile.name, packageFile.version],
    ]);
  });

  it("offers existing settings, with the token as a secret", () => {
    const known = Object.values(settings).map(({ variable }) => variable);
    const offered = server.packages.flatMap(({ environmentVariables }) => environmentVariables);
    expect(offered.filter(({ name }) => !known.includes(name))).toEqual([]);
    expect(offered.filter(({ isSecret }) => isSecret).map(({ name }) => name)).toEqual(["COPYDESK_TOKEN"]);
  });
});
