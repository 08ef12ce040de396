import { createHash } from "node:crypto";
import type { Config } from "../config.ts";
import { type ConfirmationStore, processStore } from "../server/confirmation/confirmation-store.ts";
import type { Connection, EmbeddedPlatform } from "./connection.ts";

/**
 * Where confirmations are kept: in the data folder, for every process on it; with another service, in this process,
 * sealed with the key of the configuration where there is one.
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

async function storeIn({ platform: { database } }: EmbeddedPlatform, given?: Buffer): Promise<ConfirmationStore> {
  const [{ settingOr }, { useConfirmation }, { randomText }] = await Promise.all([
    import("../platform/store/settings.ts"),
    import("../platform/store/confirmations.ts"),
    import("../platform/store/ids.ts"),
  ]);
  let key = given;
  return {
    async key() {
      key ??= Buffer.from(await database.write((queries) => settingOr(queries, "confirmations", () => randomText(43))));
      return key;
    },
    use: (nonce, expires, now) =>
      database.write((queries) => useConfirmation(queries, { nonce, expiresAt: isoOf(expires), now: isoOf(now) })),
  };
}

const isoOf = (milliseconds: number) => new Date(milliseconds).toISOString();
