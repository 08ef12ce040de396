import { readFileSync } from "node:fs";
import { posix, win32 } from "node:path";
import { version } from "../version.ts";

interface StartCommand {
  readonly command: string;
  readonly args: readonly string[];
}

/**
 * How a host starts this copy of the program: by absolute paths, because desktop programs have neither the shell's PATH
 * nor its version managers. The cache of `npx` is temporary, so a host fetches the package again from its source.
 */
export function startCommand(program: string, args: readonly string[], platform: NodeJS.Platform): StartCommand {
  const fetched = /^(.*[\\/]_npx[\\/][^\\/]+)[\\/]/.exec(program)?.[1];
  if (fetched === undefined) return { command: process.execPath, args: [program, ...args] };
  const words = ["-y", `--package=${findOrigin(fetched, platform)}`, "copydesk", ...args];
  return platform === "win32" ? { command: "cmd", args: ["/c", "npx", ...words] } : { command: "npx", args: words };
}

/** Where npx got the package: a named file or address, otherwise the registry. */
function findOrigin(folder: string, platform: NodeJS.Platform): string {
  const { join, resolve } = platform === "win32" ? win32 : posix;
  const { dependencies = {} } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as {
    dependencies?: Readonly<Record<string, string>>;
  };
  const origin = dependencies.copydesk ?? "";
  if (origin.startsWith("file:")) return resolve(folder, origin.slice("file:".length));
  return /^[\w+]+:/.test(origin) ? origin : `copydesk@${version}`;
}
