// Bundles the command line into dist/cli.js: one file starts several times faster than many.
// What a host waits for is at its beginning. The rest, late.ts, follows as a comment, which Node passes over in a few
// milliseconds, and is compiled when it is needed (src/cli/late-in-comment.ts).
import { createHash } from "node:crypto";
import { cpSync, mkdirSync, renameSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { type BuildOptions, build, type Plugin } from "esbuild";

const root = join(import.meta.dirname, "..");
const file = join(root, "dist/cli.js");

const commentEnd = "*/";
/** As long as what it stands for, so that stack traces show the right column. */
const escaped = "*\u0001";

const options = {
  absWorkingDir: root,
  outfile: file,
  bundle: true,
  platform: "node",
  target: "node20.19",
  // Native code stays a package: it is found in node_modules when the database is first opened.
  external: ["better-sqlite3"],
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false,
  charset: "ascii",
  legalComments: "linked",
  logLevel: "warning",
  write: false,
} as const satisfies BuildOptions;

const englishOnly: Plugin = {
  name: "english-only",
  setup({ onLoad }) {
    // Nothing chooses another language for zod's messages.
    onLoad({ filter: /zod\/v4\/locales\/index\.js$/ }, () => ({
      contents: 'export { default as en } from "./en.js";',
    }));
  },
};

const lateInComment: Plugin = {
  name: "late-in-comment",
  setup({ onResolve }) {
    onResolve({ filter: /^\.\/late\.ts$/ }, () => ({ path: join(root, "src/cli/late-in-comment.ts") }));
  },
};

/** Few draw a PDF: what draws one is a file of its own, so that nobody else waits for it to be read. */
const pdfBeside: Plugin = {
  name: "pdf-beside",
  setup({ onResolve }) {
    onResolve({ filter: /\/render-pdf\.ts$/ }, ({ kind }) =>
      kind === "entry-point" ? undefined : { path: "./pdf.cjs", external: true },
    );
  },
};

const late = await bundle({
  ...options,
  entryPoints: ["src/cli/late.ts"],
  format: "cjs",
  define: { "import.meta.url": "lateUrl" },
  // A script has no imports of its own; `require` finds the same packages.
  supported: { "dynamic-import": false },
  plugins: [englishOnly, pdfBeside],
});
if (late.code.includes(escaped)) throw new Error("The code holds what stands for the end of a comment.");
const hash = createHash("sha256").update(late.code).digest("hex").slice(0, 16);

const front = await bundle({
  ...options,
  entryPoints: ["src/cli/main.ts"],
  format: "esm",
  define: { lateHash: JSON.stringify(hash), lateEscape: JSON.stringify(escaped) },
  banner: { js: "#!/usr/bin/env node" },
  plugins: [lateInComment],
});

const pdf = await bundle({
  ...options,
  entryPoints: ["src/platform/pdf/render-pdf.ts"],
  format: "cjs",
  define: { "import.meta.url": "pdfUrl" },
  banner: { js: 'const pdfUrl = require("node:url").pathToFileURL(__filename).href;' },
});

/** Large descriptions of APIs are read in a thread. */
const openapiWorker = await bundle({
  ...options,
  entryPoints: ["src/platform/openapi/spec-worker.ts"],
  format: "cjs",
});

/** The pictures of a PDF are decoded in a thread. */
const pictureWorker = await bundle({
  ...options,
  entryPoints: ["src/platform/pdf/picture-worker.ts"],
  format: "cjs",
});

// Renamed when it is whole: a host may start the old one at any moment.
const fresh = `${file}.new`;
mkdirSync(dirname(file), { recursive: true });
writeFileSync(fresh, `${front.code}/*${hash}\n${late.code.replaceAll(commentEnd, escaped)}${commentEnd}\n`, {
  mode: 0o755,
});
writeFileSync(`${file}.LEGAL.txt`, late.legal + front.legal + pdf.legal + openapiWorker.legal + pictureWorker.legal);
writeFileSync(join(dirname(file), "pdf.cjs"), pdf.code);
writeFileSync(join(dirname(file), "openapi-worker.cjs"), openapiWorker.code);
writeFileSync(join(dirname(file), "picture-worker.cjs"), pictureWorker.code);
renameSync(fresh, file);
copyFonts();

/** What PDFs are set in. */
function copyFonts(): void {
  const fonts = join(root, "node_modules/dejavu-fonts-ttf");
  const folder = join(dirname(file), "fonts");
  mkdirSync(folder, { recursive: true });
  cpSync(join(fonts, "LICENSE"), join(folder, "LICENSE"));
  for (const name of ["DejaVuSans", "DejaVuSans-Bold", "DejaVuSans-Oblique", "DejaVuSansMono"]) {
    cpSync(join(fonts, "ttf", `${name}.ttf`), join(folder, `${name}.ttf`));
  }
}

async function bundle(given: BuildOptions & { write: false }): Promise<{ code: string; legal: string }> {
  const { outputFiles } = await build(given);
  const textOf = (name: string) => outputFiles.find(({ path }) => basename(path) === name)?.text ?? "";
  return { code: textOf("cli.js"), legal: textOf("cli.js.LEGAL.txt") };
}
