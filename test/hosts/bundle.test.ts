import { execFileSync } from "node:child_process";
import { mkdirSync, readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { getMcpConfigForManifest, type McpbManifestAny, unpackExtension } from "@anthropic-ai/mcpb";
import { beforeAll, describe, expect, it } from "vitest";
import { environment, temporaryFolder } from "../cli/program.ts";
import { startAsHost } from "./host-client.ts";

const project = resolve(import.meta.dirname, "../..");
const folder = temporaryFolder();
const unpacked = join(folder, "unpacked");

beforeAll(async () => {
  const bundle = join(folder, "copydesk.mcpb");
  execFileSync(process.execPath, ["--import", "tsx", "scripts/pack.ts", bundle], { cwd: project, stdio: "pipe" });
  mkdirSync(unpacked);
  await unpackExtension({ mcpbPath: bundle, outputDir: unpacked, silent: true });
});

describe("the bundle", () => {
  it("contains the program, the required licenses, and the native database if one is installed", () => {
    const top = readdirSync(unpacked).filter((name) => name !== "node_modules");
    expect(top.sort()).toEqual(["LICENSE", "dist", "manifest.json", "package.json"]);
    const built = readdirSync(join(unpacked, "dist")).map((name) => name.replace(/^late-\w+/, "late-<hash>"));
    expect(built.sort()).toEqual([
      "THIRD_PARTY_NOTICES",
      "authorization-server.cjs",
      "cli.js",
      "copydesk.cdx.json",
      "diagram-worker.cjs",
      "fonts",
      "icons.json",
      "late-<hash>.cjs",
      "openapi-worker.cjs",
      "pdf.cjs",
      "picture-worker.cjs",
      "postgres.cjs",
      "resvg.wasm",
      "saml.cjs",
      "search-worker.cjs",
      "site.cjs",
      "social-picture-worker.cjs",
    ]);
    const modules = readdirSync(unpacked).includes("node_modules") ? readdirSync(join(unpacked, "node_modules")) : [];
    expect(["", "better-sqlite3,bindings,file-uri-to-path"]).toContain(modules.sort().join());
  });

  it("runs from its folder as in the manifest: lists its tools, imports and searches", async () => {
    const data = join(folder, "data");
    const program = join(unpacked, "dist/cli.js");
    const docs = join(project, "docs");
    execFileSync(process.execPath, [program, "import", docs, "--data", data], { env: environment, stdio: "pipe" });
    const manifest = JSON.parse(readFileSync(join(unpacked, "manifest.json"), "utf8")) as McpbManifestAny;
    const host = await getMcpConfigForManifest({
      manifest,
      extensionPath: unpacked,
      systemDirs: {},
      userConfig: { data },
      pathSeparator: "/",
    });
    if (host === undefined) throw new Error("The manifest asks for something that a host need not have.");
    const client = await startAsHost({ command: host.command, args: host.args ?? [], env: host.env ?? {} }, folder);
    const { tools } = await client.listTools();
    expect(tools.map(({ name }) => name).sort()).toEqual(manifest.tools?.map(({ name }) => name).sort());
    const found = await client.callTool({ name: "search_docs", arguments: { query: "where is the data folder" } });
    expect(JSON.stringify(found.content)).toContain("path reference/configuration,");
    await client.close();
  });
});
