import type { Log } from "../server/log.ts";

/** Milliseconds to close what was opened; connections to a server that is gone may never close. */
export const closingPatience = 5_000;

/** Resolves when everything is closed, or when the time for it is over. */
export async function closeInTime(closing: Promise<unknown>, log: Log): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(() => {
      log("warn", "Not everything could be closed in time.");
      resolve();
    }, closingPatience);
  });
  await Promise.race([closing, late]).finally(() => clearTimeout(timer));
}
