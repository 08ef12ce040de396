import { existsSync } from "node:fs";
import { posix, win32 } from "node:path";

/** The machine, as far as it decides where programs keep their files. */
export interface Machine {
  readonly platform: NodeJS.Platform;
  readonly home: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/**
 * Where the data is kept when no setting says so: in `XDG_DATA_HOME` where that is set, else by the conventions of the
 * system. A folder of a Copydesk that followed XDG everywhere goes on being used.
 */
export function usualDataFolder(machine: Machine, exists: (path: string) => boolean = existsSync): string {
  const { platform, home, environment } = machine;
  const { join, isAbsolute } = platform === "win32" ? win32 : posix;
  const { XDG_DATA_HOME: given } = environment;
  // The convention says to ignore a relative path, which would name another folder wherever the program starts.
  if (given && isAbsolute(given)) return join(given, "copydesk");
  const ofXdg = join(home, ".local", "share", "copydesk");
  const ofSystem = systemFolder(machine);
  return ofSystem === undefined || (!exists(ofSystem) && exists(ofXdg)) ? ofXdg : ofSystem;
}

function systemFolder({ platform, home, environment }: Machine): string | undefined {
  if (platform === "darwin") return posix.join(home, "Library", "Application Support", "Copydesk");
  if (platform !== "win32") return undefined;
  return win32.join(environment.LOCALAPPDATA || win32.join(home, "AppData", "Local"), "Copydesk");
}
