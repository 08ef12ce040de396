import { type LogLevel, logLevels } from "../config.ts";
import type { Log } from "../server/log.ts";

/** Writes to stderr what is at least as important as `level`; stdout belongs to the protocol. */
export function stderrLog(level: LogLevel): Log {
  return (of, message) => {
    if (logLevels.indexOf(of) <= logLevels.indexOf(level)) process.stderr.write(`${of}: ${message}\n`);
  };
}
