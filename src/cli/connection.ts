import { type Client, createClient } from "../client/client.ts";
import type { Config } from "../config/config.ts";
import { ConfigError } from "../config/values.ts";
import {
  type Acting,
  type MailSettings,
  type ModelSettings,
  type ObjectStorageSettings,
  type Outbound,
  openPlatform,
  type Platform,
  parts,
  type Through,
  type TranslationSettings,
  type TrustedRemotes,
} from "../platform/index.ts";
import { findCallingTool } from "../server/calls/calling-tool.ts";
import type { Log } from "../server/log.ts";
import { loadSecretKeys } from "./secret-keys.ts";

/** The service this process works with: a remote one, or the embedded platform of the data folder. */
export interface Connection {
  readonly client: Client;
  /** Only if the platform is embedded. */
  readonly embedded?: EmbeddedPlatform;
  close(): Promise<void>;
}

export interface EmbeddedPlatform {
  readonly platform: Platform;
  readonly organization: string;
  readonly user: string;
  /** The token of this machine's user. */
  readonly token: string;
  /** The outbound gate for user-supplied URLs. */
  readonly outbound: Outbound;
}

/** The audit channel of a call with this signal: a tool, or the command line if there is no tool. */
function throughTool(signal: AbortSignal | undefined, agent: string | undefined): Through {
  const tool = findCallingTool(signal);
  return tool === undefined ? { program: "api", agent } : { program: "mcp", agent, tool };
}

/** The same on behalf of a token's user; `agent` is the name the caller gives itself. */
export function actingClient(platform: Platform, acting: Acting, agent?: string): Client {
  return valueClient(platform, { acting, agent });
}

/** An in-process client for one token. Links in answers use `linksAt`. */
export function inProcessClient(platform: Platform, token: string, linksAt?: string): Client {
  return valueClient(platform, { token, linksAt });
}

/** Maximum number of callers whose clients are kept. */
const maxCallers = 1000;

/**
 * Clients of an HTTP server's callers, by what they act as. A client is kept for its caller's next request, with the
 * names that the caller has used.
 */
export class CallerClients {
  readonly #clients = new Map<string, Client>();

  of(caller: string, make: () => Client): Client {
    const client = this.#clients.get(caller) ?? make();
    this.#clients.delete(caller);
    this.#clients.set(caller, client);
    const [oldest] = this.#clients.keys();
    if (this.#clients.size > maxCallers && oldest !== undefined) this.#clients.delete(oldest);
    return client;
  }
}

interface ValueClient {
  readonly token?: string;
  readonly acting?: Acting;
  readonly agent?: string | undefined;
  readonly linksAt?: string | undefined;
}

function valueClient(platform: Platform, { token, acting, agent, linksAt }: ValueClient): Client {
  const baseUrl = "http://localhost";
  const origin = linksAt === undefined ? baseUrl : new URL(linksAt).origin;
  return createClient({
    baseUrl,
    ...(token === undefined ? {} : { token }),
    values: (call, signal, callerSignal) =>
      platform.call(call, { origin, signal, acting, through: throughTool(callerSignal, agent) }),
    trial: { values: (call, signal) => platform.call(call, { origin, signal, acting, dryRun: true }) },
  });
}

interface ConnectOptions {
  /** The address that links of the embedded platform use. */
  readonly linksAt?: string | undefined;
  /** Receives failures of the embedded platform, which are otherwise written to stderr. */
  readonly log?: Log | undefined;
}

/** Opens the configured service. Throws `DataFolderError` and `DatabaseServerError`. */
export async function connect(config: Config, { linksAt, log }: ConnectOptions = {}): Promise<Connection> {
  const { baseUrl, token } = config;
  if (baseUrl.value !== undefined) {
    const client = createClient({
      baseUrl: baseUrl.value,
      ...(token.value === undefined ? {} : { token: token.value }),
    });
    return { client, close: async () => {} };
  }
  const embedded = await openEmbedded(config, log);
  return {
    client: inProcessClient(embedded.platform, token.value ?? embedded.token, linksAt),
    embedded,
    close: () => embedded.platform.close(),
  };
}

/** Opens the embedded platform, with its local organization, user and token. */
export async function openEmbedded(config: Config, log?: Log): Promise<EmbeddedPlatform> {
  const folder = config.data.value;
  const [{ ensureLocalToken, ensureWorkspace }, outbound, secretKeys] = await Promise.all([
    parts.workspace(),
    openOutbound(config),
    loadSecretKeys(config),
  ]);
  const platform = await openPlatform({
    folder,
    cacheBytes: config.cacheMegabytes.value * 1024 * 1024,
    database: config.database.value,
    secretKeys,
    files: toObjectStorageSettings(config),
    gitAuthor: config.gitAuthor.value,
    ...(log && { log: (line) => log("error", line) }),
    scriptRuntime: config.scriptRuntime.value,
    conversations: { personalData: config.personalData.value },
    mail: toMailSettings(config),
    model: toModelSettings(config),
    outbound,
    publicUrl: config.publicUrl.value,
    translation: toTranslationSettings(config),
  });
  try {
    const { organization, user } = await ensureWorkspace(platform.database, platform.now());
    const token = await ensureLocalToken(platform.database, folder, user, platform.now());
    return { platform, organization, user, token, outbound };
  } catch (error) {
    await platform.close();
    throw error;
  }
}

/** The configured bucket, with keys from the environment. */
export function toObjectStorageSettings(
  { files }: Config,
  environment = process.env,
): ObjectStorageSettings | undefined {
  if (files.value === undefined) return undefined;
  const { AWS_ACCESS_KEY_ID: accessKeyId, AWS_SECRET_ACCESS_KEY: secretAccessKey, AWS_SESSION_TOKEN } = environment;
  if (!accessKeyId || !secretAccessKey) {
    throw new ConfigError(`${files.source} needs AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY in the environment.`);
  }
  return { url: files.value, accessKeyId, secretAccessKey, sessionToken: AWS_SESSION_TOKEN || undefined };
}

/** The configured mail settings. */
export function toMailSettings({ smtpUrl, mailFrom }: Config): MailSettings | undefined {
  if (smtpUrl.value === undefined || mailFrom.value === undefined) return undefined;
  return { url: smtpUrl.value, from: mailFrom.value };
}

/** The configured language model. */
export function toModelSettings({
  modelUrl,
  modelKey,
  model,
  modelTokens,
  modelTokensPerDay,
}: Config): ModelSettings | undefined {
  if (modelUrl.value === undefined || model.value === undefined) return undefined;
  return {
    url: modelUrl.value,
    key: modelKey.value,
    model: model.value,
    tokens: modelTokens.value,
    tokensPerDay: modelTokensPerDay.value,
  };
}

/** The configured translation provider. */
export function toTranslationSettings(config: Config): TranslationSettings {
  return {
    provider: config.translationProvider.value,
    url: config.translationUrl.value,
    key: config.translationKey.value,
    characters: config.translationCharacters.value,
    charactersPerDay: config.translationCharactersPerDay.value,
  };
}

async function openOutbound(config: Config): Promise<Outbound> {
  const { createOutbound } = await parts.outbound();
  return createOutbound(undefined, await readRemotes(config));
}

/** Addresses that Git may reach in addition to public ones. Throws `ConfigError`. */
export async function readRemotes({ gitHosts, gitProxy }: Config): Promise<TrustedRemotes> {
  const { readTrustedRemotes } = await parts.trustedRemotes();
  try {
    return readTrustedRemotes(gitHosts.value, gitProxy.value);
  } catch (error) {
    throw new ConfigError(`${gitHosts.source}: ${error instanceof Error ? error.message : String(error)}.`);
  }
}
