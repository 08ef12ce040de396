import { findUser } from "../platform/store/people.ts";
import { findToken, hashToken } from "../platform/store/tokens.ts";
import type { TokenVerifier } from "../server/access/caller.ts";
import { type EmbeddedPlatform, inProcessClient } from "./connection.ts";

/** Knows the tokens of the embedded platform: whoever has one acts as its user. */
export function platformTokens({ platform }: EmbeddedPlatform): TokenVerifier {
  return async (token) => {
    const user = await platform.database.read(async (queries) => {
      const row = await findToken(queries, token, platform.now());
      return row && findUser(queries, row.user);
    });
    return user && { client: inProcessClient(platform, token), principal: hashToken(token) };
  };
}
