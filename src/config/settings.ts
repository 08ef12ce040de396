import { defaultDataFolder, type Machine } from "./default-folders.ts";
import {
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

/** Reads the text of a flag or variable, which is `source`. Throws `ConfigError` for invalid text. */
type Reader<Value> = (text: string, source: string) => Value;

interface SettingType<Value> {
  /** As the MCP registry names it. A flag of a boolean takes no value. */
  readonly format: "string" | "number" | "boolean" | "filepath";
  readonly read: Reader<Value>;
  readonly choices?: readonly string[];
}

const text = <Value = string>(read: Reader<Value>): SettingType<Value> => ({ format: "string", read });

const anyText = text((value) => value);

const boolean: SettingType<boolean> = { format: "boolean", read: readBoolean };

const folder: SettingType<string> = { format: "filepath", read: readFolder };

const number = (min: number, max: number): SettingType<number> => ({
  format: "number",
  read: (value, source) => readNumber(value, source, min, max),
});

const choice = <const Choice extends string>(choices: readonly Choice[]): SettingType<Choice> => ({
  format: "string",
  read: (value, source) => readChoice(value, source, choices),
  choices,
});

interface Row<Value = unknown> {
  readonly type: SettingType<Value>;
  /** Without one, the setting may be undefined. A function if it depends on the machine. */
  readonly default?: Value | ((machine: Machine) => Value);
  readonly help: string;
  /** Its value is never displayed. */
  readonly secret?: true;
  /** Dropping it would lift a limit: an empty variable does not count as not set, and its flag may occur only once. */
  readonly limit?: true;
}

export interface Setting<Value = unknown> extends Row<Value> {
  /** Without the dashes. */
  readonly flag: string;
  readonly variable: string;
}

type Rows = Readonly<Record<string, Row>>;

type TypedRows<All extends Rows> = {
  readonly [Name in keyof All]: All[Name] extends Row<infer Value> ? Row<Value> : never;
};

type Settings<All extends Rows> = {
  readonly [Name in keyof All]: All[Name]["type"] extends SettingType<infer Value>
    ? Setting<All[Name] extends { readonly default: unknown } ? Value : Value | undefined>
    : never;
};

/** A row `oneOfMany` becomes the setting with the flag `--one-of-many` and the variable `COPYDESK_ONE_OF_MANY`. */
function withNames<const All extends Rows>(rows: All & TypedRows<All>): Settings<All> {
  const settings = Object.entries<Row>(rows).map(([name, row]): [string, Setting] => {
    const flag = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    return [name, { ...row, flag, variable: `COPYDESK_${flag.replaceAll("-", "_").toUpperCase()}` }];
  });
  return Object.fromEntries(settings) as Settings<All>;
}

export const logLevels = ["error", "warn", "info", "debug"] as const;

/** Every setting. docs/configuration.md says what each is for. */
export const settings = withNames({
  data: {
    type: folder,
    default: (machine: Machine) => defaultDataFolder(machine),
    help: "Folder of the embedded platform's data",
  },
  /** May contain a user name and password. */
  database: {
    type: text(readDatabaseUrl),
    help: "PostgreSQL database of the embedded platform, in place of one in the data folder",
    secret: true,
  },
  secretKey: {
    type: anyText,
    help: "Key that encrypts the stored secrets, followed by keys that still decrypt, separated by commas",
    secret: true,
    limit: true,
  },
  secretKeyFile: { type: anyText, help: "File with such keys, one per line", limit: true },
  secretKeyCommand: { type: anyText, help: "Command that prints such keys, one per line", limit: true },
  files: {
    type: text(readFilesUrl),
    help: "Bucket of an S3 service for large files of the embedded platform, in place of its database",
  },
  baseUrl: { type: text(readUrl), help: "Service to use instead of the embedded platform" },
  token: { type: anyText, help: "Token for the service", secret: true },
  port: { type: number(0, 65_535), default: 7337, help: "Port to serve on; 0 picks a free one" },
  host: { type: text(readHost), default: "127.0.0.1", help: "Address to serve on" },
  /** Without a trailing slash. */
  publicUrl: { type: text(readBareUrl), help: "URL at which clients reach the server", limit: true },
  trustedProxy: {
    type: text(readNetworks),
    default: [],
    help: "Proxies whose forwarding headers are trusted: addresses and networks, separated by commas",
    limit: true,
  },
  allowedOrigins: {
    type: text(readOrigins),
    default: [],
    help: "Origins of web pages that may call, separated by commas",
  },
  bearer: { type: text(readSecret), help: "Token that lets callers in over HTTP", secret: true, limit: true },
  oauthIssuer: { type: text(readIssuer), help: "Authorization server whose tokens let callers in", limit: true },
  oauthAudience: { type: anyText, help: "Audience its tokens must be for", limit: true },
  oauthCallers: {
    type: choice(["members", "server"]),
    default: "members",
    help: "Who its tokens act as: members, each as themselves, or server, all as the server's own user",
    limit: true,
  },
  oidcIssuer: { type: text(readIssuer), help: "OpenID provider that people sign in with in a browser" },
  oidcClientId: { type: anyText, help: "Name of this server at the OpenID provider" },
  oidcClientSecret: { type: text(readKey), help: "Secret of this server at the OpenID provider", secret: true },
  /** May contain a user name and password. */
  smtpUrl: { type: text(readSmtpUrl), help: "Mail server that sends invitations", secret: true },
  mailFrom: { type: text(readMailAddress), help: "Sender of mail, as an address or Name <address>" },
  rateLimit: {
    type: number(0, 1_000_000),
    help: "Requests per minute of one caller over HTTP; 0 for no limit",
    limit: true,
  },
  toolsets: { type: text(readList), help: "Toolsets to offer, separated by commas, or all" },
  tools: { type: text(readList), help: "The only tools to offer, separated by commas", limit: true },
  excludeTools: { type: text(readList), default: [], help: "Tools to leave out, separated by commas", limit: true },
  readOnly: { type: boolean, default: false, help: "Offer only tools that change nothing", limit: true },
  proposeOnly: {
    type: boolean,
    default: false,
    help: "Offer only reading, commenting and writing in change requests",
    limit: true,
  },
  confirm: {
    type: choice(["never", "destructive", "writes"]),
    default: "destructive",
    help: "What requires confirmation: never, destructive or writes",
    limit: true,
  },
  confirmationKey: {
    type: text(readSecret),
    help: "Key that makes confirmations valid in every process that has it",
    secret: true,
  },
  answerTokens: { type: number(500, 1_000_000), default: 6000, help: "Maximum tokens that one answer may cost" },
  cacheMegabytes: { type: number(1, 65_536), default: 48, help: "Memory for caching pages and answers" },
  drainSeconds: {
    type: number(0, 3600),
    default: 0,
    help: "How long to keep serving after SIGTERM, while /ready reports not ready",
  },
  personalData: {
    type: choice(["masked", "kept"]),
    default: "masked",
    help: "Personal data in support conversations: masked or kept",
  },
  modelUrl: { type: text(readBareUrl), help: "Service with a language model, with its version" },
  modelKey: { type: text(readKey), help: "Key for that service", secret: true },
  model: { type: anyText, help: "Name of the model there" },
  modelTokens: {
    type: number(10_000, 1_000_000_000),
    default: 1_000_000,
    help: "Tokens of the model that one job may spend",
  },
  modelTokensPerDay: {
    type: number(0, 1_000_000_000),
    default: 10_000_000,
    help: "Tokens of the model that may be spent per day in all; 0 for no limit",
  },
  gitHosts: {
    type: text(readList),
    default: [],
    help: "Private hosts, networks and file:// folders with repositories, separated by commas",
  },
  gitProxy: { type: text(readProxy), help: "Proxy that repositories are reached through", secret: true },
  gitAuthor: { type: text(readGitAuthor), help: "Author of exported commits, as Name <email>" },
  scriptRuntime: {
    type: anyText,
    help: "Program that runs scripts of integrations, in place of the package workerd",
  },
  translationProvider: {
    type: choice(["model", "deepl", "libretranslate"]),
    help: "Who translates spaces: model, deepl or libretranslate",
  },
  translationUrl: { type: text(readBareUrl), help: "Address of the service that translates" },
  translationKey: { type: text(readKey), help: "Key for the service that translates", secret: true },
  translationCharacters: {
    type: number(0, 1_000_000_000),
    default: 1_000_000,
    help: "Characters that one run of a translation may send; 0 for no limit",
  },
  translationCharactersPerDay: {
    type: number(0, 1_000_000_000),
    default: 5_000_000,
    help: "Characters that may be sent to be translated per day in all; 0 for no limit",
  },
  logLevel: { type: choice(logLevels), default: "info", help: "How much is logged: error, warn, info or debug" },
  logFormat: {
    type: choice(["text", "json"]),
    default: "text",
    help: "How lines of the log are written: text or json",
  },
});

export type SettingName = keyof typeof settings;
