/**
 * What marked's lexer may take for a text, in characters it looks at: it is quadratic in a few shapes that no page for
 * people has, and linear in everything else. Counted in one pass, so that such a text can be left alone.
 */

const LIST_MARKER = /^[ \t]*(?:[-*+]|\d{1,9}[.)])(?:[ \t]|$)/;

/** Of the blocks of a text: items of a list are put together line by line, and blank lines within code looked at again and again. */
export function blockCost(markdown: string): number {
  let cost = 0;
  let itemStart = -1;
  let itemLines = 0;
  let blanks = 0;
  const endItem = (end: number) => {
    if (itemStart !== -1) cost += itemLines * (end - itemStart);
    itemStart = -1;
    itemLines = 0;
  };
  for (let at = 0; at < markdown.length; ) {
    const feed = markdown.indexOf("\n", at);
    const next = feed === -1 ? markdown.length : feed + 1;
    const line = markdown.slice(at, Math.min(next, at + 200));
    if (line.trim() === "") blanks += 1;
    else {
      const isItem = LIST_MARKER.test(line);
      if (isItem || (blanks > 0 && !/^[ \t]/.test(line))) endItem(at);
      if (isItem) itemStart = at;
      cost += blanks * blanks;
      blanks = 0;
    }
    itemLines += 1;
    at = next;
  }
  endItem(markdown.length);
  return cost;
}

const ADDRESS_CHARACTERS = /[a-zA-Z0-9.!#$%&'*+/=?_`{|}~-]{100,}/g;
const URL = /(?:https?:\/\/|ftp:\/\/|www\.)[^\s<]{100,}/gi;
const SPACES = / {100,}/g;

/** Of the inline marks of a text, with so many delimiters. */
export function inlineCost(text: string, delimiters: number): number {
  const addresses = text.includes("@") ? squares(text, ADDRESS_CHARACTERS) : 0;
  const urls = text.includes("://") || /www\./i.test(text) ? squares(text, URL) : 0;
  return text.length * delimiters + addresses + urls + squares(text, SPACES);
}

function squares(text: string, run: RegExp): number {
  let sum = 0;
  for (const [found] of text.matchAll(run)) sum += found.length ** 2;
  return sum;
}
