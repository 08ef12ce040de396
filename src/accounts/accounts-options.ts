import type { DatabaseAtTime } from "../platform/kernel/database/database.ts";
import type { ClientAddress } from "../server/access/client-address.ts";
import type { FailedAttempts } from "../server/access/limits.ts";
import type { PageContext } from "./page-context.ts";

/** Sends one message of plain text. */
export type SendMail = (message: { to: string; subject: string; text: string }) => Promise<void>;

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

export interface AccountsOptions {
  readonly platform: DatabaseAtTime;
  /** The organization that people join when they sign in with OpenID Connect. */
  readonly organization: string;
  /** The address at which clients reach the server; if undefined, that of each request. */
  readonly publicUrl?: string | undefined;
  /** Counts invalid secrets. */
  readonly attempts: FailedAttempts;
  readonly clientAddress: ClientAddress;
  readonly openid?: OpenIdSettings | undefined;
  /** Undefined if mail is not configured. */
  readonly mail?: SendMail | undefined;
  /** Whether there is an authorization server for members here; false if another one is configured. */
  readonly isAuthorizationServer: boolean;
  /** Fetches a public URL within a size limit, through the gate for untrusted URLs. */
  readonly fetchDocument: (url: string, maxBytes: number) => Promise<string>;
  /** Serves the other pages below `/app/`; undefined for an unknown address. */
  readonly pages?: ((context: PageContext) => Promise<Response | undefined>) | undefined;
  /** Sites that anyone may read. `base` is the address of this server. */
  readonly publicSites: (base: string) => Promise<readonly PublicSite[]>;
  readonly log: (line: string) => void;
}

interface PublicSite {
  readonly title: string;
  readonly url: string;
  /** Whether it is this server's manual. */
  readonly isManual?: boolean;
}
