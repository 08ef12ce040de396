import { escapeControls, redactor } from "../client/excerpt.ts";
import { type Config, logLevels } from "../config.ts";
import type { Log, LogFields } from "../server/log.ts";

/**
 * Writes to stderr what is at least as important as the level, one line each; stdout belongs to the protocol. Secrets
 * of the configuration and tokens of the embedded platform are taken out of every line, whoever wrote them there.
 */
export function stderrLog({ logLevel, logFormat, token, bearer }: Config): Log {
  const most = logLevels.indexOf(logLevel.value);
  const withoutToken = redactor(token.value);
  const withoutBearer = redactor(bearer.value);
  const write = logFormat.value === "json" ? jsonLine : textLine;
  return (level, message, fields = {}) => {
    if (logLevels.indexOf(level) > most) return;
    const line = write(new Date().toISOString(), level, message, fields);
    process.stderr.write(`${withoutBearer(withoutToken(line)).replace(/cpd_\w+/g, "[token]")}\n`);
  };
}

const jsonLine = (time: string, level: string, message: string, fields: LogFields): string =>
  JSON.stringify({ time, level, message, ...fields });

/** Stacks go on in lines that are set in, so that no text can pass for a line of the log. */
function textLine(time: string, level: string, message: string, fields: LogFields): string {
  const shown = message.split("\n").map(escapeControls).join("\n    ");
  const named = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${plain(value)}`],
  );
  return [`${time} ${level}: ${shown}`, ...named].join(" ");
}

/** As it is where nothing in it could be taken for the end of the value. */
function plain(value: string | number | boolean): string {
  const text = String(value);
  return /^[\w.:/-]+$/.test(text) ? text : JSON.stringify(escapeControls(text));
}
