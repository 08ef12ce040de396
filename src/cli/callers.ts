import { findUser } from "../platform/store/people.ts";
import { findToken, hashToken } from "../platform/store/tokens.ts";
import type { TokenVerifier } from "../server/access/caller.ts";
import { type EmbeddedPlatform, inProcessClient } from "./connection.ts";

/** Knows the tokens of the embedded platform: whoever has one acts as its user. */
export function platformTokens({ platform }: EmbeddedPlatform): TokenVerifier {
  const find = (token: string) =>
    platform.database.read(async (queries) => {
      const row = await findToken(queries, token, platform.now());
      return row && (await findUser(queries, row.user)) && row;
    });
  return async (token) => {
    const row = await find(token);
    if (row === undefined) return undefined;
    const lasts = {
      ...(row.expires_at !== null && { until: Date.parse(row.expires_at) }),
      still: async () => (await find(token)) !== undefined,
    };
    return { client: inProcessClient(platform, token), principal: hashToken(token), lasts };
  };
}
