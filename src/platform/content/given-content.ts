import type { InsertFiles } from "../../contract/models/content-change.ts";
import type { DocumentInput } from "../../contract/models/document.ts";
import { titleOf, withTitle, withTitleAbove } from "../../markdown/page/title.ts";
import { beginningOf } from "../../markdown/text/trim.ts";
import type { Fetched } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { printGivenDocument } from "./documents.ts";
import { brokenLimit } from "./page-document.ts";
import { describedIn, picturePath } from "./page-front-matter.ts";
import type { Described } from "./page-members.ts";

const longestTitle = 300;

/**
 * The text of a document an editor gave, as Markdown; `head` goes before one given as blocks. Throws `unprocessable`
 * and `payload_too_large`.
 */
export async function readGivenText(document: DocumentInput, head: string): Promise<string> {
  const text = document.markdown ?? head + (await printGivenDocument(document.document, "document.document"));
  const most = brokenLimit(text);
  if (most === undefined) return text;
  throw new Problem("payload_too_large", `document: a page holds at most ${most}. Split it into several pages.`);
}

/** A text, and what its page is to be called. */
interface TextToTitle {
  readonly text: string;
  /** The title asked for. It wins over the one in the text. */
  readonly wanted: string | undefined;
  /** What the page is called so far; undefined for a new page. */
  readonly present: string | undefined;
  /** Whether a text without a title gets one. */
  readonly shows: boolean;
}

/**
 * A text and its title: the one asked for, else that of the text, else the present one. A leading heading that repeats
 * the title asked for or the present one is the title's line; any other stays below the title as part of the body.
 */
export function withOwnTitle({ text, wanted, present, shows }: TextToTitle): { title: string; text: string } {
  const own = titleOf(text);
  const title = shortTitle(wanted ?? own?.title ?? present ?? "");
  if (own === undefined) return { title, text: shows ? withTitle(text, title) : text };
  if (wanted === undefined || own.title === title) return { title, text };
  const isTitleLine = own.title === present || own.title.toLowerCase() === title.toLowerCase();
  return { title, text: isTitleLine ? withTitle(text, title) : withTitleAbove(text, title) };
}

/** A title on one line, as the text will say it; never empty. */
export function shortTitle(title: string): string {
  return beginningOf(title.replace(/\s+/g, " "), longestTitle).trim() || "Untitled";
}

/**
 * What the front matter of `text` says about its page. What only the front matter of the text `before` said is
 * cleared: it left with its line.
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

const mostInlineBytes = 1024 * 1024;

/** The bytes and type of a file an editor gave, the one at `index` of its request. */
export function givenFile(
  file: NewFile,
  index: number,
  fetched: ReadonlyMap<string, Fetched>,
): { bytes: Uint8Array; contentType: string } {
  const usual = "application/octet-stream";
  if (file.url === undefined) {
    return { bytes: decode(file.base64 ?? "", index), contentType: file.contentType ?? usual };
  }
  const found = fetched.get(file.url);
  if (found === undefined) throw new Error(`files.${index}.url was not fetched`);
  return { bytes: found.bytes, contentType: file.contentType ?? found.contentType ?? usual };
}

function decode(base64: string, index: number): Uint8Array {
  if (!/^[A-Za-z0-9+/_-]*={0,2}$/.test(base64.replace(/\s/g, ""))) {
    throw new Problem("bad_request", `files.${index}.base64 is not base64.`);
  }
  const bytes = Buffer.from(base64, "base64");
  if (bytes.length > mostInlineBytes) {
    throw new Problem(
      "payload_too_large",
      `files.${index}.base64: a file sent this way holds at most 1 MB. Give a URL instead.`,
    );
  }
  return bytes;
}
