import { ConfigError } from "../config.ts";
import { commands } from "./commands.ts";
import { isForPeople } from "./errors-for-people.ts";

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

main(process.argv.slice(2)).then(
  (code) => {
    if (code !== undefined) process.exitCode = code;
  },
  (error: unknown) => {
    const shown = isForPeople(error) ? error.message : error instanceof Error ? error.stack : String(error);
    process.stderr.write(`${shown}\n`);
    process.exitCode = 1;
  },
);
