/** A command was called with the wrong arguments; the message shows its usage. */
export class UsageError extends Error {
  override readonly name = "UsageError";
}

const names: ReadonlySet<string> = new Set([
  "ConfigError",
  "UnknownFlagError",
  "DataFolderError",
  "DatabaseServerError",
  "SecretKeyError",
  "BackupError",
  "UnsafeSqliteError",
  "ImportError",
  "ExportError",
  "ApiError",
  "NetworkError",
  "TimeoutError",
  "UnexpectedResponseError",
  "InputError",
  "SiteFileError",
  "UsageError",
  "SelectionError",
  "ToolError",
]);

/** Whether an error's message is meant for the user. Other errors are bugs. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && names.has(error.name);
}
