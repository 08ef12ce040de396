import { spawn } from "node:child_process";
import { once } from "node:events";
import { stripVTControlCharacters } from "node:util";
import { escapeControls } from "../../client/excerpt.ts";
import { readCommandLine } from "../../config/config.ts";
import { type ContentCommandName, commandFlags } from "../command-flags.ts";
import { UsageError } from "../errors.ts";
import { printJson, printLine } from "../terminal.ts";
import { changing } from "./changing-commands.ts";
import { withCommandEnvironment } from "./command-environment.ts";
import type { CommandInput, ContentCommand } from "./content-command.ts";
import { reading } from "./reading-commands.ts";
import { splitResult } from "./shown-result.ts";

const contentCommands: Readonly<Record<ContentCommandName, ContentCommand>> = { ...reading, ...changing };

/** Runs a desk command. Throws `UsageError` with its usage for invalid arguments. */
export async function runContentCommand(
  name: ContentCommandName,
  usage: string,
  argv: readonly string[],
): Promise<number> {
  const { config, positionals, own } = readCommandLine(argv, process.env, commandFlags[name]);
  const command = contentCommands[name];
  const wrong = () => new UsageError(`Usage: ${usage}\n"copydesk help ${name}" lists its flags.`);
  const [minArguments, maxArguments] = command.takes;
  if (positionals.length < minArguments || positionals.length > maxArguments) throw wrong();
  const input: CommandInput = {
    positionals,
    text: (flag) => (typeof own[flag] === "string" ? own[flag] : undefined),
    is: (flag) => own[flag] === true,
  };
  return withCommandEnvironment(config, { agreed: input.is("yes") }, async (environment) => {
    const outcome = await command.run(input, environment);
    if (outcome === undefined) throw wrong();
    const { result, raw, value, code = 0 } = outcome;
    if (input.is("json")) {
      if (value !== undefined) printJson(value);
    } else if (raw !== undefined) {
      if (process.stdout.isTTY) printLine(raw);
      else process.stdout.write(raw.endsWith("\n") ? raw : `${raw}\n`);
    } else if (result !== undefined) {
      await printResult(result, { usesPager: !input.is("no-pager"), hasHighlights: outcome.hasHighlights === true });
    }
    return code;
  });
}

/** Columns of a terminal that does not report its width. */
const defaultRows = 24;

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
async function printResult(result: string, { usesPager, hasHighlights }: Printing): Promise<void> {
  const lines = splitResult(result).flatMap(({ isContent, text }) =>
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
    screenLines(lines) < (process.stdout.rows || defaultRows) ||
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
  const command = process.env.PAGER || defaultPager;
  const environment = { LESS: "FRX", ...process.env };
  const pager = spawn(command, { shell: true, stdio: ["pipe", "inherit", "inherit"], env: environment });
  // The user quit the pager.
  pager.stdin.on("error", () => undefined);
  pager.stdin.end(text);
  const [code] = (await once(pager, "close").catch(() => [127])) as [number | null];
  return !noSuchCommand.includes(code);
}

const isWindows = process.platform === "win32";

const defaultPager = isWindows ? "more" : "less";

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
