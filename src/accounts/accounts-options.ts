import type { DatabaseAtTime } from "../platform/kernel/database/database.ts";
import type { ClientAddress } from "../server/access/client-address.ts";
import type { FailedAttempts } from "../server/access/limits.ts";
import type { Visit } from "./visit.ts";

/** Sends one message of plain text. */
export type SendMail = (message: { to: string; subject: string; text: string }) => Promise<void>;

export interface OpenIdSettings {
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string | undefined;
}

export interface AccountsOptions {
  readonly platform: DatabaseAtTime;
  /** The organization that people join who sign in with OpenID Connect. */
  readonly organization: string;
  /** The address clients reach the server at; that of each request when left out. */
  readonly publicUrl?: string | undefined;
  /** Counts secrets that are no good. */
  readonly attempts: FailedAttempts;
  readonly clientAddress: ClientAddress;
  readonly openid?: OpenIdSettings | undefined;
  /** Left out where no mail can be sent. */
  readonly mail?: SendMail | undefined;
  /** The authorization server for members; left out where another one is named. */
  readonly isAuthorizationServer: boolean;
  /** Reads a public URL within so many bytes, through the gate for URLs that others give. */
  readonly fetchDocument: (url: string, mostBytes: number) => Promise<string>;
  /** Answers the other pages below `/app/`; undefined where there is none at an address. */
  readonly pages?: ((visit: Visit) => Promise<Response | undefined>) | undefined;
  /** Sites that anyone may read. `base` is the address of this server. */
  readonly publicSites: (base: string) => Promise<readonly PublicSite[]>;
  readonly log: (line: string) => void;
}

interface PublicSite {
  readonly title: string;
  readonly url: string;
  /** It is the manual of this server. */
  readonly isManual?: boolean;
}
