/** Longest `$ref` that is replaced, in bytes. */
const maxBytes = 4096;

/** Bytes kept back after each piece, so that a `$ref` that continues in the next piece is seen whole. */
const overlapBytes = maxBytes + 1024;

/** A quote without a backslash before it begins or ends a string, and outside of strings JSON has no `$`. */
const reference = new RegExp(String.raw`(?<!\\)("\$ref"\s*:\s*)"((?:[^"\\]|\\.){0,${maxBytes}})"`, "g");

/** Replaces the values of `$ref` in JSON that arrives in pieces, without parsing it. */
export async function* replaceReferences(
  pieces: AsyncIterable<Uint8Array>,
  replace: (reference: string) => string,
): AsyncGenerator<Uint8Array> {
  let rest = "";
  for await (const piece of pieces) {
    const text = rest + Buffer.from(piece).toString("latin1");
    const [written, end] = replaceIn(text, replace);
    const cut = Math.max(end, beforeQuote(text, text.length - overlapBytes));
    yield Buffer.from(written + text.slice(end, cut), "latin1");
    rest = text.slice(cut);
  }
  const [written, end] = replaceIn(rest, replace);
  yield Buffer.from(written + rest.slice(end), "latin1");
}

/** A text of one character for each byte up to its last reference, and where that ends. */
function replaceIn(text: string, replace: (reference: string) => string): [string, number] {
  let written = "";
  let end = 0;
  for (const match of text.matchAll(reference)) {
    const [whole, before = "", value = ""] = match;
    const original = JSON.parse(Buffer.from(`"${value}"`, "latin1").toString()) as string;
    written += text.slice(end, match.index) + before;
    written += Buffer.from(JSON.stringify(replace(original))).toString("latin1");
    end = match.index + whole.length;
  }
  return [written, end];
}

/** What is kept does not begin with a quote: whether a backslash is before it would be forgotten. */
const beforeQuote = (text: string, at: number): number => (text[at] === '"' ? at - 1 : at);
