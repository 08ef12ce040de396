const names: ReadonlySet<string> = new Set([
  "ConfigError",
  "DataFolderError",
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
]);

/** Whether an error was made to be shown as its message. Others are faults. */
export function isForPeople(error: unknown): error is Error {
  return error instanceof Error && names.has(error.name);
}
