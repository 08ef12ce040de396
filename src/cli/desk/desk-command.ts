import type { Desk } from "./desk.ts";

/** A command line as a command of the desk takes it. */
export interface Asked {
  readonly positionals: readonly string[];
  /** The value of a flag. */
  text(flag: string): string | undefined;
  is(flag: string): boolean;
}

/** What a command found or did. */
export interface Outcome {
  /** As a tool answers it; undefined when the person did not agree. */
  readonly answer?: string | undefined;
  /** To be printed as it is. */
  readonly raw?: string;
  /** What `--json` prints. */
  readonly value?: unknown;
  /** 0 when left out. */
  readonly code?: number;
}

export interface DeskCommand {
  /** Fewest and most arguments. */
  readonly takes: readonly [number, number];
  /** Undefined for arguments that it does not take. */
  run(asked: Asked, desk: Desk): Promise<Outcome | undefined>;
}
