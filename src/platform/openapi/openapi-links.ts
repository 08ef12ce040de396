import { expiryFrom, isSigned, sign } from "../kernel/signature.ts";

/** Addresses of specifications' texts: for a version until it expires, and for what is public for as long as it is. */
export class OpenAPILinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  url(origin: string, version: string, now: string): string {
    const expires = expiryFrom(now);
    const signature = sign(this.#key, ["openapi", version, expires]);
    return `${origin}/openapi/${version}?${new URLSearchParams({ expires: String(expires), signature })}`;
  }

  publicUrl(origin: string, key: string): string {
    return `${origin}/openapi/public/${key}`;
  }

  /** The version an address stands for; undefined when it was not made here or has expired. */
  readVersion(url: URL, now: string): string | undefined {
    const version = /^\/openapi\/([A-Za-z0-9]+)$/.exec(url.pathname)?.[1] ?? "";
    const expires = Number(url.searchParams.get("expires"));
    const signature = url.searchParams.get("signature") ?? "";
    if (!isSigned(this.#key, ["openapi", version, expires], signature)) return undefined;
    return expires * 1000 > Date.parse(now) ? version : undefined;
  }

  readPublicKey(url: URL): string | undefined {
    return /^\/openapi\/public\/([A-Za-z0-9]+)$/.exec(url.pathname)?.[1];
  }
}

declare module "../kernel/context.ts" {
  interface Setup {
    readonly openapiLinks: OpenAPILinks;
  }
}
