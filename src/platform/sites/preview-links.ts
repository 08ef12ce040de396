import { expiryFrom, isSigned, sign } from "../kernel/signature.ts";
import type { Claims } from "./adaptive-schema.ts";

/** What the address of a preview allows, on behalf of the member who asked for it. */
export interface Preview {
  readonly site: string;
  /** Whose eyes it has: spaces that the member may not read are not shown. */
  readonly user: string;
  /** Whether drafts are shown. */
  readonly draft: boolean;
  /** Attributes of the visitor to play. */
  readonly claims: Claims;
}

/** Makes and checks the tokens in addresses of previews: whoever has one sees the site as the member does, for an hour. */
export class PreviewLinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  token(preview: Preview, now: string): string {
    const body = Buffer.from(JSON.stringify([preview, expiryFrom(now)])).toString("base64url");
    return `${body}.${sign(this.#key, [purpose, body])}`;
  }

  /** Undefined for a token that was not made here, is another site's or has expired. */
  read(token: string, site: string, now: string): Preview | undefined {
    const [body = "", signature = ""] = token.split(".");
    if (!isSigned(this.#key, [purpose, body], signature)) return undefined;
    const [preview, expires] = JSON.parse(Buffer.from(body, "base64url").toString()) as [Preview, number];
    return preview.site === site && expires * 1000 > Date.parse(now) ? preview : undefined;
  }
}

/** Keeps one kind of link from being taken for another that is signed with the same key. */
const purpose = "site-preview";

declare module "../kernel/context.ts" {
  interface Setup {
    readonly previewLinks: PreviewLinks;
  }
}
