import type { CommandEnvironment } from "./command-environment.ts";

/** A parsed command line of a desk command. */
export interface CommandInput {
  readonly positionals: readonly string[];
  /** The value of a flag. */
  text(flag: string): string | undefined;
  is(flag: string): boolean;
}

/** The result of a command. */
export interface Outcome {
  /** The tool's answer; undefined if the person declined. */
  readonly result?: string | undefined;
  /** The answer marks what a search found with `**`. */
  readonly hasHighlights?: boolean;
  /** Printed verbatim. */
  readonly raw?: string;
  /** Printed with `--json`. */
  readonly value?: unknown;
  /** 0 if left out. */
  readonly code?: number;
}

export interface ContentCommand {
  /** Minimum and maximum number of arguments. */
  readonly takes: readonly [number, number];
  /** Undefined if the arguments are invalid. */
  run(input: CommandInput, environment: CommandEnvironment): Promise<Outcome | undefined>;
}
