import { parts } from "../platform/index.ts";
import type { RecognizeCaller } from "../server/access/oauth.ts";
import { actingClient, type EmbeddedPlatform } from "./connection.ts";

/** Finds the members whom an authorization server's tokens are about. */
export function memberCallers({ platform }: Pick<EmbeddedPlatform, "platform">): RecognizeCaller {
  const { database, now } = platform;
  return async (subject) => {
    const { linkSubject, mayCall, recognizeCaller } = await parts.signIn();
    const found = await database.read((queries) => recognizeCaller(queries, subject));
    if ("reason" in found) return found.reason;
    const { user, isLinked } = found;
    if (!isLinked) await database.write((queries) => linkSubject(queries, subject, user, now()));
    return {
      clientWithin: (scope) => actingClient(platform, { user, scope }),
      principal: user,
      still: () => database.read((queries) => mayCall(queries, user)),
    };
  };
}
