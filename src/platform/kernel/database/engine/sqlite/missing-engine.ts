import { existsSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

/** This Node has no SQLite to use, and no native package stands in for it. */
export class UnsafeSqliteError extends Error {
  override readonly name = "UnsafeSqliteError";
}

/** Of Node, the first whose own SQLite several processes may share. */
const firstNode = "22.23";

const nativePackage = "better-sqlite3";
const compiler = "Where no build is ready for download, that takes Python, make and a C++ compiler.";

/**
 * Says what is wrong and what helps on this machine: `absent` where npm left the package out because its build failed,
 * `unbuilt` where it is there without what its build makes, or was built for another system or another Node.
 */
export function noEngine(problem: "absent" | "unbuilt", from = import.meta.url): UnsafeSqliteError {
  const state = problem === "absent" ? "is not installed" : "has no build that this Node can load";
  const help = problem === "absent" ? installation(from) : rebuild(from);
  return new UnsafeSqliteError(
    `Node ${process.version} has no SQLite that several processes can share, and the optional package ${nativePackage} ${state}. Use Node ${firstNode} or newer, which needs no native package, or run: ${help}. ${compiler}`,
  );
}

function rebuild(from: string): string {
  return `npm rebuild --prefix "${holderOf(from, join("node_modules", nativePackage))}" ${nativePackage}`;
}

/** Of all that the package asks for, so that the version is the one it was tested with. */
function installation(from: string): string {
  const folder = holderOf(from, "package.json");
  // Only a copy of the source is built and tested where it lies.
  const only = basename(dirname(folder)) === "node_modules" ? " --omit=dev" : "";
  return `npm install --no-save${only} --prefix "${folder}"`;
}

/** The nearest folder above a file that has an entry of this name. */
function holderOf(url: string, entry: string): string {
  const file = fileURLToPath(url);
  for (let folder = dirname(file); ; folder = dirname(folder)) {
    if (existsSync(join(folder, entry))) return folder;
    if (folder === dirname(folder)) return dirname(file);
  }
}
