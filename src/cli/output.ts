import { escapeControls, indentedJson, plainJson } from "../client/excerpt.ts";

/** Prints a value as JSON on one line, in which a terminal finds nothing to act on and that parses to the value. */
export function printJson(value: unknown): void {
  process.stdout.write(`${plainJson(value)}\n`);
}

/** The same for a person to read. */
export function printIndentedJson(value: unknown): void {
  process.stdout.write(`${indentedJson(value)}\n`);
}

/** Prints a line, with whatever cannot be seen or would act on the terminal written out. */
export function printLine(line: string): void {
  process.stdout.write(`${escapeControls(line)}\n`);
}
