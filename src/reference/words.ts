import { errors as allErrors, type ErrorCode, everywhere } from "../contract/errors.ts";
import type { AnyOperation, Effect } from "../contract/operation.ts";

/** The verb that readers see for an operation's effect. */
export const effectWords: Readonly<Record<Effect, string>> = {
  read: "reads",
  create: "creates",
  update: "changes",
  delete: "deletes",
  run: "runs",
};

export const effectMeanings: Readonly<Record<Effect, string>> = {
  read: "Changes nothing.",
  create: "Adds something and overwrites nothing.",
  update: "Overwrites what is there; repeating it leaves the same state.",
  delete: "Removes what is there; repeating it leaves the same state.",
  run: "Starts or publishes something, which may reach beyond the platform.",
};

/** An operation's specific errors, by status: those it declares, and those that any input can cause. */
export function ownErrors({ errors, params, query, body, openBody }: AnyOperation): ErrorCode[] {
  const takesInput = openBody || [params, query, body].some((fields) => Object.keys(fields).length > 0);
  const own: ErrorCode[] = takesInput ? ["bad_request", ...errors] : [...errors];
  const shared: readonly ErrorCode[] = everywhere;
  return [...new Set(own)]
    .filter((code) => !shared.includes(code))
    .sort((left, right) => allErrors[left].status - allErrors[right].status);
}

interface SuccessResponse {
  readonly status: 200 | 201 | 202 | 204 | 205;
  readonly hasBody: boolean;
  readonly meaning: string;
}

/** Every success response of an operation, the most common one first. */
export function listSuccessResponses({ success, otherSuccess, returns }: AnyOperation): SuccessResponse[] {
  const defaults: readonly SuccessResponse[] =
    success === "removed"
      ? [
          { status: 205, hasBody: false, meaning: "It was deleted." },
          { status: 204, hasBody: false, meaning: "There was nothing to delete." },
        ]
      : [toSuccessResponse(success, returns !== null)];
  const others = otherSuccess.filter((status) => defaults.every((response) => response.status !== status));
  return [...defaults, ...others.map((status) => toSuccessResponse(status, returns !== null))];
}

const meanings = { 200: "Done.", 201: "Made.", 202: "Accepted; the work continues.", 204: "Done." } as const;

const toSuccessResponse = (status: keyof typeof meanings, hasReturns: boolean): SuccessResponse => ({
  status,
  hasBody: hasReturns && status !== 204,
  meaning: meanings[status],
});

/** Words whose spelling does not follow from the capital letters of a name. */
const spellings: Readonly<Record<string, string>> = {
  api: "API",
  git: "Git",
  openapi: "OpenAPI",
  saml: "SAML",
  sso: "SSO",
  url: "URL",
  urls: "URLs",
};

const toWords = (name: string): string[] =>
  name
    .replace(/([a-z0-9])([A-Z])/g, "$1 $2")
    .toLowerCase()
    .split(" ");

/** `changeRequests` as a title: "Change requests". */
export function titleOfName(name: string): string {
  const words = toWords(name).map((word) => spellings[word] ?? word);
  const title = words.join(" ");
  return title.charAt(0).toUpperCase() + title.slice(1);
}

/** The page of a noun, `change-requests.md`: named like the files of the contract, the client and the platform. */
export const pageOfNoun = (noun: string): string => `${toWords(noun).join("-")}.md`;
