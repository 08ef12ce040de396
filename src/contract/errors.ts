export interface ErrorTraits {
  readonly status: number;
  readonly meaning: string;
  readonly retryable: boolean;
  readonly advice: string;
}

/**
 * Every way an operation can fail. The wire carries `status` and a message; names, meaning and advice are derived from
 * it. If several errors share a status, the first is its default meaning, and the wire carries the name of any other.
 */
export const errors = {
  bad_request: {
    status: 400,
    meaning: "The request is malformed: a field is missing, of the wrong type or out of range.",
    retryable: false,
    advice: "Correct the field the message names and send the request again.",
  },
  unauthorized: {
    status: 401,
    meaning: "The token is missing, unknown, revoked or expired.",
    retryable: false,
    advice: "Send a valid token as `Authorization: Bearer <token>`. `copydesk doctor` shows which token is in use.",
  },
  forbidden: {
    status: 403,
    meaning: "The caller may see the object but lacks the role for this operation.",
    retryable: false,
    advice: "Ask an administrator of the organization for the role the message names.",
  },
  not_found: {
    status: 404,
    meaning: "The object does not exist, or the caller may not see it.",
    retryable: false,
    advice: "Check the id with a list or search operation.",
  },
  method_not_allowed: {
    status: 405,
    meaning: "The path exists but does not support this method.",
    retryable: false,
    advice: "Use a method listed in the `Allow` header.",
  },
  answer_too_large: {
    status: 406,
    meaning: "The response would exceed the size that the service sends.",
    retryable: false,
    advice: "Request less, as the message says: fewer items with `limit`, or text with `format=markdown`.",
  },
  request_timeout: {
    status: 408,
    meaning: "The service, or a server in front of it, waited too long for the request to arrive.",
    retryable: true,
    advice: "Check whether the change was made, then send the request again.",
  },
  conflict: {
    status: 409,
    meaning: "The object's current state does not allow the operation.",
    retryable: false,
    advice: "Read the object again and act on its current state.",
  },
  precondition_failed: {
    status: 412,
    meaning: "The content changed since the revision named in `If-Match`.",
    retryable: false,
    advice: "Read the newest content, repeat the change on it and send it with the new revision.",
  },
  payload_too_large: {
    status: 413,
    meaning: "The request body is larger than the service accepts.",
    retryable: false,
    advice: "Split the request into smaller ones.",
  },
  unsupported_media_type: {
    status: 415,
    meaning: "The request body is not JSON.",
    retryable: false,
    advice: "Send JSON with `Content-Type: application/json`.",
  },
  unprocessable: {
    status: 422,
    meaning: "The request is well formed, but its content cannot be processed.",
    retryable: false,
    advice: "Correct the content the message names.",
  },
  too_many_requests: {
    status: 429,
    meaning: "Too many requests were sent in a short time.",
    retryable: true,
    advice: "Wait for the time in `Retry-After` and send the request again.",
  },
  internal: {
    status: 500,
    meaning: "The service failed unexpectedly.",
    retryable: false,
    advice: "Check whether the change was made before sending the request again. The service's log has the details.",
  },
  damaged: {
    status: 500,
    meaning: "The service's data is damaged: it no longer writes anything, and only undamaged data can be read.",
    retryable: false,
    advice:
      "Retrying does not help. Tell the person who runs the service: `copydesk doctor` shows what is damaged, and a backup has to be restored.",
  },
  not_implemented: {
    status: 501,
    meaning: "The service does not implement this operation.",
    retryable: false,
    advice: "Other arguments do not help: continue without it, or use the operation that the message names, if any.",
  },
  bad_gateway: {
    status: 502,
    meaning: "A server between the caller and the service failed.",
    retryable: true,
    advice: "Send the request again after a moment.",
  },
  unavailable: {
    status: 503,
    meaning: "The service is busy or starting.",
    retryable: true,
    advice: "Send the request again after a moment.",
  },
  gateway_timeout: {
    status: 504,
    meaning: "A server between the caller and the service timed out.",
    retryable: true,
    advice: "Check whether the change was made before sending the request again.",
  },
} as const satisfies Record<string, ErrorTraits>;

export type ErrorCode = keyof typeof errors;

/** Errors that every operation can return in addition to its own. */
export const everywhere = [
  "unauthorized",
  "answer_too_large",
  "too_many_requests",
  "internal",
  "not_implemented",
] as const satisfies readonly ErrorCode[];

const byStatus = new Map<number, ErrorCode>(
  (Object.keys(errors) as ErrorCode[]).reverse().map((code) => [errors[code].status, code]),
);

/** Whether the status does not identify the error by itself. */
export const needsName = (code: ErrorCode): boolean => byStatus.get(errors[code].status) !== code;

/** Returns the table's code for a response; unknown statuses fall back to their class. */
export function getErrorCode(status: number, name?: string): ErrorCode {
  const named = (Object.keys(errors) as ErrorCode[]).find((code) => code === name && errors[code].status === status);
  if (named !== undefined) return named;
  return byStatus.get(status) ?? (status >= 500 ? "internal" : "bad_request");
}

/**
 * Whether a status proves that the request was not carried out. Gateways also send 408, and 503 with their own
 * `Retry-After`, when a service accepted the request but was slow.
 */
export const provesRefusal = (status: number): boolean => status === 501 || (status < 500 && status !== 408);

/** What the service says about a failure. */
export interface FailureBody {
  readonly code: number;
  readonly message: string;
  /** The code in the table above, if the status does not determine it. */
  readonly name?: ErrorCode;
  /** False if nothing was changed although the status does not prove it. */
  readonly changed?: false;
}
