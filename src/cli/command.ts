/** Where a command is in the help. */
export type CommandGroup = "hosts" | "docs" | "folders" | "people" | "data";

/** One line in the help, and the module that runs the command. Modules load when their command is called. */
export interface Command {
  readonly usage: string;
  readonly meaning: string;
  readonly group: CommandGroup;
  /** What more its own help says. */
  readonly details?: string;
  /** Absent for what command-line.ts runs without the rest of the program. */
  load?(): Promise<{ run(argv: readonly string[]): Promise<number | undefined> }>;
}
