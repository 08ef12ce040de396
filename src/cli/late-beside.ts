import { createRequire } from "node:module";
import { basename } from "node:path";
import { UsageError } from "./errors.ts";
import type * as late from "./late.ts";

/** Replaces late.ts in the built program, where that is a file next to cli.js: see `scripts/build.ts`. */

declare const lateFile: string;

export const { runCommand, serveHost } = load();

/** Loaded as a script: an import would first parse all of it for its exports. */
function load(): typeof late {
  const require = createRequire(import.meta.url);
  try {
    return require(lateFile) as typeof late;
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new UsageError(`${basename(lateFile)} is missing: Copydesk was replaced while it started. Start it again.`);
  }
}

function isMissing(error: unknown): boolean {
  return (
    error instanceof Error && "code" in error && error.code === "MODULE_NOT_FOUND" && error.message.includes(lateFile)
  );
}
