import { setTimeout as sleep } from "node:timers/promises";
import {
  maxResponseBytes,
  parseJson,
  requestService,
  type ServiceReply,
} from "../../../kernel/outbound/service-request.ts";
import { ServiceProblem } from "./provider.ts";

interface ServiceCall {
  /** The service's name for people. */
  readonly service: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; without a body, the call is a GET. */
  readonly body?: unknown;
  /** Removed from anything the service says. */
  readonly secret: string | undefined;
  /** Milliseconds before the first retry; the wait doubles each time. */
  readonly pause: number;
  readonly signal: AbortSignal;
}

const maxRequestMs = 60_000;

const maxTries = 5;

/** The longest wait requested by a service that is followed. */
const maxWaitMs = 60_000;

const overloaded: ReadonlySet<number> = new Set([429, 502, 503, 504, 529]);

/** Sends one request to the operator's service and reads its JSON response. Throws `ServiceProblem`. */
export async function callService(call: ServiceCall): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const { url, headers = {}, body, signal } = call;
    const outcome = toOutcome(await requestService({ url, headers, body, time: maxRequestMs, signal }), call);
    if ("json" in outcome) return outcome.json;
    const backOff = call.pause * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
    const wait = Math.max(outcome.wait ?? 0, backOff);
    if (outcome.tries <= attempt) throw new ServiceProblem(outcome.problem, outcome);
    if (wait > maxWaitMs) {
      const waitSentence = `It asks to wait ${Math.ceil(wait / 1000)} seconds.`;
      throw new ServiceProblem(`${outcome.problem} ${waitSentence}`, { unpaid: outcome.unpaid });
    }
    await sleep(wait, undefined, { signal: call.signal });
  }
}

/** Texts and translations are matched by position, which fails if the lists differ in length. */
export function requireOneEach(service: string, texts: readonly unknown[], translations: readonly unknown[]): void {
  if (texts.length === translations.length) return;
  const message = `${service} was sent ${texts.length} texts and returned ${translations.length}.`;
  throw new ServiceProblem(message, { splittable: true });
}

type Outcome =
  | { readonly json: unknown }
  | {
      readonly problem: string;
      /** The total number of attempts. */
      readonly tries: number;
      readonly splittable: boolean;
      readonly unpaid: boolean;
      /** Milliseconds, as requested by the service. */
      readonly wait: number | undefined;
    };

/** With these error codes, nothing reached the service. */
const unsent: ReadonlySet<string> = new Set([
  "EAI_AGAIN",
  "ECONNREFUSED",
  "EHOSTUNREACH",
  "ENETUNREACH",
  "ENOTFOUND",
  "UND_ERR_CONNECT_TIMEOUT",
]);

type FailureDetails = Partial<Exclude<Outcome, { readonly json: unknown }>>;

function toOutcome(reply: ServiceReply, { service, secret }: ServiceCall): Outcome {
  const failed = (
    problem: string,
    { tries = 1, splittable = false, unpaid = false, wait }: FailureDetails = {},
  ): Outcome => ({
    problem: `${service} ${problem}`,
    tries,
    splittable,
    unpaid,
    wait,
  });
  if ("failed" in reply) {
    switch (reply.failed) {
      case "late":
        return failed(`did not answer within ${maxRequestMs / 1000} seconds.`, { tries: 2, splittable: true });
      case "redirected":
        return failed("redirects to another address. Set that one with --translation-url.", { unpaid: true });
      case "unreachable": {
        const { code } = reply;
        const what = `could not be reached or closed the connection (${code || "no reason given"}).`;
        return failed(what, { tries: maxTries, unpaid: unsent.has(code) });
      }
    }
  }
  const { status, text, wait } = reply;
  const refused = (problem: string, more: FailureDetails = {}) => failed(problem, { unpaid: true, ...more });
  if (overloaded.has(status)) {
    return refused(`responds with ${status}: it is busy or accepts no more requests for now.`, {
      tries: maxTries,
      wait,
    });
  }
  if (text === undefined) return failed(`returned more than ${maxResponseBytes} bytes.`, { splittable: true });
  if (status >= 200 && status < 300) {
    const json = parseJson(text);
    return json === undefined ? failed("returned something that is not JSON.", { splittable: true }) : { json };
  }
  const detail = readErrorMessage(text, secret);
  if (status === 401 || status === 403) return refused(`does not accept the key (${status}).`);
  if (status === 456) return refused(`has used up the account's quota (${status}${detail}).`);
  if (status === 400 || status === 413)
    return refused(`rejected the texts (${status}${detail}).`, { splittable: true });
  if (status >= 500) return refused(`failed (${status}${detail}).`, { tries: 3, splittable: true });
  return refused(`answers ${status}${detail}.`);
}

/** The message of an error response, as one short line without the secret. */
function readErrorMessage(text: string, secret: string | undefined): string {
  const json = parseJson(text) as { message?: unknown; error?: unknown } | undefined;
  const message = [json?.message, json?.error].find((one) => typeof one === "string") ?? "";
  const open = secret === undefined ? String(message) : String(message).replaceAll(secret, "…");
  const line = open
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  return line === "" ? "" : `: ${line}`;
}
