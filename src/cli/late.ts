import { ConfigError } from "../config/values.ts";
import { commands } from "./commands.ts";

export { serveHost } from "./serve-host.ts";

/** Runs a command by name and returns its exit code. Throws `ConfigError` for an unknown command. */
export async function runCommand(name: string, argv: readonly string[]): Promise<number | undefined> {
  const command = Object.hasOwn(commands, name) ? commands[name] : undefined;
  if (command?.load === undefined) {
    const { noCommand } = await import("./help.ts");
    throw new ConfigError(noCommand(name, commands));
  }
  return (await command.load()).run(argv);
}
