type Metadata = Readonly<Record<string, unknown>>;

/** What is read of what a client says of itself; the rest is not needed, and is kept by nobody. */
const read = ["client_id", "client_name", "client_uri", "redirect_uris", "grant_types", "response_types"] as const;

const grants = ["authorization_code", "refresh_token"];

const longestName = 100;

/**
 * A client of the only kind there is here: one that has no secret, and gets a code. Programs on a person's machine are
 * told by where they are reached, whether they say so or not: their port changes.
 */
export function asPublicClient(given: Metadata): Metadata {
  const known = Object.fromEntries(read.flatMap((name) => (given[name] === undefined ? [] : [[name, given[name]]])));
  const uris: readonly unknown[] = Array.isArray(given.redirect_uris) ? given.redirect_uris : [];
  const isNative = uris.length > 0 && uris.every((uri) => typeof uri === "string" && !/^https:/i.test(uri));
  const { client_name: name } = given;
  return {
    ...known,
    ...(typeof name === "string" && { client_name: plainName(name) }),
    grant_types: grants,
    response_types: ["code"],
    token_endpoint_auth_method: "none",
    application_type: isNative ? "native" : "web",
  };
}

const plainName = (name: string) =>
  [...name.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim()].slice(0, longestName).join("");
