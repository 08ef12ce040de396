import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { escapeControls } from "../../client/excerpt.ts";
import { readCommandLine } from "../../config/config.ts";
import { commandFlags, type DeskCommandName } from "../command-flags.ts";
import { UsageError } from "../errors.ts";
import { printJson, printLine } from "../terminal.ts";
import { changing } from "./changing-commands.ts";
import { atDesk } from "./desk.ts";
import type { Asked, DeskCommand } from "./desk-command.ts";
import { reading } from "./reading-commands.ts";
import { partsOf } from "./shown-answer.ts";

const deskCommands: Readonly<Record<DeskCommandName, DeskCommand>> = { ...reading, ...changing };

/** Runs a desk command. Throws `UsageError` with its usage for invalid arguments. */
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
      await printAnswer(answer, { usesPager: !asked.is("no-pager"), hasHighlights: outcome.hasHighlights === true });
    }
    return code;
  });
}

/** Columns of a terminal that does not report its width. */
const usualRows = 24;

/** Select Graphic Rendition codes of terminals. */
const colors = { dim: "2", green: "32", red: "31", cyan: "36", bold: "1" } as const;

type Color = keyof typeof colors;

/** See https://no-color.org. */
const isColored = () => process.stdout.isTTY && !process.env.NO_COLOR && process.env.TERM !== "dumb";

interface Printing {
  readonly usesPager: boolean;
  /** `**` around words of the content marks what was found. */
  readonly hasHighlights: boolean;
}

/**
 * Prints a tool's answer for a person, without terminal control sequences in the tool's or other people's text.
 * Output longer than a screen goes through the pager.
 */
async function printAnswer(answer: string, { usesPager, hasHighlights }: Printing): Promise<void> {
  const lines = partsOf(answer).flatMap(({ isContent, text }) =>
    text.split("\n").map((line) => {
      const shown = escapeControls(line);
      if (isContent && hasHighlights) return highlighted(shown);
      return colored(shown, isContent ? contentColor(line) : "dim");
    }),
  );
  await printLines(lines, usesPager);
}

/** What was found is bold on a terminal, and unmarked elsewhere. */
const highlighted = (line: string) =>
  line.replace(/\*\*(?=\S)(.*?\S)\*\*/g, (_, found: string) => colored(found, "bold"));

async function printLines(lines: readonly string[], usesPager: boolean): Promise<void> {
  const text = `${lines.join("\n")}\n`;
  if (
    !process.stdout.isTTY ||
    !usesPager ||
    screenLines(lines) < (process.stdout.rows || usualRows) ||
    !(await page(text))
  ) {
    process.stdout.write(text);
  }
}

const screenLines = (lines: readonly string[]) =>
  lines.reduce((sum, line) => {
    const width = stripVTControlCharacters(line).length;
    return sum + Math.max(1, Math.ceil(width / (process.stdout.columns || 80)));
  }, 0);

/** Whether a pager showed it. `$PAGER` is the user's own command line, as usual. */
async function page(text: string): Promise<boolean> {
  const command = process.env.PAGER || usualPager;
  const environment = { LESS: "FRX", ...process.env };
  const pager = spawn(command, { shell: true, stdio: ["pipe", "inherit", "inherit"], env: environment });
  // The user quit the pager.
  pager.stdin.on("error", () => undefined);
  pager.stdin.end(text);
  const [code] = (await once(pager, "close").catch(() => [127])) as [number | null];
  return !noSuchCommand.includes(code);
}

const isWindows = process.platform === "win32";

const usualPager = isWindows ? "more" : "less";

/** The shell's exit code for a missing command. */
const noSuchCommand: readonly (number | null)[] = isWindows ? [1, 9009] : [127];

/** Style for a line of a diff or of Markdown. */
function contentColor(line: string): Color | undefined {
  if (line.startsWith("@@")) return "cyan";
  if (/^\+(?!\+\+ )/.test(line)) return "green";
  if (/^-(?!-- |--$| )/.test(line)) return "red";
  return /^#{1,6} /.test(line) ? "bold" : undefined;
}

function colored(line: string, color: Color | undefined): string {
  if (color === undefined || line === "" || !isColored()) return line;
  return `\u001b[${colors[color]}m${line}\u001b[0m`;
}
