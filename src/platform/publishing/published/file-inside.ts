import { posix, win32 } from "node:path";
import { isWindowsName } from "../../kernel/windows-names.ts";

/**
 * The absolute path of a page or file in a folder. Throws `RangeError` for a path that leads out of it, and
 * for a name that the system does not allow.
 */
export function fileInside(folder: string, path: string, platform: NodeJS.Platform = process.platform): string {
  const { resolve, relative, sep, isAbsolute } = platform === "win32" ? win32 : posix;
  const file = resolve(folder, path);
  const names = relative(folder, file);
  const isInside = names !== "" && names.split(sep)[0] !== ".." && !isAbsolute(names);
  // The path itself: resolving it removes the drive of a path such as `c:x`.
  if (isInside && (platform !== "win32" || path.split(/[\\/]/).every(isWindowsName))) return file;
  throw new RangeError(`${JSON.stringify(path)} is not a valid file name in ${folder} on this system.`);
}
