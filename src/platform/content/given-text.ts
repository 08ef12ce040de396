import type { DocumentInput } from "../../contract/models/document.ts";
import { beginningOf } from "../../text/shortened.ts";
import { titleOf, withTitle } from "../../text/title.ts";
import { Problem } from "../problem.ts";
import { printGivenDocument } from "./given-document.ts";
import { type Described, describedIn, picturePath } from "./page-front-matter.ts";

const mostTextBytes = 5 * 1024 * 1024;
const longestTitle = 300;

/**
 * The text of a document an editor gave, as Markdown; `head` goes before one given as blocks. Throws `unprocessable`
 * and `payload_too_large`.
 */
export async function readGivenText(document: DocumentInput, head: string): Promise<string> {
  const text = document.markdown ?? head + (await printGivenDocument(document.document, "document.document"));
  if (Buffer.byteLength(text) > mostTextBytes) {
    throw new Problem("payload_too_large", "document: a page holds at most 5 MB of text. Split it into several pages.");
  }
  return text;
}

/** The title of a text: its own one, else `fallback`, which is written into it when it `shows` its title. */
export function withOwnTitle(text: string, fallback: string, shows: boolean): { title: string; text: string } {
  const own = titleOf(text);
  if (own !== undefined) return { title: shortTitle(own.title), text };
  const title = shortTitle(fallback);
  return { title, text: shows ? withTitle(text, title) : text };
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
