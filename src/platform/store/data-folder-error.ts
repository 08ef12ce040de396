export type DataFolderProblem =
  | "not_writable"
  | "newer_version"
  | "network_file_system"
  | "damaged"
  | "database_lost"
  | "disk_full"
  | "busy";

/** The data folder cannot be used; the message names the folder and what to do. What was being written is undone. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
  readonly problem: DataFolderProblem;

  constructor(problem: DataFolderProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}
