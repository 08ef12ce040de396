import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

/** Properties of the machine that determine where programs keep their files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * The default data folder: in `XDG_DATA_HOME` if that is set, otherwise by the conventions of the
 * system. A folder from an earlier Copydesk that followed XDG everywhere is still used.
 */
export function defaultDataFolder(machine: Machine, exists: (path: string) => boolean = existsSync): string {
  const { platform, home, environment } = machine;
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  const { XDG_DATA_HOME: xdgFolder } = environment;
  // XDG says to ignore a relative path, which would depend on the working directory.
  if (xdgFolder && isAbsolute(xdgFolder)) return join(xdgFolder, "copydesk");
  const ofXdg = join(home, ".local", "share", "copydesk");
  const ofSystem = systemFolder(machine);
  return ofSystem === undefined || (!exists(ofSystem) && exists(ofXdg)) ? ofXdg : ofSystem;
}

/** Where files are kept that can be made again: in `XDG_CACHE_HOME`, or by the conventions of the system. */
export function defaultCacheFolder({ platform, home, environment }: Machine): string {
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  const { XDG_CACHE_HOME: xdgFolder, LOCALAPPDATA: local } = environment;
  if (xdgFolder && isAbsolute(xdgFolder)) return join(xdgFolder, "copydesk");
  if (platform === "darwin") return join(home, "Library", "Caches", "Copydesk");
  if (platform !== "win32") return join(home, ".cache", "copydesk");
  return join(local || join(home, "AppData", "Local"), "Copydesk Cache");
}

function systemFolder({ platform, home, environment }: Machine): string | undefined {
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "Copydesk");
  if (platform !== "win32") return undefined;
  return win32.join(environment.LOCALAPPDATA || win32.join(home, "AppData", "Local"), "Copydesk");
}
