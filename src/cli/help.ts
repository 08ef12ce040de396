import { settings } from "../config/config.ts";
import { variableOf } from "../config/given.ts";
import { version } from "./version.ts";

interface Described {
  readonly usage: string;
  readonly meaning: string;
}

/** Prints the version, or the commands and flags there are. */
export function printHelp(argv: readonly string[], commands: Readonly<Record<string, Described>>): undefined {
  process.stdout.write(argv.includes("--version") ? `${version}\n` : helpText(commands));
}

function helpText(commands: Readonly<Record<string, Described>>): string {
  const rows = Object.values(commands).map(({ usage, meaning }) => `  ${usage.padEnd(36)} ${meaning}`);
  const flags = Object.values(settings).map(({ flag, kind, meaning }) => {
    const shown = kind === "boolean" ? `--${flag}` : `--${flag} <value>`;
    return `  ${shown.padEnd(26)} ${variableOf(flag).padEnd(24)} ${meaning}`;
  });
  return [
    `Copydesk ${version}: a documentation desk for AI agents`,
    "",
    "Commands",
    ...rows,
    "",
    "Flags, each with its environment variable; a flag wins",
    ...flags,
    "",
  ].join("\n");
}
