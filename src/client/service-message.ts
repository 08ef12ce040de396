import { escapeControls, excerpt } from "./excerpt.ts";
import { isRecord, parseJson } from "./json.ts";

const longestMessage = 1000;
const excerptLength = 120;

/** The words of an error answer: `{ error: { message } }`, shapes near it, or the start of whatever came. */
export function serviceMessage(
  text: string,
  contentType: string | undefined,
  redact: (text: string) => string,
): string {
  const message = messageIn(text);
  if (message !== undefined) return excerpt(redact(message), longestMessage);
  if (text.trim() === "") return "no message";
  return `${contentTypeShown(contentType, redact)} beginning ${quoted(text, redact)}`;
}

function messageIn(text: string): string | undefined {
  const body = parseJson(text);
  if (!isRecord(body)) return undefined;
  const { error } = body;
  const found = [isRecord(error) ? error.message : error, body.message, body.detail];
  return found.find((value): value is string => typeof value === "string" && value.trim() !== "");
}

export function contentTypeShown(contentType: string | undefined, redact: (text: string) => string): string {
  return contentType === undefined ? "a body without Content-Type" : escapeControls(redact(contentType)).slice(0, 80);
}

export function quoted(text: string, redact: (text: string) => string): string {
  return `"${excerpt(redact(text), excerptLength)}"`;
}
