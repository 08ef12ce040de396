import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** What Copydesk keeps in a data folder. Fonts are added by people; clones are recreated when missing. */
export const folderNames = {
  database: "copydesk.sqlite",
  log: "copydesk.sqlite-wal",
  sharedMemory: "copydesk.sqlite-shm",
  lock: "copydesk.lock",
  damage: "copydesk.damaged",
  token: "token",
  clones: "git",
  fonts: "fonts",
} as const;

/** Prefix for folders that hold what a restored backup replaced. */
export const replacedPrefix = "replaced-";

const networkFileSystems = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
]);

/** Creates the folder if it is missing. Throws `DataFolderError`. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new DataFolderError(
      "not_writable",
      `The data folder ${folder} is not writable. Give this user write permission, or choose another folder with --data.`,
      { cause: error },
    );
  }
  const network = findNetworkFileSystem(folder);
  if (network !== undefined) {
    throw new DataFolderError(
      "network_file_system",
      `The data folder ${folder} is on a network file system (${network}), where two processes could damage it. Choose a folder on a local disk with --data.`,
    );
  }
}

function findNetworkFileSystem(folder: string): string | undefined {
  // Windows does not report file system types; a mapped drive resolves to the name of its share.
  if (process.platform === "win32") return isShare(realpathSync.native(folder)) ? "a Windows share" : undefined;
  return networkFileSystems.get(statfsSync(folder).type);
}

/** Whether a Windows path is on another machine: `\\server\share`, not `\\?\C:\` or `\\.\`. */
export const isShare = (path: string): boolean => /^[\\/]{2}(?![?.][\\/])|^[\\/]{2}\?[\\/]UNC[\\/]/i.test(path);

/**
 * Files that show a folder once had a database. A first start creates them after the database, so whoever finds one
 * before looking for the database must find the database too.
 */
export function tracesOfUse(folder: string): string[] {
  const { log, token, clones, damage } = folderNames;
  return readdirSync(folder).filter(
    (name) =>
      name === token ||
      name === clones ||
      name === damage ||
      name.startsWith(replacedPrefix) ||
      (name === log && getFileSize(join(folder, log)) > 0),
  );
}

/** Size of a file in bytes; 0 if it is missing. */
export function getFileSize(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** Without this check the engine would create a new database and delete the log of the lost one. */
export function lostDatabase(folder: string, traces: readonly string[]): DataFolderError {
  const isThere = statSync(join(folder, folderNames.database), { throwIfNoEntry: false }) !== undefined;
  return new DataFolderError(
    "database_lost",
    `The data folder ${folder} was in use (it holds ${traces.join(", ")}), but its database ${folderNames.database} is ${isThere ? "empty" : "missing"}. No new one was created. Restore a backup with "copydesk restore <backup> --data ${folder}", or delete the folder to start with an empty one.`,
  );
}

type DataFolderProblem =
  | "not_writable"
  | "newer_version"
  | "older_version"
  | "network_file_system"
  | "damaged"
  | "unreadable"
  | "database_lost"
  | "disk_full"
  | "busy";

/** The data folder cannot be used. The message names the folder and what to do. Unfinished writes are rolled back. */
export class DataFolderError extends Error {
  override readonly name = "DataFolderError";
  readonly problem: DataFolderProblem;

  constructor(problem: DataFolderProblem, message: string, options?: ErrorOptions) {
    super(message, options);
    this.problem = problem;
  }
}

/**
 * Creates a folder and its missing parents, one by one: Node's recursive mkdir never returns where none can be created,
 * for example below /proc.
 */
export function makeFolder(folder: string, mode: number): void {
  if (existsSync(folder)) return;
  makeFolder(dirname(folder), mode);
  try {
    mkdirSync(folder, { mode });
  } catch (error) {
    if (!existsSync(folder)) throw error;
  }
}
