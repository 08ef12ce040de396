import { hashSecret } from "../../kernel/bytes.ts";
import { randomText } from "../../kernel/database/ids.ts";
import type { Json, Queries, Row, Timestamp } from "../../kernel/database/tables.ts";
import { openColumn, type Sealed, sealColumn } from "../../kernel/secrets/sealed-columns.ts";

/** How long a person may take to sign in at a provider, in milliseconds. */
const requestLength = 15 * 60 * 1000;

interface NewRequest {
  /** `saml:<id>` or `oidc`. */
  readonly provider: string;
  /** The secret in the browser's cookie. */
  readonly browser: string;
  readonly nonce?: string;
  readonly verifier?: string;
  readonly returnTo: string | undefined;
}

/** Records that a browser was sent to a provider, and returns the id that the provider's response must contain. */
export async function createRequest(queries: Queries, request: NewRequest, now: string): Promise<string> {
  await queries.deleteFrom("sign_in_request").where("expires_at", "<=", now).execute();
  // XML requires an id to begin with a letter or an underscore.
  const id = `_${randomText(43)}`;
  await queries
    .insertInto("sign_in_request")
    .values({
      id,
      provider: request.provider,
      browser: hashSecret(request.browser),
      nonce: request.nonce === undefined ? null : sealColumn(queries, "sign_in_request.nonce", { id }, request.nonce),
      verifier:
        request.verifier === undefined
          ? null
          : sealColumn(queries, "sign_in_request.verifier", { id }, request.verifier),
      return_to: request.returnTo ?? null,
      answer: null,
      created_at: now,
      expires_at: new Date(Date.parse(now) + requestLength).toISOString(),
    })
    .execute();
  return id;
}

/**
 * Stores a provider's response for the browser that requested it. Returns whether there was a request without a
 * response.
 */
export async function storeProviderResponse(
  queries: Queries,
  { id, provider, answer }: { readonly id: string; readonly provider: string; readonly answer: Json },
  now: string,
): Promise<boolean> {
  const { numUpdatedRows } = await queries
    .updateTable("sign_in_request")
    .set({ answer })
    .where("id", "=", id)
    .where("provider", "=", provider)
    .where("answer", "is", null)
    .where("expires_at", ">", now)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Consumes a browser's request. Undefined, without consuming it, if it belongs to another browser. */
export async function takeRequest(
  queries: Queries,
  { id, provider, browser }: { readonly id: string; readonly provider: string; readonly browser: string },
  now: string,
): Promise<SignInRequest | undefined> {
  const row = await queries
    .deleteFrom("sign_in_request")
    .where("id", "=", id)
    .where("provider", "=", provider)
    .where("browser", "=", hashSecret(browser))
    .where("expires_at", ">", now)
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return undefined;
  const { nonce, verifier } = row;
  return {
    ...row,
    nonce: nonce === null ? null : openColumn(queries, "sign_in_request.nonce", { id, nonce }),
    verifier: verifier === null ? null : openColumn(queries, "sign_in_request.verifier", { id, verifier }),
  };
}

interface SignInRequest extends Omit<Row<"sign_in_request">, "nonce" | "verifier"> {
  readonly nonce: string | null;
  readonly verifier: string | null;
}

interface SignInRequestTable {
  id: string;
  provider: string;
  /** SHA-256 of the secret in the browser's cookie, hexadecimal. */
  browser: string;
  nonce: Sealed | null;
  /** The PKCE secret. */
  verifier: Sealed | null;
  return_to: string | null;
  /** The provider's response, if it arrives before the browser returns. */
  answer: Json | null;
  created_at: Timestamp;
  expires_at: Timestamp;
}

declare module "../../kernel/database/tables.ts" {
  interface Tables {
    sign_in_request: SignInRequestTable;
  }
}
