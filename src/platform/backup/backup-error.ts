/** A backup cannot be made or restored; the message names the file or folder and what to do. */
export class BackupError extends Error {
  override readonly name = "BackupError";
}
