/** One line of a text: `[start, end)` without its line ending, `next` where the following line starts. */
export interface Line {
  start: number;
  end: number;
  next: number;
}

/** The line that starts at `start`. Lines end at LF or CRLF; a lone CR is an ordinary character. */
export function lineFrom(text: string, start: number): Line {
  const feed = text.indexOf("\n", start);
  if (feed === -1) return { start, end: text.length, next: text.length };
  const end = feed > start && text.charCodeAt(feed - 1) === 13 ? feed - 1 : feed;
  return { start, end, next: feed + 1 };
}

/** All lines; a text that ends with a line ending has no empty last line. */
export function listLines(text: string): Line[] {
  const lines: Line[] = [];
  for (let position = 0; position < text.length; ) {
    const line = lineFrom(text, position);
    lines.push(line);
    position = line.next;
  }
  return lines;
}

/** Start of the line that contains `offset`. */
export function lineStart(text: string, offset: number): number {
  return offset === 0 ? 0 : text.lastIndexOf("\n", offset - 1) + 1;
}

/** Counts lines for ascending offsets, in one pass over the text. Lines are 1-based. */
export function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let position = 0;
  return (offset) => {
    for (;;) {
      const feed = text.indexOf("\n", position);
      if (feed === -1 || feed >= offset) return line;
      line += 1;
      position = feed + 1;
    }
  };
}

/** The most frequent line ending of the text; undefined for a text of one line. */
export function detectLineEnding(text: string): "\n" | "\r\n" | undefined {
  let plain = 0;
  let carriage = 0;
  for (let feed = text.indexOf("\n"); feed !== -1; feed = text.indexOf("\n", feed + 1)) {
    if (feed > 0 && text.charCodeAt(feed - 1) === 13) carriage += 1;
    else plain += 1;
  }
  if (plain + carriage === 0) return undefined;
  return carriage > plain ? "\r\n" : "\n";
}

/** The text with LF for every CRLF and lone CR, as browsers read the text of a form. */
export const withLineFeeds = (text: string): string => text.replace(/\r\n?/g, "\n");

export function withLineEnding(text: string, ending: "\n" | "\r\n" | undefined): string {
  if (ending === undefined) return text;
  const plain = text.replaceAll("\r\n", "\n");
  return ending === "\n" ? plain : plain.replaceAll("\n", "\r\n");
}
