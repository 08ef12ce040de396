import { expiryFrom, isSigned, sign } from "./signature.ts";

export interface FileLink {
  /** Address of the bytes. */
  readonly content: string;
  readonly name: string;
  readonly contentType: string;
}

/** Makes and checks the temporary URLs of files: whoever holds one may read that file until it expires. */
export class FileLinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  url(origin: string, given: FileLink, now: string): string {
    const file = { ...given, name: pathSegment(given.name), contentType: wellFormed(given.contentType) };
    const expires = expiryFrom(now);
    const query = new URLSearchParams({
      type: file.contentType,
      expires: String(expires),
      signature: sign(this.#key, partsOf(file, expires)),
    });
    return `${origin}/files/${file.content}/${encodeURIComponent(file.name)}?${query}`;
  }

  /** The file a URL stands for; undefined when it was not made here or has expired. */
  read(url: URL, now: string): FileLink | undefined {
    const [, content = "", name = ""] = /^\/files\/([A-Za-z0-9_-]+)\/([^/]+)$/.exec(url.pathname) ?? [];
    const expires = Number(url.searchParams.get("expires"));
    const file = { content, name: decode(name), contentType: url.searchParams.get("type") ?? "" };
    if (!isSigned(this.#key, partsOf(file, expires), url.searchParams.get("signature") ?? "")) return undefined;
    return expires * 1000 > Date.parse(now) ? file : undefined;
  }
}

const partsOf = ({ content, name, contentType }: FileLink, expires: number) => [content, name, contentType, expires];

/** The name of a file, as far as it can be the last segment of a path. */
const pathSegment = (name: string) => (/^\.{0,2}$/.test(name) ? "file" : wellFormed(name));

/** Half a surrogate pair cannot stand in a URL; U+FFFD stands in for it. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** What cannot be decoded stays as it is, and then bears no signature. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

declare module "../context.ts" {
  interface Setup {
    readonly fileLinks: FileLinks;
  }
}
