import { homedir } from "node:os";
import { defaultDataFolder } from "./default-folders.ts";
import {
  type FlagKind,
  type FlagValues,
  readFlags,
  readSettingText,
  refuseUnknownVariables,
  type Setting,
  type Sourced,
} from "./setting-sources.ts";
import {
  ConfigError,
  readBareUrl,
  readBoolean,
  readChoice,
  readDatabaseUrl,
  readFilesUrl,
  readFolder,
  readGitAuthor,
  readHost,
  readIssuer,
  readKey,
  readList,
  readMailAddress,
  readNetworks,
  readNumber,
  readOrigins,
  readProxy,
  readSecret,
  readSmtpUrl,
  readUrl,
} from "./values.ts";

export interface Config {
  readonly data: Sourced<string>;
  /**
   * URL of a PostgreSQL database, which may contain a user name and password; if not set, SQLite in the data folder is
   * used.
   */
  readonly database: Sourced<string | undefined>;
  /** Keys that encrypt the stored secrets, separated by commas: the first encrypts, all decrypt. */
  readonly secretKey: Sourced<string | undefined>;
  /** A file with such keys, one per line. */
  readonly secretKeyFile: Sourced<string | undefined>;
  /** A command that prints such keys, one per line. */
  readonly secretKeyCommand: Sourced<string | undefined>;
  /** `s3://bucket/folder?endpoint=…&region=…`; if not set, files are in the database. */
  readonly files: Sourced<string | undefined>;
  readonly baseUrl: Sourced<string | undefined>;
  readonly token: Sourced<string | undefined>;
  readonly port: Sourced<number>;
  readonly host: Sourced<string>;
  /** Without a trailing slash. */
  readonly publicUrl: Sourced<string | undefined>;
  /** Addresses, and networks in CIDR notation. */
  readonly trustedProxy: Sourced<readonly string[]>;
  /** As browsers write them. */
  readonly allowedOrigins: Sourced<readonly string[]>;
  readonly bearer: Sourced<string | undefined>;
  readonly oauthIssuer: Sourced<string | undefined>;
  readonly oauthAudience: Sourced<string | undefined>;
  /** Whether callers act as the members their tokens identify, or as the server's own user. */
  readonly oauthCallers: Sourced<"members" | "server">;
  /** The OpenID provider for signing in with a browser. */
  readonly oidcIssuer: Sourced<string | undefined>;
  readonly oidcClientId: Sourced<string | undefined>;
  readonly oidcClientSecret: Sourced<string | undefined>;
  /** May contain a user name and password. */
  readonly smtpUrl: Sourced<string | undefined>;
  readonly mailFrom: Sourced<{ readonly name: string; readonly address: string } | undefined>;
  /** Requests per minute of one caller; 0 is no limit. */
  readonly rateLimit: Sourced<number | undefined>;
  readonly toolsets: Sourced<readonly string[] | undefined>;
  readonly tools: Sourced<readonly string[] | undefined>;
  readonly excludeTools: Sourced<readonly string[]>;
  readonly readOnly: Sourced<boolean>;
  /** Allow only reading, commenting and writing in change requests. */
  readonly proposeOnly: Sourced<boolean>;
  readonly confirm: Sourced<"never" | "destructive" | "writes">;
  readonly confirmationKey: Sourced<string | undefined>;
  readonly answerTokens: Sourced<number>;
  /** Memory for caching immutable data, in megabytes. */
  readonly cacheMegabytes: Sourced<number>;
  /** How long the server keeps serving requests after it reported that it is no longer ready. */
  readonly drainSeconds: Sourced<number>;
  readonly personalData: Sourced<"masked" | "kept">;
  readonly modelUrl: Sourced<string | undefined>;
  readonly modelKey: Sourced<string | undefined>;
  readonly model: Sourced<string | undefined>;
  /** Tokens that one run of a job, or one question, may spend. */
  readonly modelTokens: Sourced<number>;
  /** Tokens that all processes on the data folder may spend per day in total; 0 is no limit. */
  readonly modelTokensPerDay: Sourced<number>;
  /** Hosts, networks and `file://` folders. */
  readonly gitHosts: Sourced<readonly string[]>;
  readonly gitProxy: Sourced<string | undefined>;
  readonly gitAuthor: Sourced<{ readonly name: string; readonly email: string } | undefined>;
  /** Path of the program that runs scripts of integrations. */
  readonly scriptRuntime: Sourced<string | undefined>;
  readonly translationProvider: Sourced<TranslationProvider | undefined>;
  readonly translationUrl: Sourced<string | undefined>;
  readonly translationKey: Sourced<string | undefined>;
  /** Characters that one run may send; 0 is no limit. */
  readonly translationCharacters: Sourced<number>;
  /** Characters that all runs may send per day in total; 0 is no limit. */
  readonly translationCharactersPerDay: Sourced<number>;
  readonly logLevel: Sourced<LogLevel>;
  readonly logFormat: Sourced<LogFormat>;
}

export const logLevels = ["error", "warn", "info", "debug"] as const;

type LogLevel = (typeof logLevels)[number];

const logFormats = ["text", "json"] as const;

type LogFormat = (typeof logFormats)[number];

const translationProviders = ["model", "deepl", "libretranslate"] as const;

type TranslationProvider = (typeof translationProviders)[number];

/** Every setting: its flag, from which its variable is named, and its description. */
export const settings = {
  data: { flag: "data", kind: "string", meaning: "Folder of the embedded platform's data" },
  database: {
    flag: "database",
    kind: "string",
    meaning: "PostgreSQL database of the embedded platform, in place of one in the data folder",
    secret: true,
  },
  secretKey: {
    flag: "secret-key",
    kind: "string",
    meaning: "Key that encrypts the stored secrets, followed by keys that still decrypt, separated by commas",
    secret: true,
  },
  secretKeyFile: { flag: "secret-key-file", kind: "string", meaning: "File with such keys, one per line" },
  secretKeyCommand: {
    flag: "secret-key-command",
    kind: "string",
    meaning: "Command that prints such keys, one per line",
  },
  files: {
    flag: "files",
    kind: "string",
    meaning: "Bucket of an S3 service for large files of the embedded platform, in place of its database",
  },
  baseUrl: { flag: "base-url", kind: "string", meaning: "Service to use instead of the embedded platform" },
  token: { flag: "token", kind: "string", meaning: "Token for the service", secret: true },
  port: { flag: "port", kind: "string", meaning: "Port to serve on; 0 picks a free one" },
  host: { flag: "host", kind: "string", meaning: "Address to serve on" },
  publicUrl: { flag: "public-url", kind: "string", meaning: "URL at which clients reach the server" },
  trustedProxy: {
    flag: "trusted-proxy",
    kind: "string",
    meaning: "Proxies whose forwarding headers are trusted: addresses and networks, separated by commas",
  },
  allowedOrigins: {
    flag: "allowed-origins",
    kind: "string",
    meaning: "Origins of web pages that may call, separated by commas",
  },
  bearer: { flag: "bearer", kind: "string", meaning: "Token that lets callers in over HTTP", secret: true },
  oauthIssuer: { flag: "oauth-issuer", kind: "string", meaning: "Authorization server whose tokens let callers in" },
  oauthAudience: { flag: "oauth-audience", kind: "string", meaning: "Audience its tokens must be for" },
  oauthCallers: {
    flag: "oauth-callers",
    kind: "string",
    meaning: "Who its tokens act as: members, each as themselves, or server, all as the server's own user",
  },
  oidcIssuer: { flag: "oidc-issuer", kind: "string", meaning: "OpenID provider that people sign in with in a browser" },
  oidcClientId: { flag: "oidc-client-id", kind: "string", meaning: "Name of this server at the OpenID provider" },
  oidcClientSecret: {
    flag: "oidc-client-secret",
    kind: "string",
    meaning: "Secret of this server at the OpenID provider",
    secret: true,
  },
  smtpUrl: { flag: "smtp-url", kind: "string", meaning: "Mail server that sends invitations", secret: true },
  mailFrom: { flag: "mail-from", kind: "string", meaning: "Sender of mail, as an address or Name <address>" },
  rateLimit: {
    flag: "rate-limit",
    kind: "string",
    meaning: "Requests per minute of one caller over HTTP; 0 for no limit",
  },
  toolsets: { flag: "toolsets", kind: "string", meaning: "Toolsets to offer, separated by commas, or all" },
  tools: { flag: "tools", kind: "string", meaning: "The only tools to offer, separated by commas" },
  excludeTools: { flag: "exclude-tools", kind: "string", meaning: "Tools to leave out, separated by commas" },
  readOnly: { flag: "read-only", kind: "boolean", meaning: "Offer only tools that change nothing" },
  proposeOnly: {
    flag: "propose-only",
    kind: "boolean",
    meaning: "Offer only reading, commenting and writing in change requests",
  },
  confirm: { flag: "confirm", kind: "string", meaning: "What requires confirmation: never, destructive or writes" },
  confirmationKey: {
    flag: "confirmation-key",
    kind: "string",
    meaning: "Key that makes confirmations valid in every process that has it",
    secret: true,
  },
  answerTokens: { flag: "answer-tokens", kind: "string", meaning: "Maximum tokens that one answer may cost" },
  cacheMegabytes: {
    flag: "cache-megabytes",
    kind: "string",
    meaning: "Memory for caching pages and answers",
  },
  drainSeconds: {
    flag: "drain-seconds",
    kind: "string",
    meaning: "How long to keep serving after SIGTERM, while /ready reports not ready",
  },
  personalData: {
    flag: "personal-data",
    kind: "string",
    meaning: "Personal data in support conversations: masked or kept",
  },
  modelUrl: { flag: "model-url", kind: "string", meaning: "Service with a language model, with its version" },
  modelKey: { flag: "model-key", kind: "string", meaning: "Key for that service", secret: true },
  model: { flag: "model", kind: "string", meaning: "Name of the model there" },
  modelTokens: { flag: "model-tokens", kind: "string", meaning: "Tokens of the model that one job may spend" },
  modelTokensPerDay: {
    flag: "model-tokens-per-day",
    kind: "string",
    meaning: "Tokens of the model that may be spent per day in all; 0 for no limit",
  },
  gitHosts: {
    flag: "git-hosts",
    kind: "string",
    meaning: "Private hosts, networks and file:// folders with repositories, separated by commas",
  },
  gitProxy: { flag: "git-proxy", kind: "string", meaning: "Proxy that repositories are reached through", secret: true },
  gitAuthor: { flag: "git-author", kind: "string", meaning: "Author of exported commits, as Name <email>" },
  scriptRuntime: {
    flag: "script-runtime",
    kind: "string",
    meaning: "Program that runs scripts of integrations, in place of the package workerd",
  },
  translationProvider: {
    flag: "translation-provider",
    kind: "string",
    meaning: "Who translates spaces: model, deepl or libretranslate",
  },
  translationUrl: { flag: "translation-url", kind: "string", meaning: "Address of the service that translates" },
  translationKey: {
    flag: "translation-key",
    kind: "string",
    meaning: "Key for the service that translates",
    secret: true,
  },
  translationCharacters: {
    flag: "translation-characters",
    kind: "string",
    meaning: "Characters that one run of a translation may send; 0 for no limit",
  },
  translationCharactersPerDay: {
    flag: "translation-characters-per-day",
    kind: "string",
    meaning: "Characters that may be sent to be translated per day in all; 0 for no limit",
  },
  logLevel: { flag: "log-level", kind: "string", meaning: "How much is logged: error, warn, info or debug" },
  logFormat: { flag: "log-format", kind: "string", meaning: "How lines of the log are written: text or json" },
} as const satisfies Record<keyof Config, Setting>;

/** Dropping one of these would lift a limit, so an empty variable must not count as not set. */
const limits: readonly (keyof Config)[] = [
  ...(["publicUrl", "trustedProxy", "bearer", "oauthIssuer", "oauthAudience", "oauthCallers", "rateLimit"] as const),
  ...(["secretKey", "secretKeyFile", "secretKeyCommand"] as const),
  ...(["tools", "excludeTools", "readOnly", "proposeOnly", "confirm"] as const),
];

interface CommandLine {
  readonly config: Config;
  /** Positional arguments. */
  readonly positionals: readonly string[];
  /** Values of the command's own flags. */
  readonly own: Readonly<Record<string, string | boolean | undefined>>;
}

/** Reads flags, then variables, then defaults. Throws `ConfigError`. */
export function readCommandLine(
  argv: readonly string[],
  environment: NodeJS.ProcessEnv,
  ownFlags: Readonly<Record<string, { readonly kind: FlagKind }>> = {},
): CommandLine {
  const kinds = Object.fromEntries(Object.values(settings).map(({ flag, kind }) => [flag, kind]));
  const { values, positionals } = readFlags(
    argv,
    { ...kinds, ...Object.fromEntries(Object.entries(ownFlags).map(([flag, { kind }]) => [flag, kind])) },
    limits.map((name) => settings[name].flag),
  );
  const own = Object.fromEntries(Object.keys(ownFlags).map((flag) => [flag, values[flag]]));
  return { config: readConfig(values, environment), positionals, own };
}

function readConfig(values: FlagValues, environment: NodeJS.ProcessEnv): Config {
  refuseUnknownVariables(settings, environment);
  const text = (name: keyof Config) => readSettingText(settings[name], limits.includes(name), values, environment);
  const or = <Value>(
    found: Sourced<string | undefined>,
    read: (text: string, source: string) => Value,
    defaultValue: Value,
  ): Sourced<Value> =>
    found.value === undefined
      ? { value: defaultValue, source: "default" }
      : { value: read(found.value, found.source), source: found.source };

  const config: Config = {
    data: or(text("data"), readFolder, defaultDataFolder({ platform: process.platform, home: homedir(), environment })),
    database: or<string | undefined>(text("database"), readDatabaseUrl, undefined),
    secretKey: text("secretKey"),
    secretKeyFile: text("secretKeyFile"),
    secretKeyCommand: text("secretKeyCommand"),
    files: or<string | undefined>(text("files"), readFilesUrl, undefined),
    baseUrl: or<string | undefined>(text("baseUrl"), readUrl, undefined),
    token: text("token"),
    port: or(text("port"), (value, source) => readNumber(value, source, 0, 65_535), 7337),
    host: or(text("host"), readHost, "127.0.0.1"),
    publicUrl: or<string | undefined>(text("publicUrl"), readBareUrl, undefined),
    trustedProxy: or(text("trustedProxy"), readNetworks, []),
    allowedOrigins: or(text("allowedOrigins"), readOrigins, []),
    bearer: or<string | undefined>(text("bearer"), readSecret, undefined),
    oauthIssuer: or<string | undefined>(text("oauthIssuer"), readIssuer, undefined),
    oauthAudience: text("oauthAudience"),
    oauthCallers: or<"members" | "server">(
      text("oauthCallers"),
      (value, source) => readChoice(value, source, ["members", "server"]),
      "members",
    ),
    oidcIssuer: or<string | undefined>(text("oidcIssuer"), readIssuer, undefined),
    oidcClientId: text("oidcClientId"),
    oidcClientSecret: or<string | undefined>(text("oidcClientSecret"), readKey, undefined),
    smtpUrl: or<string | undefined>(text("smtpUrl"), readSmtpUrl, undefined),
    mailFrom: or<{ name: string; address: string } | undefined>(text("mailFrom"), readMailAddress, undefined),
    rateLimit: or<number | undefined>(
      text("rateLimit"),
      (value, source) => readNumber(value, source, 0, 1_000_000),
      undefined,
    ),
    toolsets: or<readonly string[] | undefined>(text("toolsets"), readList, undefined),
    tools: or<readonly string[] | undefined>(text("tools"), readList, undefined),
    excludeTools: or(text("excludeTools"), readList, []),
    readOnly: or(text("readOnly"), readBoolean, false),
    proposeOnly: or(text("proposeOnly"), readBoolean, false),
    confirm: or(
      text("confirm"),
      (value, source) => readChoice(value, source, ["never", "destructive", "writes"]),
      "destructive",
    ),
    confirmationKey: or<string | undefined>(text("confirmationKey"), readSecret, undefined),
    answerTokens: or(text("answerTokens"), (value, source) => readNumber(value, source, 500, 1_000_000), 6000),
    cacheMegabytes: or(text("cacheMegabytes"), (value, source) => readNumber(value, source, 1, 65_536), 48),
    drainSeconds: or(text("drainSeconds"), (value, source) => readNumber(value, source, 0, 3600), 0),
    personalData: or(text("personalData"), (value, source) => readChoice(value, source, ["masked", "kept"]), "masked"),
    modelUrl: or<string | undefined>(text("modelUrl"), readBareUrl, undefined),
    modelKey: or<string | undefined>(text("modelKey"), readKey, undefined),
    model: text("model"),
    modelTokens: or(
      text("modelTokens"),
      (value, source) => readNumber(value, source, 10_000, 1_000_000_000),
      1_000_000,
    ),
    modelTokensPerDay: or(
      text("modelTokensPerDay"),
      (value, source) => readNumber(value, source, 0, 1_000_000_000),
      10_000_000,
    ),
    gitHosts: or(text("gitHosts"), readList, []),
    gitProxy: or<string | undefined>(text("gitProxy"), readProxy, undefined),
    gitAuthor: or<{ name: string; email: string } | undefined>(text("gitAuthor"), readGitAuthor, undefined),
    scriptRuntime: or<string | undefined>(text("scriptRuntime"), (value) => value, undefined),
    translationProvider: or<TranslationProvider | undefined>(
      text("translationProvider"),
      (value, source) => readChoice(value, source, translationProviders),
      undefined,
    ),
    translationUrl: or<string | undefined>(text("translationUrl"), readBareUrl, undefined),
    translationKey: or<string | undefined>(text("translationKey"), readKey, undefined),
    translationCharacters: or(
      text("translationCharacters"),
      (value, source) => readNumber(value, source, 0, 1_000_000_000),
      1_000_000,
    ),
    translationCharactersPerDay: or(
      text("translationCharactersPerDay"),
      (value, source) => readNumber(value, source, 0, 1_000_000_000),
      5_000_000,
    ),
    logLevel: or(text("logLevel"), (value, source) => readChoice(value, source, logLevels), "info"),
    logFormat: or(text("logFormat"), (value, source) => readChoice(value, source, logFormats), "text"),
  };
  requireServices(config);
  return config;
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
