import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Every module that loads with the entry points, including packages; modules imported on demand are omitted. */
async function loadedWith(...entryPoints: string[]): Promise<string[]> {
  const { metafile } = await build({
    entryPoints,
    bundle: true,
    platform: "node",
    format: "esm",
    packages: "external",
    metafile: true,
    write: false,
    outdir: "unused",
    logLevel: "silent",
    external: ["./catalog/*"],
  });
  const loaded = new Set(entryPoints);
  for (const path of loaded) {
    for (const { path: imported, kind } of metafile.inputs[path]?.imports ?? []) {
      if (kind === "import-statement") loaded.add(imported);
    }
  }
  return [...loaded];
}

describe("the start of a server over stdio", () => {
  it("imports no package until the server is needed", async () => {
    const loaded = await loadedWith("src/cli/main.ts");
    expect(loaded.filter((path) => !path.startsWith("node:")).sort()).toEqual([
      "generated/tools/tools.json",
      "package.json",
      "src/cli/command-line.ts",
      "src/cli/errors.ts",
      "src/cli/log.ts",
      "src/cli/logged-failures.ts",
      "src/cli/main.ts",
      "src/cli/mcp.ts",
      "src/cli/redaction.ts",
      "src/cli/surface-selection.ts",
      "src/cli/version.ts",
      "src/config/config.ts",
      "src/config/database-options.ts",
      "src/config/default-folders.ts",
      "src/config/settings.ts",
      "src/config/values.ts",
      "src/contract/areas.ts",
      "src/contract/reach.ts",
      "src/server/introduction.ts",
      "src/server/plain-calls/message-checks.ts",
      "src/server/plain-calls/plain-messages.ts",
      "src/server/transports/early-stdio.ts",
      "src/server/uncaught.ts",
      "src/tools/generated-entries.ts",
      "src/tools/operation-names.ts",
      "src/tools/surface.ts",
    ]);
  });

  it("imports only the protocol when the server is needed", async () => {
    const loaded = await loadedWith("src/cli/late.ts");
    expect(loaded).toContain("src/server/transports/stdio.ts");
    const packages = loaded.filter((path) => !/^(?:src|generated)\/|^node:/.test(path));
    expect(packages.sort()).toEqual([
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
      "package.json",
    ]);
    expect(
      loaded.filter((path) =>
        /^src\/(contract\/(?!rate-limit|reach)|client|platform\/(?!index\.ts)|desk\/(?!tool-error|present\/long-texts)|markdown|prompts|resources|tools\/catalog\/)/.test(
          path,
        ),
      ),
    ).toEqual([]);
  });

  it("imports no schema, client or tool, and of the contract only areas, rate limits and reaches", async () => {
    const loaded = await loadedWith(
      "src/server/server.ts",
      "src/server/calls/calling-tool.ts",
      "src/server/calls/tool-calls.ts",
      "src/server/plain-calls/plain-calls.ts",
      "src/server/transports/stdio.ts",
      "src/tools/registry.ts",
      "src/tools/surface.ts",
    );
    expect(loaded).toContain("generated/tools/tools.json");
    expect(loaded.filter((path) => !path.startsWith("node:")).sort()).toEqual([
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
      "generated/tools/tools.json",
      "src/contract/areas.ts",
      "src/contract/rate-limit.ts",
      "src/contract/reach.ts",
      "src/present/long-texts.ts",
      "src/server/calls/answer-parts.ts",
      "src/server/calls/calling-tool.ts",
      "src/server/calls/confirmations.ts",
      "src/server/calls/tool-calls.ts",
      "src/server/fair-share.ts",
      "src/server/introduction.ts",
      "src/server/plain-calls/connection-calls.ts",
      "src/server/plain-calls/message-checks.ts",
      "src/server/plain-calls/plain-calls.ts",
      "src/server/plain-calls/plain-messages.ts",
      "src/server/plain-calls/response-bytes.ts",
      "src/server/protocol-errors.ts",
      "src/server/request-scope.ts",
      "src/server/requests/house-rules.ts",
      "src/server/requests/notifications.ts",
      "src/server/requests/prompts.ts",
      "src/server/requests/resources.ts",
      "src/server/requests/responder.ts",
      "src/server/response-limit.ts",
      "src/server/server.ts",
      "src/server/transports/in-flight.ts",
      "src/server/transports/listen.ts",
      "src/server/transports/stdio.ts",
      "src/server/uncaught.ts",
      "src/server/watches/resource-watches.ts",
      "src/tools/catalog.ts",
      "src/tools/generated-entries.ts",
      "src/tools/operation-names.ts",
      "src/tools/registry.ts",
      "src/tools/surface.ts",
    ]);
  });
});
