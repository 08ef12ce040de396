/** A command was called in a way it does not take; the message shows the way it does. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const names: ReadonlySet<string> = new Set([
  "ConfigError",
  "DataFolderError",
  "DatabaseServerError",
  "BackupError",
  "UnsafeSqliteError",
  "ImportError",
  "ExportError",
  "ApiError",
  "NetworkError",
  "TimeoutError",
  "UnexpectedResponseError",
  "InputError",
  "UsageError",
  "SelectionError",
  "ToolError",
]);

/** Whether an error was made to be shown as its message. Others are faults. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && names.has(error.name);
}
