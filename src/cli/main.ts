import { ConfigError } from "../config.ts";
import { commands } from "./commands.ts";

async function main(argv: readonly string[]): Promise<number | undefined> {
  const [first] = argv;
  if (argv.includes("--help") || argv.includes("-h")) return run("help", []);
  if (first === "--version" || first === "-v") return run("help", ["--version"]);
  if (first === undefined || first.startsWith("-")) return run("mcp", argv);
  return run(first, argv.slice(1));
}

async function run(name: string, argv: readonly string[]): Promise<number | undefined> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command === undefined) throw new ConfigError(`There is no command "${name}". "copydesk help" lists them.`);
  return (await command.load()).run(argv);
}

/** Errors made for people are shown as their message; others are faults, shown whole. */
const forPeople = new Set([
  "ConfigError",
  "DataFolderError",
  "UnsafeSqliteError",
  "ImportError",
  "ExportError",
  "ApiError",
  "NetworkError",
  "TimeoutError",
  "UnexpectedResponseError",
  "InputError",
  "UsageError",
  "SelectionError",
]);

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error: unknown) => {
    const known = error instanceof Error && forPeople.has(error.name);
    process.stderr.write(`${known ? error.message : error instanceof Error ? error.stack : String(error)}\n`);
    process.exitCode = 1;
  },
);
