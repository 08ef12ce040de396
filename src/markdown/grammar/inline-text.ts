import { runToEnd, type WorkInSteps } from "../text/work-in-steps.ts";
import { pairEmphasis } from "./emphasis.ts";
import { decodeEntities } from "./html.ts";
import { type InlineToken, type Labels, scanningInline } from "./inline.ts";

const markupPattern = /[\\`*_~[\]!<&{]/;

/** Elements inside a word; every other element separates what is on its two sides. */
const withinWords: ReadonlySet<string> = new Set(
  "a abbr b bdi bdo cite code data del dfn em font i ins kbd mark q s samp small span strong sub sup time u var wbr".split(
    " ",
  ),
);

/**
 * Inline text as a reader sees it: link and image texts, code, decoded entities; no destinations, elements,
 * comments, tags or emphasis marks. Linear in its length. `labels` as in `scanInline`.
 */
export const inlineText = (source: string, labels?: Labels): string =>
  markupPattern.test(source) ? runToEnd(readingInlineText(source, labels)) : source;

/** The same in steps, for a text that may be long. */
export function* readingInlineText(source: string, labels?: Labels): WorkInSteps<string> {
  if (!markupPattern.test(source)) return source;
  const tokens = yield* scanningInline(source, { ...(labels && { labels }) });
  const runs = pairEmphasis(source, tokens);
  let text = "";
  for (const [index, token] of tokens.entries()) {
    if (index % 1_000 === 999) yield;
    const run = runs.get(token);
    text += run ? run.character.repeat(run.left) : visibleText(source, token);
  }
  return text;
}

function visibleText(source: string, token: InlineToken): string {
  switch (token.kind) {
    case "escape":
      return source.slice(token.start + 1, token.end);
    case "code":
      return codeText(source.slice(token.content.start, token.content.end));
    case "autolink":
      return source.slice(token.content.start, token.content.end);
    case "entity":
    case "address":
      return decodeEntities(source.slice(token.start, token.end));
    case "element":
      return withinWords.has(token.name) ? "" : " ";
    case "comment":
    case "tag":
      return "";
    case "open":
    case "close":
      return token.linked ? "" : source.slice(token.start, token.end);
    default:
      return source.slice(token.start, token.end);
  }
}

/** The code in a code span, without the space that separates backticks from its marks. */
export function codeText(content: string): string {
  const padded = content.startsWith(" ") && content.endsWith(" ") && /[^ ]/.test(content);
  return padded ? content.slice(1, -1) : content;
}
