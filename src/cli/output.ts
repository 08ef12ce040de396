import { escapeControls, plainJson } from "../client/excerpt.ts";

/** Prints a value as JSON in which a terminal finds nothing to act on, and that parses to the value. */
export function printJson(value: unknown, indent?: number): void {
  process.stdout.write(`${plainJson(value, indent)}\n`);
}

/** Prints a line, with whatever cannot be seen or would act on the terminal written out. */
export function printLine(line: string): void {
  process.stdout.write(`${escapeControls(line)}\n`);
}
