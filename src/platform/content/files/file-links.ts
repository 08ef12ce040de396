import { serveBytes } from "../../kernel/bytes.ts";
import type { Database } from "../../kernel/database/database.ts";
import { errorResponse } from "../../kernel/error-response.ts";
import { expiryFrom, isSigned, sign } from "../../kernel/signature.ts";
import { findBlob } from "../content-rows.ts";

interface FileLink {
  /** Address of the bytes. */
  readonly content: string;
  readonly name: string;
  readonly contentType: string;
}

/** Creates and checks temporary URLs of files: anyone with the URL can read that file until it expires. */
export class FileLinks {
  readonly #key: string;

  constructor(key: string) {
    this.#key = key;
  }

  url(origin: string, link: FileLink, now: string): string {
    const file = { ...link, name: pathSegment(link.name), contentType: wellFormed(link.contentType) };
    const expires = expiryFrom(now);
    const query = new URLSearchParams({
      type: file.contentType,
      expires: String(expires),
      signature: sign(this.#key, listSignedParts(file, expires)),
    });
    return `${origin}/files/${file.content}/${encodeURIComponent(file.name)}?${query}`;
  }

  /** The file that a URL refers to; undefined if it was not created here or has expired. */
  read(url: URL, now: string): FileLink | undefined {
    const [, content = "", name = ""] = /^\/files\/([A-Za-z0-9_-]+)\/([^/]+)$/.exec(url.pathname) ?? [];
    const expires = Number(url.searchParams.get("expires"));
    const file = { content, name: decode(name), contentType: url.searchParams.get("type") ?? "" };
    if (!isSigned(this.#key, listSignedParts(file, expires), url.searchParams.get("signature") ?? "")) return undefined;
    return expires * 1000 > Date.parse(now) ? file : undefined;
  }
}

const listSignedParts = ({ content, name, contentType }: FileLink, expires: number) => [
  content,
  name,
  contentType,
  expires,
];

/** The name of a file, made usable as the last segment of a path. */
const pathSegment = (name: string) => (/^\.{0,2}$/.test(name) ? "file" : wellFormed(name));

/** A URL cannot contain half a surrogate pair; U+FFFD replaces it. */
const wellFormed = (text: string) => Buffer.from(text).toString();

/** Text that cannot be decoded is returned unchanged and then has no valid signature. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly fileLinks: FileLinks;
  }
}

export async function serveFile(
  database: Database,
  links: FileLinks,
  request: Request,
  now: string,
): Promise<Response> {
  if (request.method !== "GET" && request.method !== "HEAD") {
    return errorResponse("method_not_allowed", "A file can only be downloaded.", { Allow: "GET, HEAD" });
  }
  const file = links.read(new URL(request.url), now);
  // The link may be older than a backup that has since been restored.
  const bytes = file && (await database.read((queries) => findBlob(queries, file.content)));
  if (file === undefined || bytes === undefined) {
    return errorResponse(
      "forbidden",
      "This download link has expired or was not created here. Read the file again to get a new one.",
    );
  }
  return serveBytes(request, { ...file, tag: file.content, bytes });
}
