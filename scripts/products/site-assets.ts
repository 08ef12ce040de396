import { createHash } from "node:crypto";
import { join } from "node:path";
import { build } from "esbuild";

/** The style sheets and scripts of published pages. */
export const siteAssets = (): Promise<string> =>
  builtAssets("src/site/browser", ["BuiltAsset", "builtAssets"], {
    "site.css": "text/css",
    "changes.css": "text/css",
    "theme.js": "text/javascript",
    "page.js": "text/javascript",
    "try-it.js": "text/javascript",
  });

/** Additional files for the pages of the desk. */
export const appAssets = (): Promise<string> =>
  builtAssets("src/app/browser", ["AppAsset", "appAssets"], { "app.css": "text/css", "app.js": "text/javascript" });

/** A module with built files, each with a digest of its text in its name. */
async function builtAssets(
  folder: string,
  [typeName, name]: readonly [type: string, value: string],
  sources: Readonly<Record<string, string>>,
): Promise<string> {
  const assets: Record<string, { name: string; type: string; text: string }> = {};
  for (const [file, type] of Object.entries(sources)) {
    const text = await bundle(join(import.meta.dirname, "../..", folder, file.replace(/\.js$/, ".ts")));
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
    assets[file] = { name: file.replace(".", `-${digest}.`), type: `${type}; charset=utf-8`, text };
  }
  const names = Object.keys(sources).map((file) => JSON.stringify(file));
  return [
    `// Made of ${folder} by \`npm run generate\`.`,
    `export type ${typeName} = ${names.join(" | ")};`,
    `export const ${name}: Readonly<Record<${typeName}, { readonly name: string; readonly type: string; readonly text: string }>> =`,
    `${JSON.stringify(assets, null, 2)};`,
    "",
  ].join("\n");
}

async function bundle(source: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [source],
    bundle: true,
    minify: true,
    // light-dark() and popovers came at about the same time; what is older shows the page without its looks.
    target: ["chrome125", "firefox125", "safari17.5"],
    format: source.endsWith("/theme.ts") ? "iife" : "esm",
    legalComments: "none",
    charset: "utf8",
    write: false,
  });
  return outputFiles[0]?.text ?? "";
}
