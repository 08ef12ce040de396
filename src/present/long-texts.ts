/**
 * A long text of recent answers, with what was worked out about it. Most of an answer is often such a text: a page that
 * is read again.
 */
export interface LongText {
  /** Estimated tokens. */
  readonly tokens: number;
  /** The text as JSON in UTF-8, without quotation marks. */
  json?: Buffer;
}

/** UTF-16 units from which on a text is long. */
export const longText = 1024;

/** UTF-16 units and bytes of JSON of all texts together. */
const maxCachedLength = 2_000_000;

/** Oldest first. */
const cache = new Map<string, LongText>();

let cachedLength = 0;

export const findLongText = (text: string): LongText | undefined =>
  text.length < longText ? undefined : cache.get(text);

export function cacheLongText(text: string, tokens: number): void {
  if (text.length < longText || text.length > maxCachedLength / 4) return;
  drop(text);
  // A part of a page keeps the whole page in memory; a copy does not.
  cache.set(Buffer.from(text, "utf16le").toString("utf16le"), { tokens });
  cachedLength += text.length;
  evictOldest();
}

/** How many of the latest are searched for within a text. */
const latest = 16;

/** The texts that were kept last, oldest first. */
export function* latestLongTexts(): Generator<readonly [string, LongText]> {
  let skipped = cache.size - latest;
  for (const entry of cache) {
    skipped -= 1;
    if (skipped < 0) yield entry;
  }
}

/** UTF-16 units and bytes that are kept now. */
export const cachedLongTextLength = (): number => cachedLength;

/** The text as JSON, without quotation marks; in UTF-8 if the text is kept. */
export function toEscapedJson(text: string): Buffer | string {
  const known = findLongText(text);
  if (known?.json !== undefined) return known.json;
  const json = JSON.stringify(text).slice(1, -1);
  if (known === undefined) return json;
  // A small buffer of the usual kind keeps a larger one in memory that it is a part of.
  known.json = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  known.json.write(json);
  cachedLength += known.json.length;
  evictOldest();
  return known.json;
}

function evictOldest(): void {
  for (const oldest of cache.keys()) {
    if (cachedLength <= maxCachedLength) return;
    drop(oldest);
  }
}

function drop(text: string): void {
  const known = cache.get(text);
  if (known === undefined) return;
  cache.delete(text);
  cachedLength -= text.length + (known.json?.length ?? 0);
}
