import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";

const folder = join(import.meta.dirname, "../../src/site/browser");

const sources = {
  "site.css": "text/css",
  "theme.js": "text/javascript",
  "page.js": "text/javascript",
  "try-it.js": "text/javascript",
} as const;

/** What published pages load: a style sheet and scripts, each with a digest of its text in its name. */
export async function siteAssets(): Promise<string> {
  const assets: Record<string, { name: string; type: string; text: string }> = {};
  for (const [name, type] of Object.entries(sources)) {
    const text = await bundle(name.replace(/\.js$/, ".ts"));
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
    assets[name] = { name: name.replace(".", `-${digest}.`), type: `${type}; charset=utf-8`, text };
  }
  const names = Object.keys(sources).map((name) => JSON.stringify(name));
  return [
    "// Made of src/site/browser by `npm run generate`.",
    `export type BuiltAsset = ${names.join(" | ")};`,
    "export const builtAssets: Readonly<Record<BuiltAsset, { readonly name: string; readonly type: string; readonly text: string }>> =",
    `${JSON.stringify(assets, null, 2)};`,
    "",
  ].join("\n");
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [join(folder, source)],
    bundle: true,
    minify: true,
    // light-dark() and popovers came at about the same time; what is older shows the page without its looks.
    target: ["chrome125", "firefox125", "safari17.5"],
    format: source === "theme.ts" ? "iife" : "esm",
    legalComments: "none",
    charset: "utf8",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
