// Writes the files that are derived from the code and kept in the repository; with --check, fails when one is stale.
import { mkdir, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { clientOperations } from "./products/client-operations.ts";
import { clientTypes } from "./products/client-types.ts";
import { codePalettes } from "./products/code-palettes.ts";
import { contractLoaders } from "./products/contract-loaders.ts";
import { coverage } from "./products/coverage.ts";
import { manifest } from "./products/manifest.ts";
import { operationSummaries } from "./products/operation-summaries.ts";
import { openApi, reference } from "./products/reference.ts";
import { serverJson } from "./products/server-json.ts";
import { configurationPage, readme } from "./products/settings-tables.ts";
import { appAssets, siteAssets } from "./products/site-assets.ts";
import { toolList } from "./products/tool-list.ts";
import { toolReport } from "./products/tool-report.ts";
import { toolsPage } from "./products/tools-page.ts";

const files: Readonly<Record<string, () => Promise<string>>> = {
  "generated/client/operations.json": clientOperations,
  "generated/client/client.ts": clientTypes,
  "generated/contract/loaders.ts": contractLoaders,
  "generated/contract/operations.json": operationSummaries,
  "generated/tools/tools.json": toolList,
  "generated/site/built-assets.ts": siteAssets,
  "generated/site/code-palettes.ts": codePalettes,
  "generated/app/app-assets.ts": appAssets,
  "openapi.json": openApi,
  "manifest.json": manifest,
  "server.json": serverJson,
  "README.md": readme,
  "docs/configuration.md": configurationPage,
  "docs/coverage.md": coverage,
  "docs/tools.md": toolsPage,
};
/** Folders with only generated files: one that is no longer generated is stale too. */
const folders: Readonly<Record<string, () => Promise<ReadonlyMap<string, string>>>> = {
  "docs/reference": reference,
  "test/tools/definitions": toolReport,
};

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");

/** Text by path; undefined for a file that should not be there. */
const wanted = new Map<string, string | undefined>();
for (const [folder, produce] of Object.entries(folders)) {
  for (const name of await readdir(join(root, folder)).catch(() => [])) wanted.set(`${folder}/${name}`, undefined);
  for (const [name, text] of await produce()) wanted.set(`${folder}/${name}`, text);
}
for (const [path, produce] of Object.entries(files)) wanted.set(path, await produce());

const stale: string[] = [];
for (const [path, text] of wanted) {
  const file = join(root, path);
  const present = text === undefined ? undefined : await readFile(file, "utf8").catch(() => undefined);
  if (text !== undefined && present === text) continue;
  stale.push(text === undefined ? `${path} (no longer made)` : path);
  if (check) continue;
  if (text === undefined) {
    await rm(file, { recursive: true });
    continue;
  }
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (check && stale.length > 0) {
  console.error(`Stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join("\n")}`);
  process.exitCode = 1;
} else {
  console.error(stale.length === 0 ? "Everything generated is up to date." : `Written: ${stale.join(", ")}`);
}
