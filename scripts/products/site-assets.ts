import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { type BuildResult, build, type Metafile } from "esbuild";

/** The style sheets and scripts of published pages, and additional ones for the pages of the desk. */
const sources = {
  "src/site/browser": {
    "site.css": "text/css",
    "changes.css": "text/css",
    "theme.js": "text/javascript",
    "page.js": "text/javascript",
    "try-it.js": "text/javascript",
  },
  "src/app/browser": { "app.css": "text/css", "app.js": "text/javascript" },
} as const;

export const siteAssets = (): Promise<string> =>
  builtAssets("src/site/browser", ["BuiltAsset", "builtAssets"], { "notices.txt": siteNotices() });

export const appAssets = (): Promise<string> => builtAssets("src/app/browser", ["AppAsset", "appAssets"]);

/** What the scripts and style sheets are bundled from. */
export async function browserBundles(): Promise<readonly Metafile[]> {
  const paths = Object.entries(sources).flatMap(([folder, files]) => Object.keys(files).map((file) => [folder, file]));
  return Promise.all(paths.map(async ([folder = "", file = ""]) => (await bundle(folder, file)).metafile));
}

/** A module with built files, each with a digest of its text in its name. */
async function builtAssets(
  folder: keyof typeof sources,
  [typeName, name]: readonly [type: string, value: string],
  texts: Readonly<Record<string, string>> = {},
): Promise<string> {
  const assets: Record<string, { name: string; type: string; text: string }> = {};
  const add = (file: string, type: string, text: string) => {
    const digest = createHash("sha256").update(text).digest("hex").slice(0, 12);
    assets[file] = { name: file.replace(".", `-${digest}.`), type: `${type}; charset=utf-8`, text };
  };
  for (const [file, type] of Object.entries(sources[folder])) {
    add(file, type, (await bundle(folder, file)).outputFiles[0]?.text ?? "");
  }
  for (const [file, text] of Object.entries(texts)) add(file, "text/plain", text);
  const names = Object.keys(assets).map((file) => JSON.stringify(file));
  return [
    `// Made of ${folder} by \`npm run generate\`.`,
    `export type ${typeName} = ${names.join(" | ")};`,
    `export const ${name}: Readonly<Record<${typeName}, { readonly name: string; readonly type: string; readonly text: string }>> =`,
    `${JSON.stringify(assets, null, 2)};`,
    "",
  ].join("\n");
}

/** What whoever publishes pages passes on: scripts, style sheets and icons. The style sheet points to it. */
function siteNotices(): string {
  const root = join(import.meta.dirname, "../..");
  const read = (path: string) => readFileSync(join(root, path), "utf8").trim();
  return `Scripts and style sheets of these pages are part of Copydesk by the Copydesk contributors, under the Apache License 2.0,
whose text is below. Icons in these pages are from:

Font Awesome Free by Fonticons, Inc., https://fontawesome.com, under CC BY 4.0,
https://creativecommons.org/licenses/by/4.0/. Changed: the shapes are drawn in the color of the text around them.

Lucide, https://lucide.dev, under this license:

${read("node_modules/lucide-static/LICENSE")}

${"=".repeat(80)}

${read("LICENSE")}
`;
}

function bundle(folder: string, file: string): Promise<BuildResult<{ write: false; metafile: true }>> {
  return build({
    absWorkingDir: join(import.meta.dirname, "../.."),
    entryPoints: [join(folder, file.replace(/\.js$/, ".ts"))],
    bundle: true,
    minify: true,
    // light-dark() and popovers came at about the same time; what is older shows the page without its looks.
    target: ["chrome125", "firefox125", "safari17.5"],
    format: file === "theme.js" ? "iife" : "esm",
    legalComments: "inline",
    charset: "utf8",
    metafile: true,
    write: false,
  });
}
