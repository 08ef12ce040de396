// Builds what is installed. dist/cli.js holds what a host waits for, and loads the rest of the program from
// dist/late-<hash>.cjs when it is needed: one file starts several times faster than many. dist/client is what
// `copydesk/client` names.
import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";
import { packIcons } from "../src/site/icons/icon-pack.ts";
import type { PackageFacts } from "./products/package-facts.ts";
import { browserBundles } from "./products/site-assets.ts";
import { billOfMaterials } from "./third-party/bill-of-materials.ts";
import { BundledFiles } from "./third-party/bundled-files.ts";
import { listComponents } from "./third-party/components.ts";
import { noticesText } from "./third-party/notices.ts";

const root = join(import.meta.dirname, "..");
const dist = join(root, "dist");
const packageFile = join(root, "package.json");
const bundled = new BundledFiles(root);

const options = {
  absWorkingDir: root,
  outfile: join(dist, "cli.js"),
  bundle: true,
  platform: "node",
  target: "node20.19",
  // Found in node_modules when a database is first opened: native code, and what the driver of PostgreSQL does without.
  external: ["better-sqlite3", "pg-native"],
  // Its first form looks its parts up when it runs, where no bundler sees them.
  alias: { "jsonc-parser": "jsonc-parser/lib/esm/main.js" },
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false as boolean,
  charset: "ascii",
  // All notices are in THIRD_PARTY_NOTICES.
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  write: false,
} as const satisfies BuildOptions;

const englishOnly: Plugin = {
  name: "english-only",
  setup({ onLoad }) {
    // Only English is used for zod's messages.
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

/** The package's facts that the program uses. */
const versionOnly: Plugin = {
  name: "version-only",
  setup({ onLoad }) {
    onLoad({ filter: /package\.json$/ }, ({ path }) => {
      if (path !== packageFile) return undefined;
      const { version } = JSON.parse(readFileSync(path, "utf8")) as { version: string };
      return { contents: JSON.stringify({ version }), loader: "json" };
    });
  },
};

const lateBeside: Plugin = {
  name: "late-beside",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/late\.ts$/ }, () => ({ path: join(root, "src/cli/late-beside.ts") }));
  },
};

/** Large, rarely used parts are separate files, so that others need not load them. */
const besides: Readonly<Record<string, string>> = {
  "render-pdf.ts": "./pdf.cjs",
  "saml-library.ts": "./saml.cjs",
  "provider-library.ts": "./authorization-server.cjs",
  "driver.ts": "./postgres.cjs",
};

const filesBeside: Plugin = {
  name: "files-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\/(?:render-pdf|saml-library|provider-library|driver)\.ts$/ }, ({ kind, path }) =>
      kind === "entry-point" ? undefined : { path: besides[basename(path)] ?? path, external: true },
    );
  },
};

/** Few processes render pages, so the renderer is a separate file too. */
const siteBeside: Plugin = {
  name: "site-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\/site\/index\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./site.cjs", external: true },
    );
  },
};

/** What a script of the older kind is told of its place. */
const placeOf = (name: string) => ({
  define: { "import.meta.url": name },
  banner: { js: `const ${name} = require("node:url").pathToFileURL(__filename).href;` },
});

/** The time of the source, for reproducible builds; the current time if that is unknown. */
function sourceTime(): string {
  const epoch = process.env.SOURCE_DATE_EPOCH;
  if (epoch !== undefined && /^\d{1,11}$/.test(epoch)) return new Date(Number(epoch) * 1000).toISOString();
  try {
    const git = ["log", "-1", "--format=%ct"];
    const seconds = execFileSync("git", git, { cwd: root, encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
    return new Date(Number(seconds.trim()) * 1000).toISOString();
  } catch {
    return new Date().toISOString();
  }
}

const latePlace = placeOf("lateUrl");
const late = await bundle("late-*.cjs", {
  ...options,
  ...latePlace,
  define: { ...latePlace.define, builtAt: JSON.stringify(sourceTime()) },
  entryPoints: ["src/cli/late.ts"],
  format: "cjs",
  // `require` finds the same packages, and finds them faster.
  supported: { "dynamic-import": false },
  plugins: [englishOnly, versionOnly, filesBeside, siteBeside],
});
// The function of the module, as src/cli/compiled-code.ts runs it.
const lateCode = `(function (exports, require, module, __filename, __dirname) {${late}\n})`;
// The name ties it to its cli.js: a host may start the old one while a new one is being written.
const lateName = `late-${createHash("sha256").update(lateCode).digest("hex").slice(0, 16)}.cjs`;

const front = await bundle("cli.js", {
  ...options,
  entryPoints: ["src/cli/main.ts"],
  format: "esm",
  define: { lateFile: JSON.stringify(`./${lateName}`) },
  banner: { js: "#!/usr/bin/env node" },
  plugins: [versionOnly, lateBeside],
});

const pdf = await bundle("pdf.cjs", {
  ...options,
  ...placeOf("pdfUrl"),
  entryPoints: ["src/platform/exchange/pdf/render-pdf.ts"],
  format: "cjs",
});

const saml = await bundle("saml.cjs", {
  ...options,
  ...placeOf("samlUrl"),
  entryPoints: ["src/platform/identity/sign-in/saml-library.ts"],
  format: "cjs",
});

const authorizationServer = await bundle("authorization-server.cjs", {
  ...options,
  // The library calls what it stores by the names of its classes.
  keepNames: true,
  ...placeOf("authorizationServerUrl"),
  entryPoints: ["src/accounts/authorization-server/provider-library.ts"],
  format: "cjs",
});

const postgres = await bundle("postgres.cjs", {
  ...options,
  entryPoints: ["src/platform/kernel/database/engine/postgres/driver.ts"],
  format: "cjs",
});

const site = await bundle("site.cjs", {
  ...options,
  ...placeOf("siteUrl"),
  entryPoints: ["src/site/index.ts"],
  format: "cjs",
});

/** Large API descriptions are parsed in a thread. */
const openapiWorker = await bundle("openapi-worker.cjs", {
  ...options,
  entryPoints: ["src/platform/content/openapi/spec-worker.ts"],
  format: "cjs",
});

/** Pages of large imports are analysed for search in a thread. */
const searchWorker = await bundle("search-worker.cjs", {
  ...options,
  entryPoints: ["src/platform/content/search/search-worker.ts"],
  format: "cjs",
});

/** Images of a PDF are decoded in a thread. */
const pictureWorker = await bundle("picture-worker.cjs", {
  ...options,
  entryPoints: ["src/platform/exchange/pdf/picture-worker.ts"],
  format: "cjs",
});

/** Preview images of shared pages are drawn in a thread. */
const socialPictureWorker = await bundle("social-picture-worker.cjs", {
  ...options,
  ...placeOf("socialPictureUrl"),
  entryPoints: ["src/platform/publishing/published/social-picture-worker.ts"],
  format: "cjs",
});

/** Diagrams are drawn in a thread, which can be stopped. */
const diagramWorker = await bundle("diagram-worker.cjs", {
  ...options,
  entryPoints: ["src/platform/publishing/published/diagram-worker.ts"],
  format: "cjs",
});

const icons = packIcons(
  readJson(fileOfPackage("@fortawesome/fontawesome-free/metadata/icon-families.json", "icons.json")),
  readJson(fileOfPackage("lucide-static/icon-nodes.json", "icons.json")),
);
// Colors of its themes are in a generated file.
fileOfPackage("tm-themes/index.js", "site.cjs");
for (const metafile of await browserBundles()) bundled.add(metafile, "site.cjs");

/** Read and bundled by others, so left readable and without the packages they have. */
const client = await bundle("client/index.js", {
  ...options,
  minifySyntax: false,
  minifyWhitespace: false,
  entryPoints: ["src/client/index.ts"],
  format: "esm",
  packages: "external",
  plugins: [versionOnly],
});

mkdirSync(join(dist, "client"), { recursive: true });
const files: Readonly<Record<string, string>> = {
  "pdf.cjs": pdf,
  "saml.cjs": saml,
  "authorization-server.cjs": authorizationServer,
  "postgres.cjs": postgres,
  "site.cjs": site,
  "openapi-worker.cjs": openapiWorker,
  "search-worker.cjs": searchWorker,
  "picture-worker.cjs": pictureWorker,
  "social-picture-worker.cjs": socialPictureWorker,
  "diagram-worker.cjs": diagramWorker,
  "icons.json": JSON.stringify(icons),
  "client/index.js": client,
  [lateName]: lateCode,
  // Last, because it names the others.
  "cli.js": front,
};
const written = new Set<string>();
for (const [name, text] of Object.entries(files)) replace(name, text);
copyFonts();
copy("@resvg/resvg-wasm/index_bg.wasm", "resvg.wasm");
declareClient();
describeThirdParties();
removeOthers();

function readJson<Content>(file: string): Content {
  return JSON.parse(readFileSync(file, "utf8")) as Content;
}

/** Renamed when complete: a program may read the old one at any moment. */
function replace(name: string, text: string): void {
  const fresh = join(dist, `${name}.${process.pid}.new`);
  writeFileSync(fresh, text, { mode: name === "cli.js" ? 0o755 : 0o644 });
  renameSync(fresh, join(dist, name));
  written.add(name);
}

/** Removes what earlier builds wrote. Not before, because a program may be running from here. */
function removeOthers(): void {
  for (const name of readdirSync(dist, { recursive: true, encoding: "utf8" })) {
    const file = join(dist, name);
    if (!written.has(name) && statSync(file).isFile()) rmSync(file);
  }
}

/** The types of dist/client, as the compiler writes them. */
function declareClient(): void {
  const types = join(dist, "client/types");
  rmSync(types, { recursive: true, force: true });
  const compiler = join(root, "node_modules/typescript/bin/tsc");
  execFileSync(process.execPath, [compiler, "-p", "scripts/client-declarations.json"], { cwd: root, stdio: "inherit" });
  for (const name of readdirSync(types, { recursive: true, encoding: "utf8" })) {
    if (!name.endsWith(".d.ts")) continue;
    const file = join(types, name);
    written.add(join("client/types", name));
    // The compiler leaves the extensions of the source.
    writeFileSync(file, readFileSync(file, "utf8").replace(/(from "\.[^"]*)\.ts"/g, '$1.js"'));
  }
}

/** The fonts of PDFs. */
function copyFonts(): void {
  mkdirSync(join(dist, "fonts"), { recursive: true });
  for (const name of ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSansMono"]) {
    copy(`dejavu-fonts-ttf/ttf/${name}.ttf`, `fonts/${name}.ttf`);
  }
}

/** Copies a file of a package to the file `name` of dist. */
function copy(path: string, name: string): void {
  cpSync(fileOfPackage(path, name), join(dist, name));
  written.add(name);
}

/** A file of a package that becomes part of the file `builtFile` of dist. */
function fileOfPackage(path: string, builtFile: string): string {
  bundled.addFile(`node_modules/${path}`, builtFile);
  return join(root, "node_modules", path);
}

/** The notices and the bill of materials of everything that is bundled or copied. */
function describeThirdParties(): void {
  const components = listComponents(root, bundled);
  replace("THIRD_PARTY_NOTICES", noticesText(components, readFileSync(join(root, "LICENSE"), "utf8")));
  const { name, version, description, license } = readJson<PackageFacts>(packageFile);
  const program = { name, version, description, license, builtAt: sourceTime() };
  replace("copydesk.cdx.json", billOfMaterials(program, components));
}

/** Bundles what becomes the file `name` of dist. */
async function bundle(name: string, given: BuildOptions & { write: false; metafile: true }): Promise<string> {
  const { outputFiles, metafile } = await build(given);
  bundled.add(metafile, name);
  return inAscii(outputFiles.find(({ path }) => basename(path) === "cli.js")?.text ?? "");
}

/**
 * Escapes what `charset` leaves in regular expressions and templates, where an escape means the same. One other
 * character anywhere makes the engine keep the whole source with two bytes for each.
 */
function inAscii(code: string): string {
  return code.replace(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`);
}
