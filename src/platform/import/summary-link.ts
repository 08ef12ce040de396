import { inlineText } from "../../text/inline-text.ts";

/** The link of one entry, as written: the address is not decoded. */
export type SummaryLink = { label: string; address: string; linkTitle?: string };

/** The first link of a line, images aside. One pass: unbalanced brackets cost no more than balanced ones. */
export function readSummaryLink(text: string): SummaryLink | undefined {
  const bare = /^<?(https?:\/\/[^\s<>]+)>?$/.exec(text);
  if (bare?.[1]) return { label: bare[1], address: bare[1] };

  const open: number[] = [];
  for (let index = 0; index < text.length; index++) {
    if (text[index] === "\\") index++;
    else if (text[index] === "[") open.push(index);
    else if (text[index] === "]") {
      const start = open.pop();
      if (start === undefined || text[index + 1] !== "(") continue;
      const destination = readDestination(text, index + 2);
      if (!destination) return undefined;
      if (text[start - 1] === "!") {
        index = destination.end;
        continue;
      }
      const label = titleText(text.slice(start + 1, index));
      return { label: label || destination.address, ...destination.link };
    }
  }
  return undefined;
}

type Destination = { address: string; link: { address: string; linkTitle?: string }; end: number };

/** Inline Markdown as a title: the text a reader sees, on one line. */
export function titleText(markdown: string): string {
  return inlineText(markdown).replace(/\s+/g, " ").trim();
}

/** What stands between `(` and `)`. Spaces in an address are accepted, as people write them in file names. */
function readDestination(text: string, from: number): Destination | undefined {
  let depth = 0;
  let quote = "";
  let quotedFrom = -1;
  let quotedTo = -1;
  const angled = /^\s*<([^<>]*)>/.exec(text.slice(from));
  for (let index = from + (angled?.[0].length ?? 0); index < text.length; index++) {
    const character = text[index] ?? "";
    if (character === "\\") index++;
    else if (quote !== "") {
      if (character !== quote) continue;
      quotedTo = index;
      quote = "";
    } else if ((character === '"' || character === "'") && /\s|>/.test(text[index - 1] ?? "")) {
      quote = character;
      quotedFrom = index + 1;
    } else if (character === "(") depth++;
    else if (character === ")" && depth-- === 0) {
      const quoted = quotedTo > 0 && text.slice(quotedTo + 1, index).trim() === "";
      const written = angled?.[1] ?? text.slice(from, quoted ? quotedFrom - 1 : index);
      const address = unescapePunctuation(written).trim();
      const linkTitle = quoted ? titleText(text.slice(quotedFrom, quotedTo)) : "";
      return { address, link: linkTitle === "" ? { address } : { address, linkTitle }, end: index };
    }
  }
  return undefined;
}

function unescapePunctuation(text: string): string {
  return text.replace(/\\([!-/:-@[-`{-~])/g, "$1");
}
