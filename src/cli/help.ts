import { variableOf } from "../config/given.ts";
import { settings } from "../config.ts";
import { commands } from "./commands.ts";
import { version } from "./version.ts";

export async function run(argv: readonly string[]): Promise<undefined> {
  process.stdout.write(argv.includes("--version") ? `${version}\n` : helpText());
}

function helpText(): string {
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
