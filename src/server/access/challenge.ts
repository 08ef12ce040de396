import { jsonRpcError } from "../transports/http-guards.ts";

export type BearerError = "invalid_request" | "invalid_token" | "insufficient_scope";

export interface Challenge {
  /** Left out where no token was sent. */
  readonly error?: BearerError;
  /** Where the protected-resource metadata is; a client finds its authorization server there. */
  readonly resourceMetadata?: string | undefined;
  /** What to ask the authorization server for, separated by spaces. */
  readonly scope?: string | undefined;
}

const statusOf = { invalid_request: 400, invalid_token: 401, insufficient_scope: 403 } as const;

/** Turns a request away with the challenge of RFC 6750 and, with metadata, of RFC 9728. */
export function challenge(message: string, { error, resourceMetadata, scope }: Challenge = {}): Response {
  const parameters = Object.entries({
    realm: "copydesk",
    error,
    error_description: error === undefined ? undefined : message,
    scope,
    resource_metadata: resourceMetadata,
  }).flatMap(([name, value]) => (value === undefined ? [] : [`${name}="${value.replaceAll(/["\\]/g, "'")}"`]));
  const status = error === undefined ? 401 : statusOf[error];
  return jsonRpcError(status, -32001, message, { "WWW-Authenticate": `Bearer ${parameters.join(", ")}` });
}
