import { createHash } from "node:crypto";
import type { McpServerFactory } from "@modelcontextprotocol/server";
import type { Config } from "../config/config.ts";
import { parts } from "../platform/index.ts";
import { type ConfirmationStore, processStore } from "../server/calls/confirmations.ts";
import { createToolCalls } from "../server/calls/tool-calls.ts";
import type { Log } from "../server/log.ts";
import type { Observation } from "../server/observation/observation.ts";
import { startObservation } from "../server/observation/start-observation.ts";
import { createPlainCalls, type PlainCalls } from "../server/plain-calls/plain-calls.ts";
import { createServerFactory } from "../server/server.ts";
import {
  type ChangeClock,
  createResourceWatches,
  type ResourceWatches,
  remoteClock,
} from "../server/watches/resource-watches.ts";
import { generatedRegistry } from "../tools/registry.ts";
import type { Surface } from "../tools/surface.ts";
import type { Connection, EmbeddedPlatform } from "./connection.ts";
import { version } from "./version.ts";

export interface ProductServer {
  readonly factory: McpServerFactory;
  readonly plainCalls: PlainCalls;
  readonly watches: ResourceWatches;
  readonly observation: Observation;
}

interface ProductServerOptions {
  readonly config: Config;
  readonly surface: Surface;
  readonly log: Log;
  /** Created on first use. */
  readonly connection: () => Promise<Connection>;
}

/** Answers hosts over stdio and over HTTP. Only the protocol is loaded before a tool is called. */
export function productServer({ config, surface, log, connection }: ProductServerOptions): ProductServer {
  const client = async () => (await connection()).client;
  const watches = createResourceWatches({ client, clock: async () => changeClock(await connection()) });
  const tools = surface.entries.map(({ definition }) => definition.name);
  const observation = startObservation({ tools, version, log }, process.env);
  const options = {
    registry: generatedRegistry,
    surface,
    client,
    watches,
    observation,
    answerTokens: config.answerTokens.value,
    noSpacesMessage: noSpacesMessage(config),
    confirmationStore: confirmationStore(config, connection),
    confirmPolicy: config.confirm.value,
    version,
    log,
  };
  const toolCalls = createToolCalls(options);
  const plainCalls = createPlainCalls(toolCalls, version);
  const factory = createServerFactory({ ...options, toolCalls, plainCalls });
  return { factory, plainCalls, watches, observation };
}

function noSpacesMessage({ baseUrl, data, token }: Config): string {
  if (baseUrl.value !== undefined) {
    const who = token.value === undefined ? "Without a token" : "With the token it was given";
    return `${who}, ${new URL(baseUrl.value).host} shows no spaces. The person can check the token's rights (copydesk doctor); write_operation createSpace creates a space where the token allows it.`;
  }
  const folder = data.value;
  return `The data folder is ${folder}. To bring documentation in, the person runs: copydesk import <folder or repository URL> --data ${JSON.stringify(folder)}. To start from nothing: write_operation createSpace.`;
}

/**
 * Where confirmations are stored: in the data folder, for every process on it; with a remote service, in this process,
 * sealed with the configured key if there is one.
 */
export function confirmationStore(config: Config, connection: () => Promise<Connection>): ConfirmationStore {
  const { value: secret } = config.confirmationKey;
  const key = secret === undefined ? undefined : createHash("sha256").update(secret).digest();
  if (config.baseUrl.value !== undefined) return processStore(key);
  let opened: Promise<ConfirmationStore> | undefined;
  const open = () => {
    opened ??= connection().then(({ embedded }) =>
      embedded === undefined ? processStore(key) : storeIn(embedded, key),
    );
    return opened;
  };
  return { key: async () => (await open()).key(), use: async (...used) => (await open()).use(...used) };
}

async function storeIn({ platform: { database } }: EmbeddedPlatform, fixedKey?: Buffer): Promise<ConfirmationStore> {
  const [{ secretSettingOr }, { useConfirmation }, { randomText }] = await Promise.all([
    parts.settings(),
    parts.confirmations(),
    parts.ids(),
  ]);
  let key = fixedKey;
  return {
    async key() {
      key ??= Buffer.from(
        await database.write((queries) => secretSettingOr(queries, "confirmations", () => randomText(43))),
      );
      return key;
    },
    use: (nonce, expires, now) =>
      database.write((queries) =>
        useConfirmation(queries, { nonce, expiresAt: toIsoTime(expires), now: toIsoTime(now) }),
      ),
  };
}

const toIsoTime = (milliseconds: number) => new Date(milliseconds).toISOString();

/** Milliseconds. Checking whether the file was written costs very little. */
const embeddedInterval = 500;

/** When to check for changes: on the embedded platform, only after a write by any process. */
export function changeClock({ embedded }: { readonly embedded?: Pick<EmbeddedPlatform, "platform"> }): ChangeClock {
  if (embedded === undefined) return remoteClock;
  const { database } = embedded.platform;
  return {
    delay: () => embeddedInterval,
    async stamp() {
      const { changeStamp } = await parts.database();
      return database.read(changeStamp);
    },
  };
}
