import { closeSync, fsyncSync, openSync } from "node:fs";
import { dirname } from "node:path";

/** Returns once a file's bytes are on disk. */
export function flushFile(file: string): void {
  const handle = openSync(file, "r+");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

/** Returns once the entries of a file's folder are on disk. Windows has no such call and does not need it. */
export function flushParentFolder(file: string): void {
  if (process.platform === "win32") return;
  const handle = openSync(dirname(file), "r");
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
