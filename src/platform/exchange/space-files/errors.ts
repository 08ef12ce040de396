type ImportErrorCode =
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
 * An import that cannot continue. The message names the path and what to do. A problem with a single page or file is an
 * `ImportWarning` and is never thrown.
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

/** Throws `aborted` when the caller has cancelled the import of `path`. */
export function stopWhenAborted(signal: AbortSignal | undefined, path: string): void {
  if (!signal?.aborted) return;
  throw new ImportError(
    "aborted",
    path,
    `The import of ${path} was stopped before anything was stored. Run it again to start over.`,
    signal.reason,
  );
}

/** The system's error code of a failed file operation, such as `ENOENT`. */
export function getSystemCode(error: unknown): string {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : "unknown error";
}

export type ImportProblem =
  | "symlink_outside"
  | "symlink_loop"
  | "symlink_repeated"
  | "symlink_broken"
  | "symlink_skipped"
  | "special_file"
  | "not_readable"
  | "page_too_large"
  | "file_too_large"
  | "binary_page"
  | "invalid_utf8"
  | "bad_front_matter"
  | "bad_config"
  | "path_outside"
  | "missing_root"
  | "missing_summary"
  | "bad_summary"
  | "empty_summary"
  | "summary_cycle"
  | "repeated_page"
  | "missing_page"
  | "not_a_page"
  | "unsafe_link"
  | "not_computed"
  | "unlisted_pages"
  | "duplicate_slug"
  | "broken_link"
  | "broken_redirect";

/** Something an import skipped or changed, for a person to read. `path` is relative to the content root. */
export type ImportWarning = { path: string; problem: ImportProblem; message: string };

type ExportErrorCode =
  | "target_not_empty"
  | "target_not_a_folder"
  | "target_not_writable"
  | "unsafe_path"
  | "duplicate_path"
  | "aborted";

/** An export that failed. The message names the path and what to do. */
export class ExportError extends Error {
  override readonly name = "ExportError" as const;
  readonly code: ExportErrorCode;
  readonly path: string;

  constructor(code: ExportErrorCode, path: string, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.code = code;
    this.path = path;
  }
}
