import { settings } from "../config/settings.ts";
import { closestName } from "../contract/closest-name.ts";
import type { Command, CommandGroup } from "./command.ts";
import { getFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { version } from "./version.ts";

type Commands = Readonly<Record<string, Command>>;

const headings: Readonly<Record<CommandGroup, string>> = {
  hosts: "For hosts and agents",
  docs: "Read and change documentation",
  folders: "Folders and files",
  people: "People, tokens and agents",
  data: "Maintain it",
};

/** Columns: the default width of a terminal. */
const width = 80;

/** Prints the version, the list of commands, or one command's help. Throws `UsageError` for an unknown command. */
export function printHelp(argv: readonly string[], commands: Commands): number {
  process.stdout.write(argv.includes("--version") ? `${version}\n` : `${textFor(argv, commands).join("\n")}\n`);
  return 0;
}

function textFor(argv: readonly string[], commands: Commands): string[] {
  const about = argv.find((argument) => !argument.startsWith("-"));
  if (about === undefined) return overview(commands);
  if (about === "settings") return settingsHelp();
  const command = Object.hasOwn(commands, about) ? commands[about] : undefined;
  if (command === undefined) throw new UsageError(noCommand(about, commands));
  return commandHelp(about, command);
}

/** For an unknown command. */
export function noCommand(name: string, commands: Commands): string {
  const near = closestName(name, Object.keys(commands));
  const hint = near === undefined ? "" : ` Did you mean "copydesk ${near}"?`;
  return `There is no command "${name}".${hint} "copydesk help" lists them.`;
}

function overview(commands: Commands): string[] {
  const groups = Object.entries(headings).flatMap(([group, heading]) => [
    "",
    heading,
    ...Object.values(commands)
      .filter((command) => command.group === group)
      .flatMap(({ usage, meaning }) => row(usage.replace(/^copydesk ?/, "") || "(nothing)", meaning, 24)),
  ]);
  return [
    `Copydesk ${version}: a documentation desk for AI agents, and for people`,
    ...groups,
    "",
    ...wrapped(
      '"copydesk help <command>" describes a command, "copydesk help settings" lists the settings of all commands.',
      "",
    ),
  ];
}

function commandHelp(name: string, { usage, meaning, details }: Command): string[] {
  const flags = Object.entries(getFlags(name)).flatMap(([flag, { value, help }]) =>
    row(value === undefined ? `--${flag}` : `--${flag} <${value}>`, help, 30),
  );
  return [
    `Usage: ${usage}${flags.length === 0 ? "" : " [flags]"}`,
    "",
    ...wrapped(`${meaning}.${details === undefined ? "" : ` ${details}`}`, ""),
    ...(flags.length === 0 ? [] : ["", "Flags", ...flags]),
    "",
    "It also takes the settings: copydesk help settings",
  ];
}

function settingsHelp(): string[] {
  return [
    ...wrapped("Each setting is a flag, and an environment variable of the same name. A flag takes precedence.", ""),
    "",
    ...Object.values(settings).flatMap(({ flag, variable, type, help }) => [
      `  ${type.format === "boolean" ? `--${flag}` : `--${flag} <value>`}`,
      `      ${variable}`,
      ...wrapped(help, "      "),
    ]),
  ];
}

/** A name and its meaning in two columns; a long name gets its own line. */
function row(name: string, meaning: string, column: number): string[] {
  const indent = " ".repeat(column + 4);
  const [first = "", ...rest] = wrapped(meaning, indent);
  if (name.length > column) return [`  ${name}`, first, ...rest];
  return [`  ${name.padEnd(column + 2)}${first.slice(indent.length)}`, ...rest];
}

function wrapped(text: string, indent: string): string[] {
  const lines: string[] = [];
  let line = "";
  for (const word of text.split(" ")) {
    if (line !== "" && indent.length + line.length + 1 + word.length > width) {
      lines.push(indent + line);
      line = word;
    } else {
      line = line === "" ? word : `${line} ${word}`;
    }
  }
  return [...lines, indent + line];
}
