import { expiryFrom, isSigned, sign } from "../kernel/signature.ts";
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
}

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
  read(token: string, site: string, now: string): Preview | undefined {
    const [body = "", signature = ""] = token.split(".");
    if (!isSigned(this.#key, [purpose, body], signature)) return undefined;
    const [preview, expires] = JSON.parse(Buffer.from(body, "base64url").toString()) as [Preview, number];
    return preview.site === site && expires * 1000 > Date.parse(now) ? preview : undefined;
  }
}

/** Prevents other kinds of links signed with the same key from being accepted as previews. */
const purpose = "site-preview";

declare module "../kernel/context.ts" {
  interface Setup {
    readonly previewLinks: PreviewLinks;
  }
}
