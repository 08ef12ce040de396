import { RootCommand } from "@bomb.sh/tab";
import { settings } from "../config/settings.ts";
import type { Command } from "./command.ts";
import { getFlags } from "./command-flags.ts";
import { UsageError } from "./errors.ts";
import { hosts } from "./setup/hosts.ts";

const shells = ["bash", "zsh", "fish", "powershell"];

type Commands = Readonly<Record<string, Command>>;

/** First arguments with a fixed set of values. */
const choicesAmong = (commands: Commands): Readonly<Record<string, readonly string[]>> => ({
  setup: Object.keys(hosts),
  complete: shells,
  help: [...Object.keys(commands), "settings"],
  token: ["create", "list", "revoke"],
  user: ["add", "list", "disable", "enable"],
  agents: ["list", "revoke"],
  openapi: ["publish"],
});

/**
 * Prints a shell's completion script, which calls `copydesk complete -- <words>` on Tab. That call prints lines with
 * a word and its description, then a directive for the script.
 */
export function printCompletion(argv: readonly string[], commands: Commands): number {
  const [shell, ...rest] = argv;
  if (shell === "--") {
    program(commands).parse([...rest]);
    return 0;
  }
  if (shell === undefined || !shells.includes(shell) || rest.length > 0) {
    throw new UsageError(`Usage: copydesk complete ${shells.join("|")}`);
  }
  program(commands).setup("copydesk", "copydesk", shell);
  return 0;
}

function program(commands: Commands): RootCommand {
  const root = new RootCommand();
  const choices = choicesAmong(commands);
  for (const [name, { meaning, load }] of Object.entries(commands)) {
    if (load === undefined) continue;
    const command = root.command(name, meaning);
    const own = choices[name];
    if (own !== undefined) {
      command.argument("first", (complete) => {
        for (const choice of own) complete(choice, "");
      });
    }
    for (const [flag, { help }] of Object.entries(getFlags(name))) command.option(flag, help);
    for (const { flag, help } of Object.values(settings)) {
      if (!Object.hasOwn(getFlags(name), flag)) command.option(flag, help);
    }
  }
  return root;
}
