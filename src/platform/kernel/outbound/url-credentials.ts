import { Problem } from "../problem.ts";

/** Throws `bad_request` for a URL with a user name or password: it would be stored, and shown to others. */
export function requireNoCredentials(field: string, url: string | null | undefined): void {
  if (url == null || !URL.canParse(url)) return;
  const { username, password } = new URL(url);
  if (username === "" && password === "") return;
  throw new Problem("bad_request", `${field}: must not contain a user name or password. Leave them out of the URL.`);
}
