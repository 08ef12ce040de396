import { readFileSync } from "node:fs";
import { getMcpConfigForManifest, MANIFEST_SCHEMAS, type McpbManifestAny } from "@anthropic-ai/mcpb";
import { describe, expect, it } from "vitest";
import { readCommandLine } from "../../src/config/config.ts";
import { settings } from "../../src/config/settings.ts";

const text = readFileSync(new URL("../../manifest.json", import.meta.url), "utf8");

const manifest = JSON.parse(text) as McpbManifestAny;

const variables = manifest.server.mcp_config?.env ?? {};

/** What a host starts after a person has filled in these options. */
const started = (userConfig: Record<string, string | boolean>) =>
  getMcpConfigForManifest({
    manifest,
    extensionPath: "/bundles/copydesk",
    systemDirs: { HOME: "/home/ann" },
    userConfig,
    pathSeparator: "/",
  });

describe("manifest.json", () => {
  it("is valid for hosts that install bundles", () => {
    expect(MANIFEST_SCHEMAS["0.3"].safeParse(manifest).error).toBeUndefined();
    expect(MANIFEST_SCHEMAS["0.3"].safeParse({ ...manifest, colour: "red" }).success).toBe(false);
  });

  it("requests the service, the token as a secret, the data folder, read-only and toolsets", () => {
    const asked = Object.entries(manifest.user_config ?? {}).map(([name, { type, sensitive, required }]) => {
      return [name, type, sensitive ?? false, required ?? false];
    });
    expect(asked).toEqual([
      ["base_url", "string", false, false],
      ["token", "string", true, false],
      ["data", "directory", false, false],
      ["read_only", "boolean", false, false],
      ["toolsets", "string", false, false],
    ]);
  });

  it("passes the person's input to existing settings", async () => {
    const known = Object.values(settings).map(({ variable }) => variable);
    expect(Object.keys(variables).filter((name) => !known.includes(name))).toEqual([]);
    const host = await started({ base_url: "https://docs.example.com", token: "t", data: "/desk", read_only: true });
    expect(host).toMatchObject({ command: "node", args: ["/bundles/copydesk/dist/cli.js"] });
    const { baseUrl, token, data, readOnly, toolsets } = readCommandLine([], host?.env ?? {}).config;
    expect([baseUrl.value, token.value, data.value, readOnly.value, toolsets.value]).toEqual([
      "https://docs.example.com",
      "t",
      "/desk",
      true,
      ["default"],
    ]);
  });

  it.each([
    ["fills in the defaults", async () => (await started({}))?.env],
    ["leaves the placeholders", async () => variables],
  ])("uses the default settings if the person enters nothing and the host %s", async (_host, environment) => {
    const { config } = readCommandLine([], { HOME: "/home/ann", ...(await environment()) });
    const usual = readCommandLine([], { HOME: "/home/ann" }).config;
    for (const name of ["baseUrl", "token", "data", "readOnly"] as const) {
      expect(config[name].value, name).toBe(usual[name].value);
    }
  });

  it("lists the default tools, with descriptions that fit a list", () => {
    const names = manifest.tools?.map(({ name }) => name) ?? [];
    expect(names).toContain("search_docs");
    expect(names).toContain("find_operations");
    expect(names.length).toBeGreaterThan(20);
    expect(manifest.tools?.filter(({ description }) => !description)).toEqual([]);
  });
});
