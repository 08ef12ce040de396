import type { Adapter, AdapterPayload } from "oidc-provider";
import { endAgent } from "../../platform/access/agents-rows.ts";
import {
  consumeOauthRecord,
  countWaitingClients,
  deleteOauthRecord,
  findOauthRecord,
  findOauthRecordByUid,
  putOauthRecord,
  removeExpiredOauthRecords,
} from "../../platform/access/oauth-records-rows.ts";
import type { DatabaseAtTime } from "../../platform/kernel/database/database.ts";
import type { Row } from "../../platform/kernel/database/tables.ts";

/** How long a registration waits for somebody to agree, in seconds. */
const waiting = 24 * 60 * 60;

/** Registrations that nobody agreed to yet. */
const mostWaiting = 500;

interface AdapterOptions {
  readonly platform: DatabaseAtTime;
  /** What is thrown where something was consumed by another request meanwhile. */
  readonly consumed: () => Error;
  /** What is thrown where too many registrations wait. */
  readonly full: () => Error;
}

/** Keeps what the library of the authorization server stores. Of a secret, only its hash. */
export function recordAdapter(kind: string, { platform, consumed, full }: AdapterOptions): Adapter {
  const { database, now } = platform;

  const payloadOf = (row: Row<"oauth_record">, id: string | undefined): AdapterPayload => {
    const payload = JSON.parse(row.payload) as AdapterPayload;
    return {
      ...payload,
      ...(id !== undefined && payload.kind !== undefined && { jti: id }),
      ...(row.consumed_at !== null && { consumed: Math.floor(Date.parse(row.consumed_at) / 1000) }),
    };
  };

  return {
    async upsert(id, payload, expiresIn) {
      const { jti, ...kept } = payload;
      const isOwnSecret = jti === id && !publicIds.has(kind);
      const seconds = kind === "Client" ? waiting : expiresIn;
      const time = now();
      await database.write(async (queries) => {
        await removeExpiredOauthRecords(queries, time);
        if (kind === "Client" && (await countWaitingClients(queries, time)) >= mostWaiting) throw full();
        await putOauthRecord(queries, {
          kind,
          id,
          payload: JSON.stringify(isOwnSecret ? kept : payload),
          agent: kind === "Grant" ? id : payload.grantId,
          uid: payload.uid,
          expiresAt: seconds === undefined ? undefined : new Date(Date.parse(time) + seconds * 1000).toISOString(),
        });
      });
    },
    async find(id) {
      const row = await database.read((queries) => findOauthRecord(queries, kind, id, now()));
      return row && payloadOf(row, publicIds.has(kind) ? undefined : id);
    },
    async findByUid(uid) {
      const row = await database.read((queries) => findOauthRecordByUid(queries, kind, uid));
      return row && payloadOf(row, undefined);
    },
    findByUserCode: async () => undefined,
    async consume(id) {
      if (!(await database.write((queries) => consumeOauthRecord(queries, kind, id, now())))) throw consumed();
    },
    destroy: (id) => database.write((queries) => deleteOauthRecord(queries, kind, id)),
    async revokeByGrantId(grantId) {
      await database.write((queries) => endAgent(queries, grantId));
    },
  };
}

/** What is stored with its id, which lets nobody in, or is looked up by another name too. */
const publicIds: ReadonlySet<string> = new Set(["Grant", "Session", "Client", "Interaction"]);
