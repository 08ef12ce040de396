import { expiryFrom, isSigned, sign } from "../../kernel/signature.ts";
import type { Claims } from "./adaptive-schema.ts";

/** What a preview address grants, on behalf of the member who requested it. */
export interface Preview {
  readonly site: string;
  /** The member who requested it: spaces that this member may not read are hidden. */
  readonly user: string;
  /** Whether drafts are included. */
  readonly draft: boolean;
  /** Visitor attributes to simulate. */
  readonly claims: Claims;
  /** What its address shows, instead of the active content. */
  readonly version?: VersionName | undefined;
}

/** A change request, by number or id, or a revision, as `~/changes/<number>` and `~/revisions/<id>` name them. */
export interface VersionName {
  readonly kind: "changes" | "revisions";
  readonly name: string;
}

/** A preview with the time at which it ends, in seconds since 1970. */
export type ReadPreview = Preview & { readonly expires: number };

/** Makes and verifies the tokens in preview addresses. For an hour, a token's holder sees the site as the member does. */
export class PreviewLinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  token(preview: Preview, now: string): string {
    const body = Buffer.from(JSON.stringify([preview, expiryFrom(now)])).toString("base64url");
    return `${body}.${sign(this.#key, [purpose, body])}`;
  }

  /** Undefined for a token that was not made here, belongs to another site or has expired. */
  read(token: string, site: string, now: string): ReadPreview | undefined {
    const preview = this.find(token, now);
    return preview?.site === site ? preview : undefined;
  }

  /** The same for any site. */
  find(token: string, now: string): ReadPreview | undefined {
    const [body = "", signature = ""] = token.split(".");
    if (!isSigned(this.#key, [purpose, body], signature)) return undefined;
    const [preview, expires] = JSON.parse(Buffer.from(body, "base64url").toString()) as [Preview, number];
    return expires * 1000 > Date.parse(now) ? { ...preview, expires } : undefined;
  }
}

/** Prevents other kinds of links signed with the same key from being accepted as previews. */
const purpose = "site-preview";

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly previewLinks: PreviewLinks;
  }
  interface Context {
    /** The token of a preview's address, if that is what the call is made with. */
    readonly previewToken?: string | undefined;
  }
}
