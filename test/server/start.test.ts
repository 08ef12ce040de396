import { build } from "esbuild";
import { describe, expect, it } from "vitest";

/** Every module that loads with the entry points, packages included; what is imported when needed is left out. */
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
  it("loads no package until the server is needed", async () => {
    const loaded = await loadedWith("src/cli/main.ts");
    expect(loaded.filter((path) => !path.startsWith("node:")).sort()).toEqual([
      "package.json",
      "src/cli/command-line.ts",
      "src/cli/errors-for-people.ts",
      "src/cli/log.ts",
      "src/cli/main.ts",
      "src/cli/mcp.ts",
      "src/cli/surface-selection.ts",
      "src/cli/usage-error.ts",
      "src/cli/version.ts",
      "src/config.ts",
      "src/config/given.ts",
      "src/config/networks.ts",
      "src/config/services.ts",
      "src/config/values.ts",
      "src/contract/areas.ts",
      "src/contract/reach.ts",
      "src/server/introduction.ts",
      "src/server/transports/front-door.ts",
      "src/server/transports/message-checks.ts",
      "src/server/transports/opening-messages.ts",
      "src/server/uncaught.ts",
      "src/tools/confirmable-entries.ts",
      "src/tools/exclusion.ts",
      "src/tools/generated-entries.ts",
      "src/tools/generated/tools.json",
      "src/tools/operation-names.ts",
      "src/tools/surface.ts",
    ]);
  });

  it("loads nothing but the protocol when the server is needed", async () => {
    const loaded = await loadedWith("src/cli/late.ts");
    expect(loaded).toContain("src/server/transports/stdio.ts");
    const packages = loaded.filter((path) => !path.startsWith("src/") && !path.startsWith("node:"));
    expect(packages.sort()).toEqual([
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
      "package.json",
    ]);
    expect(
      loaded.filter((path) =>
        /^src\/(contract|client|platform|completion|prompts|resources|text|tools\/catalog\/)/.test(path),
      ),
    ).toEqual([]);
  });

  it("loads no schema, nothing of the contract but its areas and reaches, no client and no tool", async () => {
    const loaded = await loadedWith(
      "src/server/server.ts",
      "src/server/tool-calls.ts",
      "src/server/transports/stdio.ts",
      "src/tools/generated-registry.ts",
      "src/tools/surface.ts",
    );
    expect(loaded).toContain("src/tools/generated/tools.json");
    expect(loaded.filter((path) => !path.startsWith("node:")).sort()).toEqual([
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
      "src/contract/areas.ts",
      "src/contract/reach.ts",
      "src/server/answering.ts",
      "src/server/call-tool.ts",
      "src/server/change-clock.ts",
      "src/server/completion.ts",
      "src/server/confirmation/confirmation-store.ts",
      "src/server/confirmation/confirmations.ts",
      "src/server/confirmation/failed-question.ts",
      "src/server/error-codes.ts",
      "src/server/fair-share.ts",
      "src/server/host-log.ts",
      "src/server/house-rules.ts",
      "src/server/introduction.ts",
      "src/server/largest-answer.ts",
      "src/server/progress.ts",
      "src/server/prompts.ts",
      "src/server/request-scope.ts",
      "src/server/resource-context.ts",
      "src/server/resource-subscriptions.ts",
      "src/server/resource-watches.ts",
      "src/server/resources.ts",
      "src/server/schema-issues.ts",
      "src/server/server.ts",
      "src/server/tool-calls.ts",
      "src/server/transports/listen-over-stdio.ts",
      "src/server/transports/listen-request.ts",
      "src/server/transports/message-lines.ts",
      "src/server/transports/running-requests.ts",
      "src/server/transports/stdio.ts",
      "src/server/uncaught.ts",
      "src/tools/catalog.ts",
      "src/tools/exclusion.ts",
      "src/tools/generated-entries.ts",
      "src/tools/generated-registry.ts",
      "src/tools/generated/tools.json",
      "src/tools/operation-names.ts",
      "src/tools/surface.ts",
    ]);
  });
});
