/** `{% name key="value" … %}` as it stands in a text. */
export interface Tag {
  /** The first word: `hint`, `endhint`, `@mermaid/diagram`. */
  name: string;
  /** The `key="value"` pairs; a key without a value is `true`. Absent when the argument is written in another way. */
  attributes?: Record<string, string>;
  /** Everything between the name and the end of the tag, trimmed. */
  argument: string;
  start: number;
  end: number;
}

const OPENING = /\{%-?[ \t]*(@?[A-Za-z][\w./-]*)/y;
const ATTRIBUTE =
  /\s+([A-Za-z_][\w:.-]*)(?:\s*=\s*(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|([^\s"'%}]+)))?/y;
const CLOSING = /\s*-?%\}/y;
/** Bounds the memory and backtracking one attribute may cost. */
const LONGEST_VALUE = 200_000;

/** Reads the tag that begins exactly at `start`; nothing when there is none. */
export function readTag(text: string, start: number): Tag | undefined {
  OPENING.lastIndex = start;
  const opening = OPENING.exec(text);
  if (!opening?.[1]) return undefined;
  const name = opening[1];
  const argumentStart = OPENING.lastIndex;
  return readAttributes(text, start, argumentStart, name) ?? readArgument(text, start, argumentStart, name);
}

function readAttributes(text: string, start: number, from: number, name: string): Tag | undefined {
  const attributes: Record<string, string> = {};
  let at = from;
  for (;;) {
    CLOSING.lastIndex = at;
    if (CLOSING.test(text)) {
      return { name, attributes, argument: text.slice(from, at).trim(), start, end: CLOSING.lastIndex };
    }
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(text);
    if (!match?.[1] || match[0].length > LONGEST_VALUE) return undefined;
    const quoted = match[2] ?? match[3];
    setOwn(attributes, match[1], quoted === undefined ? (match[4] ?? "true") : quoted.replace(/\\(["'\\])/g, "$1"));
    at = ATTRIBUTE.lastIndex;
  }
}

/** A tag whose argument is not a list of attributes ends on its own line: `{% if visitor.a == "b" %}`, `{% include "x" %}`. */
function readArgument(text: string, start: number, from: number, name: string): Tag | undefined {
  const next = text.charCodeAt(from);
  if (next !== 0x20 && next !== 0x09) return undefined;
  const lineEnd = text.indexOf("\n", from);
  const line = text.slice(from, lineEnd === -1 ? text.length : lineEnd);
  const close = line.indexOf("%}");
  if (close === -1) return undefined;
  const argument = line.slice(0, close).replace(/-$/, "").trim();
  return { name, argument, start, end: from + close + 2 };
}

/** Keeps `__proto__` an ordinary key. */
function setOwn(record: Record<string, string>, key: string, value: string): void {
  Object.defineProperty(record, key, { value, enumerable: true, writable: true, configurable: true });
}

/** A tag with its attributes in the order given; values that are undefined, null or `false` are left out. */
export function printTag(name: string, attributes: Record<string, unknown> = {}): string {
  let printed = `{% ${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    printed += ` ${key}="${String(value).replace(/["\\]/g, "\\$&")}"`;
  }
  return `${printed} %}`;
}
