import type { DocumentInput } from "../../contract/models/document.ts";
import { readFrontMatter } from "../../text/front-matter.ts";
import { titleOf, withTitle } from "../../text/title.ts";
import { Problem } from "../problem.ts";
import type { PageRecord } from "./records.ts";

const mostTextBytes = 5 * 1024 * 1024;
const longestTitle = 300;
const longestDescription = 2000;
const longestSymbol = 50;

/**
 * The text of a document an editor gave, as Markdown; `head` goes before one given as blocks. Throws `unprocessable`
 * and `payload_too_large`.
 */
export async function readGivenText(document: DocumentInput, head: string): Promise<string> {
  const text = document.markdown ?? head + (await printDocument(document.document));
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
  return shortened(title.replace(/\s+/g, " "), longestTitle) || "Untitled";
}

type Described = Pick<PageRecord, "description" | "icon" | "emoji" | "hidden">;

/**
 * What the front matter of `text` says about its page. What only the front matter of the text `before` said is
 * cleared: it left with its line.
 */
export function describedBy(text: string, before: string | undefined, page: Partial<Described>): Partial<Described> {
  const present = frontMatterOf(text);
  const earlier = frontMatterOf(before ?? "");
  const left = Object.entries(earlier).filter(
    ([name, value]) => !(name in present) && page[name as keyof Described] === value,
  );
  return { ...Object.fromEntries(left.map(([name]) => [name, undefined])), ...present };
}

function frontMatterOf(text: string): Partial<Described> {
  const { attributes } = readFrontMatter(text);
  const words = Object.entries({ description: longestDescription, icon: longestSymbol, emoji: longestSymbol }).flatMap(
    ([name, longest]) => {
      const value = attributes[name];
      return typeof value === "string" ? [[name, shortened(value, longest)]] : [];
    },
  );
  return {
    ...Object.fromEntries(words),
    ...(typeof attributes.hidden === "boolean" ? { hidden: attributes.hidden } : {}),
  };
}

/** At most `length` UTF-16 units, no half letter at the end. */
function shortened(text: string, length: number): string {
  return text
    .slice(0, length)
    .replace(/[\ud800-\udbff]$/, "")
    .trim();
}

async function printDocument(document: unknown): Promise<string> {
  const { markdownFromDocument } = await import("../../text/document/to-markdown.ts");
  try {
    return markdownFromDocument(document as Parameters<typeof markdownFromDocument>[0]);
  } catch (error) {
    throw new Problem("unprocessable", `document: ${error instanceof Error ? error.message : "cannot be read"}.`);
  }
}
