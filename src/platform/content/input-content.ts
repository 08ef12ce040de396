import type { InsertFiles } from "../../contract/models/content-change.ts";
import type { DocumentInput } from "../../contract/models/document.ts";
import { findTitle, withTitle, withTitleAbove } from "../../markdown/page/title.ts";
import { truncate } from "../../markdown/text/trim.ts";
import { findExceededLimit } from "../../markdown/versions/page-limits.ts";
import type { Fetched } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { printDocumentField } from "./documents.ts";
import { describedIn, picturePath } from "./page-front-matter.ts";
import type { Described } from "./page-members.ts";

const maxTitleLength = 300;

/**
 * The Markdown of a document an editor sent; `head` is put before one sent as blocks. Throws `unprocessable` or
 * `payload_too_large`.
 */
export async function readDocumentText(document: DocumentInput, head: string): Promise<string> {
  const text = document.markdown ?? head + (await printDocumentField(document.document, "document.document"));
  const exceededLimit = findExceededLimit(text);
  if (exceededLimit === undefined) return text;
  throw new Problem(
    "payload_too_large",
    `document: a page holds at most ${exceededLimit}. Split it into several pages.`,
  );
}

/** A text and the title its page should have. */
interface TextToTitle {
  readonly text: string;
  /** The title requested. It takes precedence over the one in the text. */
  readonly wanted: string | undefined;
  /** The page's current title; undefined for a new page. */
  readonly present: string | undefined;
  /** Whether to add a title to a text that has none. */
  readonly shows: boolean;
}

/**
 * A text and its title: the requested one, or else the text's own, or else the current one. A leading heading that
 * repeats the requested or current title becomes the title line; any other stays in the body.
 */
export function withOwnTitle({ text, wanted, present, shows }: TextToTitle): { title: string; text: string } {
  const own = findTitle(text);
  const title = shortTitle(wanted ?? own?.title ?? present ?? "");
  if (own === undefined) return { title, text: shows ? withTitle(text, title) : text };
  if (wanted === undefined || own.title === title) return { title, text };
  const isTitleLine = own.title === present || own.title.toLowerCase() === title.toLowerCase();
  return { title, text: isTitleLine ? withTitle(text, title) : withTitleAbove(text, title) };
}

/** A title on one line, as the text will have it; never empty. */
export function shortTitle(title: string): string {
  return truncate(title.replace(/\s+/g, " "), maxTitleLength).trim() || "Untitled";
}

/**
 * What the front matter of `text` says about its page. Members that only the front matter of `before` had are cleared,
 * because their line was removed.
 */
export function describedBy(
  text: string,
  before: string | undefined,
  page: Partial<Described> & { readonly source?: string | undefined },
): Partial<Described> {
  const picture = (address: string) => picturePath(address, page.source ?? "");
  const present = describedIn(text, picture);
  const earlier = describedIn(before ?? "", picture);
  const left = Object.entries(earlier).filter(
    ([name, value]) => !(name in present) && JSON.stringify(page[name as keyof Described]) === JSON.stringify(value),
  );
  return { ...Object.fromEntries(left.map(([name]) => [name, undefined])), ...present };
}

type NewFile = InsertFiles["files"][number];

const maxInlineBytes = 1024 * 1024;

/** The bytes and type of the file at `index` of an editor's request. */
export function readInputFile(
  file: NewFile,
  index: number,
  fetched: ReadonlyMap<string, Fetched>,
): { bytes: Uint8Array; contentType: string } {
  const defaultType = "application/octet-stream";
  if (file.url === undefined) {
    return { bytes: decode(file.base64 ?? "", index), contentType: file.contentType ?? defaultType };
  }
  const found = fetched.get(file.url);
  if (found === undefined) throw new Error(`files.${index}.url was not fetched`);
  return { bytes: found.bytes, contentType: file.contentType ?? found.contentType ?? defaultType };
}

function decode(base64: string, index: number): Uint8Array {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replace(/\s/g, ""))) {
    throw new Problem("bad_request", `files.${index}.base64 is not base64.`);
  }
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > maxInlineBytes) {
    throw new Problem(
      "payload_too_large",
      `files.${index}.base64: a file sent this way holds at most 1 MB. Give a URL instead.`,
    );
  }
  return bytes;
}
