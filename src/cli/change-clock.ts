import { type ChangeClock, remoteClock } from "../server/change-clock.ts";
import type { Connection } from "./connection.ts";

/** Milliseconds. Asking the file whether it was written costs next to nothing. */
const embeddedInterval = 500;

/** When to look for changes: at the embedded platform only after somebody, in any process, has written. */
export function changeClock({ embedded }: Pick<Connection, "embedded">): ChangeClock {
  if (embedded === undefined) return remoteClock;
  const { database } = embedded.platform;
  return {
    delay: () => embeddedInterval,
    async stamp() {
      const { dataVersion } = await import("../platform/store/data-version.ts");
      return database.read(dataVersion);
    },
  };
}
