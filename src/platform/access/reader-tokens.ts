import type { Context } from "../kernel/context.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { expiryFrom, isSignature, signText } from "../kernel/signature.ts";
import { findUser } from "./people-rows.ts";

/** A JWT signed with HS256, so that recipients can read its expiry. */
const header = encoded({ alg: "HS256", typ: "JWT" });

const audience = "copydesk-reader";

/** Short-lived tokens for reading what a user may read, and nothing else. */
export class ReaderTokens {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  make({ user, now }: Pick<Context, "user" | "now">): string {
    const body = `${header}.${encoded({ aud: audience, sub: user.id, exp: expiryFrom(now) })}`;
    return `${body}.${signText(this.#key, body)}`;
  }

  /**
   * The user of the token in an `Authorization`; undefined if it is invalid, expired, or its user is gone or suspended.
   */
  async userOf(queries: Queries, authorization: string | null, now: string): Promise<Row<"user"> | undefined> {
    const token = /^Bearer +(\S+)\s*$/i.exec(authorization ?? "")?.[1] ?? "";
    if (!token.startsWith(`${header}.`)) return undefined;
    const end = token.lastIndexOf(".");
    const body = token.slice(0, end);
    if (!isSignature(token.slice(end + 1), signText(this.#key, body))) return undefined;
    const { aud, sub, exp } = JSON.parse(Buffer.from(body.slice(header.length + 1), "base64url").toString()) as {
      readonly aud: string;
      readonly sub: string;
      readonly exp: number;
    };
    if (aud !== audience || exp * 1000 <= Date.parse(now)) return undefined;
    const user = await findUser(queries, sub);
    return user?.disabled === 0 ? user : undefined;
  }
}

function encoded(value: object): string {
  return Buffer.from(JSON.stringify(value)).toString("base64url");
}

declare module "../kernel/context.ts" {
  interface Setup {
    readonly readerTokens: ReaderTokens;
  }
}
