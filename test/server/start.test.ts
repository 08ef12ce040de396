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
  it("loads no schema, no contract, no client and no tool", async () => {
    const loaded = await loadedWith(
      "src/server/server.ts",
      "src/server/transports/stdio.ts",
      "src/tools/generated-registry.ts",
      "src/tools/surface.ts",
    );
    expect(loaded).toContain("src/tools/generated/tools.json");
    expect(loaded.filter((path) => !path.startsWith("node:")).sort()).toEqual([
      "@modelcontextprotocol/server",
      "@modelcontextprotocol/server/stdio",
      "src/server/call-tool.ts",
      "src/server/missing-resource.ts",
      "src/server/progress.ts",
      "src/server/request-scope.ts",
      "src/server/server.ts",
      "src/server/transports/stdio.ts",
      "src/tools/catalog.ts",
      "src/tools/generated-registry.ts",
      "src/tools/generated/tools.json",
      "src/tools/operation-names.ts",
      "src/tools/surface.ts",
      "src/tools/tool.ts",
    ]);
  });
});
