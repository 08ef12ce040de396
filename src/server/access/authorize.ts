import { readBearer } from "./bearer.ts";
import { type Authorize, type Caller, TokenRefusal, type TokenVerifier } from "./caller.ts";
import { type Challenge, challenge } from "./challenge.ts";
import { isForwarded } from "./client-address.ts";

export interface AuthorizeOptions {
  /** Asked in this order until one knows the token. */
  readonly verifiers: readonly TokenVerifier[];
  /** Whoever sends no token; left out where a token is needed. */
  readonly withoutToken?: Caller | undefined;
  /** What a refusal tells a client that can ask an authorization server for a token. */
  readonly authorization?: Pick<Challenge, "resourceMetadata" | "scope">;
}

/** Who may call, by the token a request carries. */
export function createAuthorize({ verifiers, withoutToken, authorization = {} }: AuthorizeOptions): Authorize {
  return async (request) => {
    const presented = readBearer(request);
    if (presented.kind === "malformed") {
      return challenge(presented.reason, { error: "invalid_request", ...authorization });
    }
    if (presented.kind !== "token") {
      if (withoutToken === undefined || presented.kind === "another scheme") {
        return challenge("A token is needed: Authorization: Bearer <token>.", authorization);
      }
      return isForwarded(request) ? challenge(forwardedReason, authorization) : withoutToken;
    }
    for (const verify of verifiers) {
      const verdict = await verify(presented.token);
      if (verdict instanceof TokenRefusal) {
        return challenge(verdict.reason, { error: "invalid_token", ...authorization });
      }
      if (verdict !== undefined) return verdict;
    }
    return challenge("The token is unknown, revoked or expired.", { error: "invalid_token", ...authorization });
  };
}

const forwardedReason =
  "A proxy sent this request on, so it needs a token: Authorization: Bearer <token>. Start the server with --public-url.";
