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
const mostKept = 2_000_000;

/** Oldest first. */
const kept = new Map<string, LongText>();

let keptLength = 0;

export const findLongText = (text: string): LongText | undefined =>
  text.length < longText ? undefined : kept.get(text);

export function keepLongText(text: string, tokens: number): void {
  if (text.length < longText || text.length > mostKept / 4) return;
  drop(text);
  // A part of a page keeps the whole page in memory; a copy does not.
  kept.set(Buffer.from(text, "utf16le").toString("utf16le"), { tokens });
  keptLength += text.length;
  makeRoom();
}

/** How many of the latest are searched for within a text. */
const latest = 16;

/** The texts that were kept last, oldest first. */
export function* latestLongTexts(): Generator<readonly [string, LongText]> {
  let skipped = kept.size - latest;
  for (const entry of kept) {
    skipped -= 1;
    if (skipped < 0) yield entry;
  }
}

/** UTF-16 units and bytes that are kept now. */
export const longTextsKept = (): number => keptLength;

/** The text as JSON, without quotation marks; in UTF-8 if the text is kept. */
export function jsonOf(text: string): Buffer | string {
  const known = findLongText(text);
  if (known?.json !== undefined) return known.json;
  const json = JSON.stringify(text).slice(1, -1);
  if (known === undefined) return json;
  // A small buffer of the usual kind keeps a larger one in memory that it is a part of.
  known.json = Buffer.allocUnsafeSlow(Buffer.byteLength(json));
  known.json.write(json);
  keptLength += known.json.length;
  makeRoom();
  return known.json;
}

function makeRoom(): void {
  for (const oldest of kept.keys()) {
    if (keptLength <= mostKept) return;
    drop(oldest);
  }
}

function drop(text: string): void {
  const known = kept.get(text);
  if (known === undefined) return;
  kept.delete(text);
  keptLength -= text.length + (known.json?.length ?? 0);
}
