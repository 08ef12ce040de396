/** One `name="value"` of an HTML element or a `{% … %}` tag; the offsets delimit the value inside its quotes. */
export interface Attribute {
  name: string;
  valueStart: number;
  valueEnd: number;
}

const NAME = /[A-Za-z_:][\w:.-]*/y;

/**
 * Attributes between `from` and `to`, both inside the element's brackets and after its name.
 * Attributes without a value are left out.
 */
export function listAttributes(text: string, from: number, to: number): Attribute[] {
  const attributes: Attribute[] = [];
  let position = from;
  while (position < to) {
    NAME.lastIndex = position;
    const name = NAME.exec(text)?.[0];
    if (name === undefined) {
      position += 1;
      continue;
    }
    position = skipSpace(text, position + name.length, to);
    if (text[position] !== "=" || position >= to) continue;
    position = skipSpace(text, position + 1, to);
    const quote = text[position];
    const quoted = quote === '"' || quote === "'";
    const valueStart = quoted ? position + 1 : position;
    const valueEnd = quoted ? quotedEnd(text, quote, valueStart, to) : unquotedEnd(text, valueStart, to);
    attributes.push({ name: name.toLowerCase(), valueStart, valueEnd });
    position = quoted ? valueEnd + 1 : Math.max(valueEnd, position + 1);
  }
  return attributes;
}

function skipSpace(text: string, from: number, to: number): number {
  let position = from;
  while (position < to && isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

function quotedEnd(text: string, quote: string, from: number, to: number): number {
  const end = text.indexOf(quote, from);
  return end === -1 || end > to ? to : end;
}

function unquotedEnd(text: string, from: number, to: number): number {
  let position = from;
  while (position < to && !isSpace(text.charCodeAt(position))) position += 1;
  return position;
}

/** Space, tab, line feed, carriage return. */
export function isSpace(code: number): boolean {
  return code === 32 || code === 9 || code === 10 || code === 13;
}
