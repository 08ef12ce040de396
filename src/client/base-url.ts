import { InputError } from "./errors.ts";

export interface BaseUrl {
  readonly origin: string;
  /** Host with its port where that is not the scheme's own; what errors name. */
  readonly host: string;
  /** Path before every operation's path, without a slash at the end: `/v1`, `/docs/v1`. */
  readonly prefix: string;
}

/** Reads a service's address, with or without `/v1` and a slash at the end. Throws InputError. */
export function parseBaseUrl(text: string): BaseUrl {
  if (!URL.canParse(text)) throw new InputError("the base URL is not a URL; it looks like `https://api.example.com`.");
  const url = new URL(text);
  if (url.protocol !== "https:" && url.protocol !== "http:") {
    throw new InputError("the base URL must begin with `https://` or `http://`.");
  }
  if (url.username !== "" || url.password !== "") {
    throw new InputError("the base URL must not carry a user name or password; pass a token.");
  }
  if (url.search !== "" || url.hash !== "") throw new InputError("the base URL must not carry `?` or `#`.");
  const path = withoutTrailingSlashes(url.pathname);
  return { origin: url.origin, host: url.host, prefix: path.endsWith("/v1") ? path : `${path}/v1` };
}

function withoutTrailingSlashes(path: string): string {
  let end = path.length;
  while (end > 0 && path[end - 1] === "/") end -= 1;
  return path.slice(0, end);
}
