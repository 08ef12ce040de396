// Bundles the command line into dist/cli.js: one file starts several times faster than many.
import { chmodSync, renameSync } from "node:fs";
import { build } from "esbuild";

// Renamed when it is whole: a host may start the old one at any moment.
const fresh = "dist/cli.new.js";

await build({
  entryPoints: ["src/cli/main.ts"],
  outfile: fresh,
  bundle: true,
  platform: "node",
  target: "node20.19",
  format: "esm",
  // Native code stays a package: it is found in node_modules when the database is first opened.
  external: ["better-sqlite3"],
  minifySyntax: true,
  minifyWhitespace: true,
  keepNames: false,
  legalComments: "linked",
  logLevel: "warning",
  banner: {
    js: [
      "#!/usr/bin/env node",
      // Packages inside the bundle that are CommonJS ask for Node's own modules by `require`.
      'import { createRequire as __createRequire } from "node:module"; const require = __createRequire(import.meta.url);',
    ].join("\n"),
  },
});

chmodSync(fresh, 0o755);
renameSync(`${fresh}.LEGAL.txt`, "dist/cli.js.LEGAL.txt");
renameSync(fresh, "dist/cli.js");
