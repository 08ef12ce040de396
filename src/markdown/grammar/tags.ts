/** `{% name key="value" … %}` as it is in a text. */
export interface Tag {
  /** The first word: `hint`, `endhint`, `@mermaid/diagram`. */
  name: string;
  /** The `key="value"` pairs; a key without a value is `true`. Absent if the argument has another form. */
  attributes?: Record<string, string>;
  /** Everything between the name and the end of the tag, trimmed. */
  argument: string;
  start: number;
  end: number;
}

const openingPattern = /\{%-?[ \t]*(@?[A-Za-z][\w./-]*)/y;

const attributePattern =
  /\s+([A-Za-z_][\w:.-]*)(?:\s*=\s*(?:"([^"\\]*(?:\\[\s\S][^"\\]*)*)"|'([^'\\]*(?:\\[\s\S][^'\\]*)*)'|([^\s"'%}]+)))?/y;

const closingPattern = /\s*-?%\}/y;

/** Bounds the memory and backtracking one attribute may cost. */
const maxValueChars = 200_000;

/** Reads the tag that begins exactly at `start`; nothing if there is none. */
export function readTag(text: string, start: number): Tag | undefined {
  openingPattern.lastIndex = start;
  const opening = openingPattern.exec(text);
  if (!opening?.[1]) return undefined;
  const name = opening[1];
  const argumentStart = openingPattern.lastIndex;
  return readAttributes(text, start, argumentStart, name) ?? readArgument(text, start, argumentStart, name);
}

function readAttributes(text: string, start: number, from: number, name: string): Tag | undefined {
  const attributes: Record<string, string> = {};
  let at = from;
  for (;;) {
    closingPattern.lastIndex = at;
    if (closingPattern.test(text)) {
      return { name, attributes, argument: text.slice(from, at).trim(), start, end: closingPattern.lastIndex };
    }
    attributePattern.lastIndex = at;
    const match = attributePattern.exec(text);
    if (!match?.[1] || match[0].length > maxValueChars) return undefined;
    const quoted = match[2] ?? match[3];
    setOwn(attributes, match[1], quoted === undefined ? (match[4] ?? "true") : quoted.replace(/\\(["'\\])/g, "$1"));
    at = attributePattern.lastIndex;
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

/** A tag with its attributes in the given order; values that are undefined, null or `false` are omitted. */
export function printTag(name: string, attributes: Record<string, unknown> = {}): string {
  let printed = `{% ${name}`;
  for (const [key, value] of Object.entries(attributes)) {
    if (value === undefined || value === null || value === false) continue;
    printed += ` ${key}="${String(value).replace(/["\\]/g, "\\$&")}"`;
  }
  return `${printed} %}`;
}

/** Where a tag such as `{% tab %}` or `<details>` opens or closes; `name` distinguishes the two syntaxes. */
export interface TagEvent {
  name: string;
  closing: boolean;
  start: number;
  end: number;
}

/** What is between an opening tag and the closing tag that belongs to it. */
export interface Container {
  /** After the opening tag. */
  start: number;
  /** Where the closing tag starts. */
  end: number;
}

/**
 * The index of the closing tag for the index of each opening tag that has one. A tag that is never closed, or closed
 * only after the tag around it, has none; a closing tag without an opening one is skipped, and so is `undefined`.
 */
export function pairNames(tags: readonly ({ name: string; closing: boolean } | undefined)[]): Map<number, number> {
  const partners = new Map<number, number>();
  const open: { name: string; index: number }[] = [];
  const openByName = new Map<string, number>();
  const count = (name: string, by: number) => openByName.set(name, (openByName.get(name) ?? 0) + by);
  for (const [index, tag] of tags.entries()) {
    if (!tag) continue;
    const { name, closing } = tag;
    if (!closing) {
      open.push({ name, index });
      count(name, 1);
    } else if ((openByName.get(name) ?? 0) > 0) {
      for (let top = open.pop(); top; top = open.pop()) {
        count(top.name, -1);
        if (top.name !== name) continue;
        partners.set(top.index, index);
        break;
      }
    }
  }
  return partners;
}

/** The contents of opening and closing tags, in order of their start. */
export function pairTags(events: readonly TagEvent[]): Container[] {
  const containers: Container[] = [];
  for (const [opening, closing] of pairNames(events)) {
    containers.push({ start: events[opening]?.end ?? 0, end: events[closing]?.start ?? 0 });
  }
  return containers.sort((one, other) => one.start - other.start);
}

const tagPattern = /\{%-?\s*(end)?([A-Za-z][\w-]*)/y;

/** Adds the `{% … %}` tags of `source`, offsets moved by `offset`. */
export function addTags(events: TagEvent[], source: string, offset: number): void {
  for (let start = source.indexOf("{%"); start !== -1; start = source.indexOf("{%", start)) {
    const close = source.indexOf("%}", start + 2);
    if (close === -1) break;
    tagPattern.lastIndex = start;
    const match = tagPattern.exec(source);
    if (match) {
      events.push({
        name: `%${match[2]}`,
        closing: match[1] !== undefined,
        start: offset + start,
        end: offset + close + 2,
      });
    }
    start = close + 2;
  }
}

/** Elements that contain whole blocks, including headings. */
const blockElements: ReadonlySet<string> = new Set(
  "article aside blockquote center details div dd dl dt fieldset figure footer form header li main nav ol section table tbody td tfoot th thead tr ul".split(
    " ",
  ),
);

const elementPattern = /<(\/?)([A-Za-z][A-Za-z0-9-]*)/g;

/** Adds the block-holding HTML elements of `source`, offsets moved by `offset`. */
export function addElements(events: TagEvent[], source: string, offset: number): void {
  for (const match of source.matchAll(elementPattern)) {
    const name = match[2]?.toLowerCase() ?? "";
    if (!blockElements.has(name)) continue;
    const start = offset + match.index;
    events.push({ name: `<${name}`, closing: match[1] === "/", start, end: start + match[0].length });
  }
}
