type Metadata = Readonly<Record<string, unknown>>;

/** The client metadata that is used and stored; the rest is dropped. */
const read = ["client_id", "client_name", "client_uri", "redirect_uris", "grant_types", "response_types"] as const;

const grants = ["authorization_code", "refresh_token"];

const maxNameLength = 100;

/**
 * Normalizes metadata to the only supported kind of client: one without a secret that uses authorization codes.
 * Programs on a person's machine are recognized by their redirect addresses, because their ports change.
 */
export function asPublicClient(metadata: Metadata): Metadata {
  const known = Object.fromEntries(
    read.flatMap((name) => (metadata[name] === undefined ? [] : [[name, metadata[name]]])),
  );
  const uris: readonly unknown[] = Array.isArray(metadata.redirect_uris) ? metadata.redirect_uris : [];
  const isNative = uris.length > 0 && uris.every((uri) => typeof uri === "string" && !/^https:/i.test(uri));
  const { client_name: name } = metadata;
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
  [...name.replace(/[\s\p{Cc}\p{Cf}\p{Zl}\p{Zp}]+/gu, " ").trim()].slice(0, maxNameLength).join("");
