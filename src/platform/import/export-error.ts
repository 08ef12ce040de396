export type ExportErrorCode =
  | "target_not_empty"
  | "target_not_a_folder"
  | "target_not_writable"
  | "unsafe_path"
  | "duplicate_path"
  | "aborted";

/** An export that was not made. The message names the path and what to do. */
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
