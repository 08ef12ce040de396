import { type Config, logLevels, settings } from "../config/config.ts";
import type { Log, LogFields } from "../server/log.ts";

/**
 * Writes messages of at least the given level to stderr, one line each; stdout belongs to the protocol. Secrets
 * of the configuration and tokens of the embedded platform are removed from every line.
 */
export function stderrLog(config: Config): Log {
  const { logLevel, logFormat } = config;
  const most = logLevels.indexOf(logLevel.value);
  const secrets = secretsOf(config).flatMap((secret) => [secret, encodeURIComponent(secret)]);
  // Longest first: a password is part of its URL.
  secrets.sort((a, b) => b.length - a.length);
  const write = logFormat.value === "json" ? jsonLine : textLine;
  return (level, message, fields = {}) => {
    if (logLevels.indexOf(level) > most) return;
    const line = write(new Date().toISOString(), level, message, fields);
    const redacted = secrets.reduce((text, secret) => text.replaceAll(secret, "[token]"), line);
    process.stderr.write(`${redacted.replace(urlPassword, "$1[token]@").replace(/cpd_\w+/g, "[token]")}\n`);
  };
}

function secretsOf(config: Config): string[] {
  const names = Object.keys(settings) as (keyof typeof settings)[];
  return names.flatMap((name) => {
    const { value } = config[name];
    return "secret" in settings[name] && typeof value === "string" && value !== ""
      ? [value, ...passwordsIn(value)]
      : [];
  });
}

/** A shorter password would also match within words; in URLs, passwords of any length are removed. */
const shortestPassword = 6;

const urlPassword = /(\b[a-z][a-z\d+.-]*:\/\/[^\s:@/]*:)[^\s@/]+@/gi;

/** As written in a URL, and decoded: drivers report parts of a URL rather than the URL. */
function passwordsIn(value: string): string[] {
  if (!URL.canParse(value)) return [];
  const { password, searchParams } = new URL(value);
  const passwords = [password, decoded(password), searchParams.get("password") ?? ""];
  return passwords.filter((text) => text.length >= shortestPassword);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Node's warnings become log lines, except those about experimental features, which do not concern operators. */
export function takeNodeWarnings(log: Log): void {
  process.removeAllListeners("warning");
  process.on("warning", ({ name, message }) => {
    log(name === "ExperimentalWarning" ? "debug" : "warn", `${name}: ${message}`);
  });
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
