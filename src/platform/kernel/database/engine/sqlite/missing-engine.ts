import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** This Node has no usable SQLite, and no native package replaces it. */
export class UnsafeSqliteError extends Error {
  override readonly name = "UnsafeSqliteError";
}

/** The first Node whose built-in SQLite is safe for several processes. */
const firstNode = "22.23";

const nativePackage = "better-sqlite3";
const compiler = "If there is no prebuilt binary for this system, that requires Python, make and a C++ compiler.";

/**
 * Explains the problem and the solution for this machine: `absent` if npm skipped the package because its build failed,
 * `unbuilt` if its native part is missing or was built for another system or Node.
 */
export function noEngine(problem: "absent" | "unbuilt", from = import.meta.url): UnsafeSqliteError {
  const state = problem === "absent" ? "is not installed" : "has no build that this Node can load";
  const help = problem === "absent" ? installation(from) : rebuild(from);
  return new UnsafeSqliteError(
    `Node ${process.version} has no SQLite that several processes can share, and the optional package ${nativePackage} ${state}. Use Node ${firstNode} or newer, which needs no native package, or run: ${help}. ${compiler}`,
  );
}

function rebuild(from: string): string {
  return `npm rebuild --prefix "${findFolderWith(from, join("node_modules", nativePackage))}" ${nativePackage}`;
}

/** Installs everything the package lists, so that the version is the tested one. */
function installation(from: string): string {
  const folder = findFolderWith(from, "package.json");
  // Only a source checkout is built and tested in place.
  const only = basename(dirname(folder)) === "node_modules" ? " --omit=dev" : "";
  return `npm install --no-save${only} --prefix "${folder}"`;
}

/** The nearest folder above a file that contains an entry with this name. */
function findFolderWith(url: string, entry: string): string {
  const file = fileURLToPath(url);
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, entry))) return folder;
    if (folder === dirname(folder)) return dirname(file);
  }
}
