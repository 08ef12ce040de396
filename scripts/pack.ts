// Packs what a host needs into one file that it installs: npm run pack [-- <file>].
// Nothing is installed on the other side. The embedded database is Node's own where that is safe to share, so only
// older versions of Node need the native module, which fits the system it was packed on.
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { packExtension } from "@anthropic-ai/mcpb";

const root = join(import.meta.dirname, "..");
const output = resolve(process.argv[2] ?? join(root, "dist/copydesk.mcpb"));

/** The files of a package needed at run time; sources, headers and build leftovers are left out. */
const nativeModule: Readonly<Record<string, readonly string[]>> = {
  "better-sqlite3": ["package.json", "LICENSE", "lib", "build/Release/better_sqlite3.node"],
  bindings: ["package.json", "LICENSE.md", "bindings.js"],
  "file-uri-to-path": ["package.json", "LICENSE", "index.js"],
};

const staging = mkdtempSync(join(tmpdir(), "copydesk-pack-"));
try {
  for (const file of ["manifest.json", "LICENSE"]) copy(file);
  // A host does not need what programs import.
  for (const file of readdirSync(join(root, "dist"))) {
    if (file !== "client" && !file.endsWith(".mcpb")) copy(join("dist", file));
  }
  // Without it, Node would treat the program as CommonJS.
  const { name, version, license, type } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
  writeFileSync(join(staging, "package.json"), `${JSON.stringify({ name, version, license, type }, null, 2)}\n`);
  const native = existsSync(join(root, "node_modules/better-sqlite3/build/Release/better_sqlite3.node"));
  for (const [name, files] of native ? Object.entries(nativeModule) : []) {
    for (const file of files) copy(join("node_modules", name, file));
  }
  if (!native) console.error("better-sqlite3 is not installed: the bundle needs Node 22.23 or newer.");
  const packed = await packExtension({ extensionPath: staging, outputPath: output, silent: false });
  process.exitCode = packed ? 0 : 1;
} finally {
  rmSync(staging, { recursive: true, force: true });
}

function copy(file: string): void {
  const target = join(staging, file);
  mkdirSync(dirname(target), { recursive: true });
  cpSync(join(root, file), target, { recursive: true });
}
