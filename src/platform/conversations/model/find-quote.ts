import { visibleLine } from "../../models/plain-line.ts";

const leastCharacters = 8;
const mostCharacters = 300;

/** One character for one, so that places in both are the same. */
const evened = (text: string) =>
  text
    .replace(/[‘’‛′]/g, "'")
    .replace(/[“”„‟″«»]/g, '"')
    .replace(/[‐‑‒–—]/g, "-");

/**
 * The passage of somebody's messages that a model quotes, as it stands there. Undefined when nobody wrote it, and when
 * it is too short to show anything.
 */
export function findQuote(quote: string, messages: readonly string[]): string | undefined {
  const sought = evened(visibleLine(quote)).replace(/^["'.… ]+|["'.… ]+$/g, "");
  for (const message of messages) {
    const text = visibleLine(message);
    const at = evened(text).indexOf(sought);
    const isTelling = sought.length >= Math.min(leastCharacters, text.length) && sought !== "";
    if (at !== -1 && isTelling) return text.slice(at, at + Math.min(sought.length, mostCharacters));
  }
  return undefined;
}
