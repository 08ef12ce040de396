import { homedir } from "node:os";
import { parseArgs } from "node:util";
import { type Setting, type SettingName, settings } from "./settings.ts";
import { ConfigError, UnknownFlagError } from "./values.ts";

/** The value of a setting, and the flag or variable that set it, or `default`. */
interface Sourced<Value> {
  readonly value: Value;
  readonly source: string;
}

export type Config = {
  readonly [Name in SettingName]: (typeof settings)[Name] extends Setting<infer Value> ? Sourced<Value> : never;
};

type FlagValues = Readonly<Record<string, string | boolean | undefined>>;

/** The part of a flag that decides how it is read. */
export interface FlagType {
  readonly type: "string" | "boolean";
}

interface CommandLine {
  readonly config: Config;
  /** Positional arguments. */
  readonly positionals: readonly string[];
  /** Values of the command's own flags. */
  readonly own: FlagValues;
}

/** Reads flags, then variables, then defaults. Throws `ConfigError`. */
export function readCommandLine(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  ownFlags: Readonly<Record<string, FlagType>> = {},
): CommandLine {
  const { values, positionals } = readFlags(argv, ownFlags);
  refuseUnknownVariables(environment);
  const read = Object.entries(settings).map(([name, setting]) => [name, readSetting(setting, values, environment)]);
  const config = Object.fromEntries(read) as Config;
  requireServices(config);
  return { config, positionals, own: Object.fromEntries(Object.keys(ownFlags).map((flag) => [flag, values[flag]])) };
}

/** The text of a value as its flag takes it. */
export function toSettingText(value: unknown): string {
  if (Array.isArray(value)) return value.join(",");
  if (typeof value !== "object" || value === null) return String(value);
  const [name, address] = Object.values(value);
  return name === "" ? String(address) : `${name} <${address}>`;
}

/**
 * The last of several occurrences of a flag applies, but a limit may occur only once: otherwise an earlier one would be
 * dropped silently.
 */
function readFlags(argv: readonly string[], ownFlags: Readonly<Record<string, FlagType>>) {
  const all = Object.values(settings);
  const types = all.map(({ flag, type }): [string, FlagType] => [
    flag,
    { type: type.format === "boolean" ? "boolean" : "string" },
  ]);
  const limits = all.filter(({ limit }) => limit).map(({ flag }) => flag);
  const { values, positionals, tokens } = parse(argv, { ...Object.fromEntries(types), ...ownFlags });
  const seenFlags = new Set<string>();
  for (const token of tokens) {
    if (token.kind !== "option") continue;
    if (seenFlags.has(token.name) && token.value !== undefined && limits.includes(token.name)) {
      throw new ConfigError(`--${token.name} is given twice. Give it once; lists are separated by commas.`);
    }
    seenFlags.add(token.name);
    if (token.value?.trim() === "") {
      throw new ConfigError(`--${token.name} is empty. Give it a value, or leave the flag out.`);
    }
  }
  return { values, positionals };
}

function parse(argv: readonly string[], options: Readonly<Record<string, FlagType>>) {
  try {
    return parseArgs({ args: [...argv], options, allowPositionals: true, strict: true, tokens: true });
  } catch (error) {
    const reason = error instanceof Error ? (error.message.split(". ")[0] ?? error.message) : String(error);
    const unknown = /^Unknown option '--([^']+)'$/.exec(reason)?.[1];
    if (unknown !== undefined) throw new UnknownFlagError(unknown, Object.keys(options));
    throw new ConfigError(`${reason}. "copydesk help" lists the flags.`);
  }
}

function readSetting(setting: Setting, values: FlagValues, environment: NodeJS.ProcessEnv): Sourced<unknown> {
  const { flag, variable, type, limit, default: standard } = setting;
  const flagValue = values[flag];
  if (flagValue !== undefined) return { value: type.read(String(flagValue), `--${flag}`), source: `--${flag}` };
  const set = environment[variable];
  if (set !== undefined && !isPlaceholder(set)) {
    if (set.trim() !== "") return { value: type.read(set, variable), source: variable };
    if (limit) {
      throw new ConfigError(`${variable} is set to nothing, which would drop the limit. Give it a value, or unset it.`);
    }
  }
  const value =
    standard instanceof Function ? standard({ platform: process.platform, home: homedir(), environment }) : standard;
  return { value, source: "default" };
}

/** The host of an installed bundle leaves this in the variable of an option that was not filled in. */
const isPlaceholder = (text: string) => /^\$\{user_config\.\w+\}$/.test(text);

/** A misspelled variable would be ignored silently, and with it a limit. */
function refuseUnknownVariables(environment: NodeJS.ProcessEnv): void {
  const known = Object.values(settings).map(({ variable }) => variable);
  const unknown = Object.keys(environment).find((name) => name.startsWith("COPYDESK_") && !known.includes(name));
  if (unknown === undefined) return;
  throw new ConfigError(`There is no variable ${unknown}. There are: ${known.join(", ")}.`);
}

/** Refuses incompletely configured services. Throws `ConfigError`. */
function requireServices(config: Config): void {
  if ((config.modelUrl.value === undefined) !== (config.model.value === undefined)) {
    throw new ConfigError("--model-url and --model belong together: the service, and the name of the model there.");
  }
  const [first, second] = [config.secretKey, config.secretKeyFile, config.secretKeyCommand].filter(
    ({ value }) => value !== undefined,
  );
  if (first !== undefined && second !== undefined) {
    throw new ConfigError(`${first.source} and ${second.source} both give the secret key. Leave one out.`);
  }
  requireTranslationService(config);
  requireOpenIdProvider(config);
  if ((config.smtpUrl.value === undefined) !== (config.mailFrom.value === undefined)) {
    throw new ConfigError("--smtp-url and --mail-from belong together: the mail server, and the sender of mail.");
  }
}

function requireOpenIdProvider({ oidcIssuer, oidcClientId, oidcClientSecret }: Config): void {
  if ((oidcIssuer.value === undefined) !== (oidcClientId.value === undefined)) {
    throw new ConfigError(
      "--oidc-issuer and --oidc-client-id belong together: the provider, and the name of this server there.",
    );
  }
  if (oidcClientSecret.value !== undefined && oidcIssuer.value === undefined) {
    throw new ConfigError(`${oidcClientSecret.source} has no effect without --oidc-issuer.`);
  }
}

/** A service with missing settings would fail at the first run. */
function requireTranslationService({ translationProvider, translationUrl, translationKey, model }: Config): void {
  const { value: provider, source } = translationProvider;
  const serviceSetting = translationUrl.value === undefined ? translationKey : translationUrl;
  if (provider === undefined && serviceSetting.value !== undefined) {
    throw new ConfigError(`${serviceSetting.source} has no effect without --translation-provider.`);
  }
  if (provider === "model" && model.value === undefined) {
    throw new ConfigError(`${source} is model, which needs --model-url and --model.`);
  }
  if (provider === "model" && serviceSetting.value !== undefined) {
    throw new ConfigError(
      `${serviceSetting.source} has no effect with a model, which --model-url and --model-key are for.`,
    );
  }
  if (provider === "deepl" && translationKey.value === undefined) {
    throw new ConfigError(`${source} is deepl, which needs --translation-key or COPYDESK_TRANSLATION_KEY.`);
  }
  if (provider === "libretranslate" && translationUrl.value === undefined) {
    throw new ConfigError(`${source} is libretranslate, which needs --translation-url.`);
  }
}
