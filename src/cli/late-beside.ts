import { basename } from "node:path";
import { fileURLToPath } from "node:url";
import { loadScript } from "./compiled-code.ts";
import { UsageError } from "./errors.ts";
import type * as late from "./late.ts";

/** Replaces late.ts in the built program, where that is a file next to cli.js: see `scripts/build.ts`. */

declare const lateFile: string;

const { exports, store } = load();
const loaded = exports as typeof late;

export const { runCommand } = loaded;

export const serveHost: typeof late.serveHost = (options) => loaded.serveHost({ ...options, storeCode: store });

/** Loaded as a script: an import would first parse all of it for its exports. */
function load(): ReturnType<typeof loadScript> {
  const file = fileURLToPath(new URL(lateFile, import.meta.url));
  try {
    return loadScript(file);
  } catch (error) {
    if (!isMissing(error, file)) throw error;
    throw new UsageError(`${basename(file)} is missing: Copydesk was replaced while it started. Start it again.`);
  }
}

function isMissing(error: unknown, file: string): boolean {
  return error instanceof Error && "code" in error && error.code === "ENOENT" && "path" in error && error.path === file;
}
