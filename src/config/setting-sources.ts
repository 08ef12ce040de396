import { parseArgs } from "node:util";
import { ConfigError, UnknownFlagError } from "./values.ts";

/** Source of a value: the flag or variable that set it, or the default. */
export interface Sourced<Value> {
  readonly value: Value;
  readonly source: string;
}

export interface Setting {
  readonly flag: string;
  readonly kind: "string" | "boolean";
  readonly meaning: string;
  /** Its value is never displayed. */
  readonly secret?: true;
}

export type FlagKind = Setting["kind"];

export const toVariableName = (flag: string): string => `COPYDESK_${flag.replaceAll("-", "_").toUpperCase()}`;

export type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

export interface Arguments {
  readonly values: FlagValues;
  /** Positional arguments. */
  readonly positionals: readonly string[];
}

/**
 * Parses the flags of a command line. The last of several occurrences applies, but a flag in `once` may occur only
 * once: otherwise an earlier limit would be dropped silently. Throws `ConfigError`.
 */
export function readFlags(
  argv: readonly string[],
  kinds: Readonly<Record<string, FlagKind>>,
  once: readonly string[],
): Arguments {
  const options = Object.fromEntries(Object.entries(kinds).map(([flag, type]) => [flag, { type }]));
  const { values, positionals, tokens } = parse(argv, options);
  const seenFlags = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (seenFlags.has(token.name) && token.value !== undefined && once.includes(token.name)) {
      throw new ConfigError(`--${token.name} is given twice. Give it once; lists are separated by commas.`);
    }
    seenFlags.add(token.name);
    if (token.value?.trim() === "") {
      throw new ConfigError(`--${token.name} is empty. Give it a value, or leave the flag out.`);
    }
  }
  return { values, positionals };
}

function parse(argv: readonly string[], options: Record<string, { type: FlagKind }>) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error);
    const unknown = /^Unknown option '--([^']+)'$/.exec(reason)?.[1];
    if (unknown !== undefined) throw new UnknownFlagError(unknown, Object.keys(options));
    throw new ConfigError(`${reason}. "copydesk help" lists the flags.`);
  }
}

/** The text of a setting from its flag, or else its variable. Throws `ConfigError`. */
export function readSettingText(
  { flag }: Setting,
  isLimit: boolean,
  values: FlagValues,
  environment: NodeJS.ProcessEnv,
): Sourced<string | undefined> {
  const flagValue = values[flag];
  if (flagValue !== undefined) return { value: String(flagValue), source: `--${flag}` };
  const variable = toVariableName(flag);
  const set = environment[variable];
  if (set === undefined || isPlaceholder(set)) return { value: undefined, source: "default" };
  if (set.trim() !== "") return { value: set, source: variable };
  if (!isLimit) return { value: undefined, source: "default" };
  throw new ConfigError(`${variable} is set to nothing, which would drop the limit. Give it a value, or unset it.`);
}

/** The host of an installed bundle leaves this in the variable of an option that was not filled in. */
const isPlaceholder = (text: string) => /^\$\{user_config\.\w+\}$/.test(text);

/** A misspelled variable would be ignored silently, and with it a limit. Throws `ConfigError`. */
export function refuseUnknownVariables(settings: Readonly<Record<string, Setting>>, environment: NodeJS.ProcessEnv) {
  const known = Object.values(settings).map(({ flag }) => toVariableName(flag));
  const unknown = Object.keys(environment).find((name) => name.startsWith("COPYDESK_") && !known.includes(name));
  if (unknown === undefined) return;
  throw new ConfigError(`There is no variable ${unknown}. There are: ${known.join(", ")}.`);
}
