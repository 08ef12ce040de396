// Writes the files that are derived from the code and kept in the repository; with --check, fails when one is stale.
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { toolList } from "./products/tool-list.ts";

const products: Readonly<Record<string, () => Promise<string>>> = {
  "src/tools/generated/tools.json": toolList,
};

const root = fileURLToPath(new URL("..", import.meta.url));
const check = process.argv.includes("--check");
const stale: string[] = [];

for (const [path, produce] of Object.entries(products)) {
  const file = join(root, path);
  const text = await produce();
  const present = await readFile(file, "utf8").catch(() => undefined);
  if (present === text) continue;
  stale.push(path);
  if (check) continue;
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

if (check && stale.length > 0) {
  console.error(`Stale, run \`npm run generate\`:\n${stale.map((path) => `  ${path}`).join("\n")}`);
  process.exitCode = 1;
} else {
  console.error(stale.length === 0 ? "Everything generated is up to date." : `Written: ${stale.join(", ")}`);
}
