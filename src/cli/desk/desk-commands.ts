import { readCommandLine } from "../../config/config.ts";
import { commandFlags, type DeskCommandName } from "../command-flags.ts";
import { UsageError } from "../errors.ts";
import { printJson, printLine } from "../terminal.ts";
import { changing } from "./changing-commands.ts";
import { atDesk } from "./desk.ts";
import type { Asked, DeskCommand } from "./desk-command.ts";
import { printAnswer } from "./printer.ts";
import { reading } from "./reading-commands.ts";

const deskCommands: Readonly<Record<DeskCommandName, DeskCommand>> = { ...reading, ...changing };

/** Runs a command of the desk. Throws `UsageError` with its usage for arguments that it does not take. */
export async function runDeskCommand(name: DeskCommandName, usage: string, argv: readonly string[]): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags[name]);
  const command = deskCommands[name];
  const wrong = () => new UsageError(`Usage: ${usage}\n"copydesk help ${name}" lists its flags.`);
  const [fewest, most] = command.takes;
  if (positionals.length < fewest || positionals.length > most) throw wrong();
  const asked: Asked = {
    positionals,
    text: (flag) => (typeof own[flag] === "string" ? own[flag] : undefined),
    is: (flag) => own[flag] === true,
  };
  return atDesk(config, { agreed: asked.is("yes") }, async (desk) => {
    const outcome = await command.run(asked, desk);
    if (outcome === undefined) throw wrong();
    const { answer, raw, value, code = 0 } = outcome;
    if (asked.is("json")) {
      if (value !== undefined) printJson(value);
    } else if (raw !== undefined) {
      if (process.stdout.isTTY) printLine(raw);
      else process.stdout.write(raw.endsWith("\n") ? raw : `${raw}\n`);
    } else if (answer !== undefined) {
      await printAnswer(answer, { usesPager: !asked.is("no-pager") });
    }
    return code;
  });
}
