import { createHmac, timingSafeEqual } from "node:crypto";

/** Name of the form field with the token. */
export const forgeryField = "forgery";

/** Made from the browser's form cookie and its session: no other site knows them, and no other session's form passes. */
export function forgeryToken(formSecret: string, sessionSecret: string | undefined): string {
  return createHmac("sha256", formSecret)
    .update(`form of ${sessionSecret ?? "nobody"}`)
    .digest("base64url");
}

export function isForgeryToken(text: string, formSecret: string, sessionSecret: string | undefined): boolean {
  const expected = Buffer.from(forgeryToken(formSecret, sessionSecret));
  const given = Buffer.from(text);
  return given.length === expected.length && timingSafeEqual(given, expected);
}

/** Whether browsers say that a page of another site made the request. Those that say nothing have the token alone. */
export function isFromElsewhere({ headers }: Request, origin: string): boolean {
  const from = headers.get("origin");
  const site = headers.get("sec-fetch-site");
  return (from !== null && from !== origin) || (site !== null && site !== "same-origin" && site !== "none");
}
