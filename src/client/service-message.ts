import { escapeControls, excerpt } from "./excerpt.ts";

const longestMessage = 1000;
export const excerptLength = 120;

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

/** What a text parses to, or undefined when it is not JSON. */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function contentTypeShown(contentType: string | undefined, redact: (text: string) => string): string {
  return contentType === undefined ? "a body without Content-Type" : escapeControls(redact(contentType)).slice(0, 80);
}

export function quoted(text: string, redact: (text: string) => string): string {
  return `"${excerpt(redact(text), excerptLength)}"`;
}
