/** The help group of a command. */
export type CommandGroup = "hosts" | "docs" | "folders" | "people" | "data";

/** A line of the help, and the module that runs the command, loaded when it is called. */
export interface Command {
  readonly usage: string;
  readonly meaning: string;
  readonly group: CommandGroup;
  /** Additional text for the command's own help. */
  readonly details?: string;
  /** Absent for commands that command-line.ts runs without loading the rest of the program. */
  load?(): Promise<{ run(argv: readonly string[]): Promise<number | undefined> }>;
}
