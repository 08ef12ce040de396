import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** Returns once a file's bytes are on the disk. */
export function flushFile(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Returns once the names in a file's folder are on the disk. Windows has no such call, and keeps them by itself. */
export function flushFolderOf(file: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(dirname(file), "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
