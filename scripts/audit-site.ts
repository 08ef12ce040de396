// Audits a site that is being served: `npm run audit:site -- http://127.0.0.1:8787/sites/copydesk/`. Both tools need a
// newer Node than the program does, so they are no part of `npm test`; npx downloads them.
import { spawnSync } from "node:child_process";

const [address] = process.argv.slice(2);
if (address === undefined || !URL.canParse(address)) {
  process.stderr.write("Usage: npm run audit:site -- <address of a served site>\n");
  process.exit(2);
}

const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 19)) {
  process.stderr.write(`afdocs and Lighthouse need Node 22.19 or newer; this is ${process.version}.\n`);
  process.exit(2);
}

const tools: readonly (readonly string[])[] = [
  ["afdocs@0.22.2", "check", address],
  [
    "lighthouse@13.5.0",
    address,
    "--quiet",
    "--output=json",
    "--output-path=site-audit.json",
    "--chrome-flags=--headless",
  ],
];

const failed = tools.filter(
  ([tool = "", ...rest]) => spawnSync("npx", ["--yes", tool, ...rest], { stdio: "inherit" }).status !== 0,
);
process.exit(failed.length === 0 ? 0 : 1);
