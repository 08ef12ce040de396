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
  "ObjectStorageError",
  "Problem",
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

/** What the system's error codes mean for a file, a folder or an address. */
const systemMeanings: Readonly<Record<string, string>> = {
  EACCES: "permission is denied. Give this user the right to it, or name another",
  EADDRINUSE: "it is in use. Choose another with --port, or --port 0 for a free one",
  EADDRNOTAVAIL: "it is not an address of this machine. Choose another with --host",
  EBUSY: "it is in use. Try again",
  EDQUOT: "the disk quota is used up. Free some space, and try again",
  EEXIST: "it already exists. Name another",
  EISDIR: "it is a folder. Name a file",
  ELOOP: "its links form a loop. Name another",
  EMFILE: "too many files are open. Raise the limit of open files (ulimit -n), and try again",
  ENAMETOOLONG: "the name is too long. Choose a shorter one",
  ENOENT: "it does not exist. Check the path",
  ENOSPC: "the disk is full. Free some space, and try again",
  ENOTDIR: "a part of the path is a file. Check the path",
  ENOTEMPTY: "the folder is not empty. Name another",
  EPERM: "it is not permitted. Give this user the right to it, or name another",
  EROFS: "the file system is read-only. Name a writable location",
};

/** The sentence for an error of the operating system about a path or an address; undefined for any other error. */
export function describeSystemError(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("code" in error) || !("syscall" in error)) return undefined;
  const { code, path, address, port } = error as NodeJS.ErrnoException & { address?: string; port?: number };
  const meaning = systemMeanings[code ?? ""];
  const what = path ?? (address === undefined ? undefined : `${address}:${port}`);
  return meaning === undefined || what === undefined ? undefined : `${what} cannot be used: ${meaning}.`;
}
