import { excerpt, quotedExcerpt } from "./excerpt.ts";
import { isRecord, parseJson } from "./json.ts";

const longestMessage = 1000;
const excerptLength = 120;

export interface ServiceMessage {
  /** The service's words; where it has none, a description of what came. */
  readonly words: string;
  /** The same for a sentence of ours: whatever the service wrote stands in quotation marks that it cannot close. */
  readonly quoted: string;
}

/** The words of an error answer: `{ error: { message } }`, shapes near it, or the start of whatever came. */
export function serviceMessage(
  text: string,
  contentType: string | undefined,
  redact: (text: string) => string,
): ServiceMessage {
  const message = messageIn(text);
  if (message !== undefined) {
    const words = redact(message);
    return { words: excerpt(words, longestMessage), quoted: quotedExcerpt(words, longestMessage) };
  }
  const what =
    text.trim() === "" ? "no message" : `${contentTypeShown(contentType, redact)} beginning ${quoted(text, redact)}`;
  return { words: what, quoted: what };
}

/** What an error answer says besides its status and words: which error of that status it is, and what it changed. */
export function failureFacts(text: string): { readonly name?: string; readonly changed?: boolean } {
  const body = parseJson(text);
  if (!isRecord(body) || !isRecord(body.error)) return {};
  const { name, changed } = body.error;
  return {
    ...(typeof name === "string" && { name }),
    ...(typeof changed === "boolean" && { changed }),
  };
}

function messageIn(text: string): string | undefined {
  const body = parseJson(text);
  if (!isRecord(body)) return undefined;
  const { error } = body;
  const found = [isRecord(error) ? error.message : error, body.message, body.detail];
  return found.find((value): value is string => typeof value === "string" && value.trim() !== "");
}

/** A header is the service's word too: one that is no plain media type is quoted. */
export function contentTypeShown(contentType: string | undefined, redact: (text: string) => string): string {
  if (contentType === undefined) return "a body without Content-Type";
  const shown = redact(contentType);
  return mediaType.test(shown) ? shown : quotedExcerpt(shown, 80);
}

const mediaType = /^[a-z]{1,20}\/[a-z0-9.+-]{1,60}(?: ?; ?charset=[\w-]{1,20})?$/i;

export function quoted(text: string, redact: (text: string) => string): string {
  return quotedExcerpt(redact(text), excerptLength);
}
