export type ImportErrorCode =
  | "folder_not_found"
  | "not_a_folder"
  | "folder_not_readable"
  | "empty_folder"
  | "too_many_files"
  | "bad_archive"
  | "bad_repository"
  | "file_changed"
  | "aborted";

/**
 * An import that cannot go on. The message names the path and what to do.
 * Trouble with one page or file is never thrown: it is an `ImportWarning`.
 */
export class ImportError extends Error {
  override readonly name = "ImportError" as const;
  readonly code: ImportErrorCode;
  readonly path: string;

  constructor(code: ImportErrorCode, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
  }
}

/** Throws `aborted` when the caller has given up on importing `path`. */
export function stopWhenAborted(signal: AbortSignal | undefined, path: string): void {
  if (!signal?.aborted) return;
  throw new ImportError(
    "aborted",
    path,
    `The import of ${path} was stopped before anything was stored. Run it again to start over.`,
    signal.reason,
  );
}

/** The system's code of a failed file operation, such as `ENOENT`. */
export function systemCodeOf(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error";
}
