import { scanBlocks } from "../grammar/blocks.ts";
import { scanInline } from "../grammar/inline.ts";
import { escapeInline } from "./escape-markdown.ts";

/** A text mentions a user by a link to this address. */
export const mentionHref = (user: string): string => `/users/${user}`;

/** The user that a link to an address mentions, if any. */
export const mentionedUser = (href: string): string | undefined => /^\/users\/([A-Za-z0-9_-]+)$/.exec(href)?.[1];

export const printMention = (name: string, user: string): string => `[@${escapeInline(name)}](${mentionHref(user)})`;

/**
 * Every `@` of inline text that may begin a name, with the rest of its block: at the beginning of a word,
 * outside code, links, elements and comments. Linear.
 */
export function listAtSigns(markdown: string): { start: number; end: number }[] {
  const found: { start: number; end: number }[] = [];
  for (const block of scanBlocks(markdown)) {
    if (block.kind !== "text") continue;
    const source = markdown.slice(block.start, block.end);
    let links = 0;
    for (const token of scanInline(source)) {
      if (token.kind === "open" && token.linked) links += 1;
      if (token.kind === "close" && token.linked) links -= 1;
      if (token.kind !== "text" || links > 0) continue;
      for (let at = source.indexOf("@", token.start); at !== -1 && at < token.end; at = source.indexOf("@", at + 1)) {
        if (at > 0 && /[\p{L}\p{N}@/.]/u.test(source.charAt(at - 1))) continue;
        found.push({ start: block.start + at, end: block.end });
      }
    }
  }
  return found;
}
