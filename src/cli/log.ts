import { format } from "node:util";
import type { Config } from "../config/config.ts";
import { logLevels } from "../config/settings.ts";
import type { Log, LogFields, LogLevel } from "../server/log.ts";
import { configuredSecrets, createRedact } from "./redaction.ts";

/**
 * Writes messages of at least the given level to stderr, one line each; stdout belongs to the protocol. Secrets
 * of the configuration and tokens of the embedded platform are removed from every line.
 */
export function stderrLog(config: Config): Log {
  const { logFormat } = config;
  const redact = createRedact(configuredSecrets(config));
  const toLine = logFormat.value === "json" ? jsonLine : textLine;
  // Bound now: `redirectStderr` replaces it.
  const write = process.stderr.write.bind(process.stderr);
  return (level, message, fields = {}) => {
    if (!isLogged(config, level)) return;
    // Before they are formatted: a secret may have characters that a format escapes.
    const clean = Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === "string" ? redact(value) : value,
    ]);
    write(`${toLine(new Date().toISOString(), level, redact(message), Object.fromEntries(clean))}\n`);
  };
}

export const isLogged = ({ logLevel }: Pick<Config, "logLevel">, level: LogLevel): boolean =>
  logLevels.indexOf(level) <= logLevels.indexOf(logLevel.value);

/**
 * Makes log lines of what Node and libraries say: warnings, except those about experimental features, which do not
 * concern operators, and what they print. With the format JSON, nothing else is written to stderr from now on.
 */
export function redirectStderr(log: Log, { logFormat }: Pick<Config, "logFormat">): void {
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    log(name === "ExperimentalWarning" ? "debug" : "warn", `${name}: ${message}`);
  });
  // stdout belongs to the protocol.
  for (const name of ["log", "info", "debug"] as const) {
    console[name] = (...values: unknown[]) => log("info", format(...values));
  }
  if (logFormat.value !== "json") return;
  process.stderr.write = (text: string | Uint8Array, ...others: unknown[]) => {
    const line = (typeof text === "string" ? text : Buffer.from(text).toString("utf8")).trim();
    if (line !== "") log("warn", line);
    const written = others.find((other) => typeof other === "function");
    if (written !== undefined) process.nextTick(written);
    return true;
  };
}

const jsonLine = (time: string, level: string, message: string, fields: LogFields): string =>
  JSON.stringify({ time, level, message, ...fields }).replace(unseen, jsonEscape);

/** Stacks continue on indented lines, so that no text can imitate a log line. */
function textLine(time: string, level: string, message: string, fields: LogFields): string {
  const lines = message.split("\n").map(visible).join("\n    ");
  const named = Object.entries(fields).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${plain(value)}`],
  );
  return [`${time} ${level}: ${lines}`, ...named].join(" ");
}

/** Unquoted if nothing in it could be mistaken for the end of the value. */
function plain(value: string | number | boolean): string {
  const text = String(value);
  return /^[\w.:/-]+$/.test(text) ? text : visible(JSON.stringify(text));
}

/** Characters that control a terminal or are not shown: control, format, separator, invisible, lone surrogates. */
const unseen = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}\p{Default_Ignorable_Code_Point}]/gu;

const visible = (text: string): string =>
  text.replace(unseen, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`);

/** As in `\u200b`, one per UTF-16 unit, so that the line still parses to the same value. */
const jsonEscape = (character: string): string =>
  Array.from(
    { length: character.length },
    (_, at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, "0")}`,
  ).join("");
