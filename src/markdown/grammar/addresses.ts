/** Bare addresses in running text, as in GitHub's dialect. Offsets are into the text. */

const urlPattern = /(?:https?:\/\/|ftp:\/\/|www\.)[a-zA-Z0-9-][^\s<]*/iy;

const urlWithinBracketsPattern = /(?:https?:\/\/|ftp:\/\/|www\.)[a-zA-Z0-9-](?:[^\s<[\]]|\[[^\s<[\]]*\])*/iy;

const domainPattern = /@[a-zA-Z0-9_-]+(?:\.[a-zA-Z0-9_-]*[a-zA-Z0-9])+(?!-|_*[a-zA-Z0-9])/y;

/** The scheme of an address that continues with `://` at `colon`. */
export function schemeBefore(source: string, colon: number): string | undefined {
  if (!source.startsWith("//", colon + 1)) return undefined;
  return /(?:https?|ftp)$/i.exec(source.slice(Math.max(0, colon - 5), colon))?.[0];
}

/**
 * Where the address that begins at `start` ends, without the punctuation of the sentence around it; -1 if none
 * begins. Within brackets it ends at the bracket that closes them.
 */
export function addressEnd(source: string, start: number, withinBrackets: boolean): number {
  const pattern = withinBrackets ? urlWithinBracketsPattern : urlPattern;
  pattern.lastIndex = start;
  const address = pattern.exec(source)?.[0];
  if (address === undefined) return -1;
  let end = start + address.length;
  let surplus = address.split(")").length - address.split("(").length;
  for (;;) {
    const last = source.charAt(end - 1);
    if (last === ")" && surplus > 0) surplus -= 1;
    else if (last === ";") {
      const entity = /&[a-zA-Z0-9]{1,32};$/.exec(source.slice(Math.max(start, end - 34), end))?.[0];
      if (entity !== undefined) end -= entity.length - 1;
    } else if (!/[?!.,:*_'"~]/.test(last)) return end;
    end -= 1;
    if (end <= start) return -1;
  }
}

/** Where the part of a mail address before the `@` at `at` begins, not before `floor`. */
export function emailStart(source: string, floor: number, at: number): number {
  let start = at;
  while (start > floor && /[\w.+-]/.test(source.charAt(start - 1))) start -= 1;
  return start;
}

/** Where the mail address with its `@` at `at` ends; -1 if it is not one. */
export function emailEnd(source: string, at: number): number {
  domainPattern.lastIndex = at;
  return domainPattern.test(source) ? domainPattern.lastIndex : -1;
}
