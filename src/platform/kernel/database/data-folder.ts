import { accessSync, constants, existsSync, mkdirSync, readdirSync, realpathSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** What Copydesk keeps in a data folder. Fonts are put there by people; clones are made again when they are gone. */
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

/** Begins the names of folders that hold what a restored backup replaced. */
export const replacedPrefix = "replaced-";

const networkFileSystems = new Map([
  [0x6969, "NFS"],
  [0x517b, "SMB"],
  [0xff534d42, "CIFS"],
  [0xfe534d42, "SMB2"],
]);

/** Makes the folder where there is none. Throws `DataFolderError`. */
export function prepareFolder(folder: string): void {
  try {
    makeFolder(folder, 0o700);
    accessSync(folder, constants.W_OK);
  } catch (error) {
    throw new DataFolderError(
      "not_writable",
      `The data folder ${folder} cannot be written. Give this user the right to write there, or choose another folder with --data.`,
      { cause: error },
    );
  }
  const network = networkOf(folder);
  if (network !== undefined) {
    throw new DataFolderError(
      "network_file_system",
      `The data folder ${folder} is on a network file system (${network}), where two processes could damage it. Choose a folder on a local disk with --data.`,
    );
  }
}

function networkOf(folder: string): string | undefined {
  // Windows tells no kind of file system; a mapped drive leads to the name of its share.
  if (process.platform === "win32") return isShare(realpathSync.native(folder)) ? "a Windows share" : undefined;
  return networkFileSystems.get(statfsSync(folder).type);
}

/** Whether a Windows path is one of another machine: `\\server\share`, not `\\?\C:\` or `\\.\`. */
export const isShare = (path: string): boolean => /^[\\/]{2}(?![?.][\\/])|^[\\/]{2}\?[\\/]UNC[\\/]/i.test(path);

/**
 * What shows that a folder had a database, whatever became of it. A first start makes these after the database, so
 * whoever finds one before looking at the database must find that as well.
 */
export function tracesOfUse(folder: string): string[] {
  const { log, token, clones, damage } = folderNames;
  return readdirSync(folder).filter(
    (name) =>
      name === token ||
      name === clones ||
      name === damage ||
      name.startsWith(replacedPrefix) ||
      (name === log && sizeOf(join(folder, log)) > 0),
  );
}

/** Bytes of a file; 0 where there is none. */
export function sizeOf(file: string): number {
  return statSync(file, { throwIfNoEntry: false })?.size ?? 0;
}

/** The engine would begin a new database, and delete the log of the one that was there. */
export function lostDatabase(folder: string, traces: readonly string[]): DataFolderError {
  const isThere = statSync(join(folder, folderNames.database), { throwIfNoEntry: false }) !== undefined;
  return new DataFolderError(
    "database_lost",
    `The data folder ${folder} was in use (it holds ${traces.join(", ")}), but its database ${folderNames.database} is ${isThere ? "empty" : "missing"}. No new one was made. Restore a backup with "copydesk restore <backup> --data ${folder}", or delete the folder to start with an empty one.`,
  );
}

type DataFolderProblem =
  | "not_writable"
  | "newer_version"
  | "older_version"
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

/**
 * Makes a folder and those above it that are missing. One by one: Node's own way of making nested folders never
 * returns where none can be made, as below /proc.
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
