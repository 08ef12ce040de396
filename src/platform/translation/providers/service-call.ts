import { setTimeout as sleep } from "node:timers/promises";
import { ServiceProblem } from "./provider.ts";

export interface ServiceCall {
  /** As people know the service. */
  readonly service: string;
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON; without one the call is a GET. */
  readonly body?: unknown;
  /** Taken out of whatever the service says. */
  readonly secret: string | undefined;
  /** Milliseconds before the first repetition; each further one waits twice as long. */
  readonly pause: number;
  readonly signal: AbortSignal;
}

const mostBytes = 8 * 1024 * 1024;
const mostTime = 60_000;
const mostTries = 5;
/** A service that asks for more patience than this is left alone. */
const longestWait = 60_000;
const overloaded: ReadonlySet<number> = new Set([429, 502, 503, 504, 529]);

/** Sends one request to the operator's service and reads its JSON. Throws `ServiceProblem`. */
export async function callService(call: ServiceCall): Promise<unknown> {
  for (let attempt = 1; ; attempt += 1) {
    const outcome = await once(call);
    if ("json" in outcome) return outcome.json;
    const wait = outcome.wait ?? call.pause * 2 ** (attempt - 1) * (0.75 + Math.random() / 2);
    if (outcome.tries <= attempt) throw new ServiceProblem(outcome.problem, outcome.splittable);
    if (wait > longestWait) {
      throw new ServiceProblem(`${outcome.problem} It asks to be left alone for ${Math.ceil(wait / 1000)} seconds.`);
    }
    await sleep(wait, undefined, { signal: call.signal });
  }
}

type Outcome =
  | { readonly json: unknown }
  | {
      readonly problem: string;
      /** How often this is tried in all. */
      readonly tries: number;
      readonly splittable: boolean;
      /** Milliseconds, as the service asks. */
      readonly wait: number | undefined;
    };

async function once({ service, url, headers, body, secret, signal }: ServiceCall): Promise<Outcome> {
  const { fetch } = await import("undici");
  const limit = AbortSignal.timeout(mostTime);
  const failed = (problem: string, tries = 1, splittable = false, wait?: number): Outcome => ({
    problem: `${service} ${problem}`,
    tries,
    splittable,
    wait,
  });
  let status: number;
  let text: string;
  try {
    const response = await fetch(url, {
      method: body === undefined ? "GET" : "POST",
      // A redirect could take the key and the texts anywhere.
      redirect: "manual",
      headers: {
        Accept: "application/json",
        ...(body === undefined ? {} : { "Content-Type": "application/json" }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      signal: AbortSignal.any([signal, limit]),
    });
    status = response.status;
    if (status >= 300 && status < 400) {
      await response.body?.cancel();
      return failed("answers with a redirect, which is not followed. Set its own address with --translation-url.");
    }
    const wait = readRetryAfter(response.headers.get("retry-after"));
    if (overloaded.has(status)) {
      await response.body?.cancel();
      return failed(`answers ${status}: it is busy or takes no more requests for now.`, mostTries, false, wait);
    }
    text = await readText(response.body ?? []);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TooLong) return failed(`answers more than ${mostBytes} bytes.`, 1, true);
    if (limit.aborted) return failed(`did not answer within ${mostTime / 1000} seconds.`, 2, true);
    return failed(`could not be reached or broke off (${reasonOf(error)}).`, mostTries);
  }
  if (status >= 200 && status < 300) {
    const json = parse(text);
    return json === undefined ? failed("answers something that is no JSON.", 1, true) : { json };
  }
  const said = saidBy(text, secret);
  if (status === 401 || status === 403) return failed(`does not take the key (${status}).`);
  if (status === 456) return failed(`has translated as much as the account may have (${status}${said}).`);
  if (status === 400 || status === 413) return failed(`refuses the texts (${status}${said}).`, 1, true);
  if (status >= 500) return failed(`failed (${status}${said}).`, 3, true);
  return failed(`answers ${status}${said}.`);
}

class TooLong extends Error {}

async function readText(body: AsyncIterable<Uint8Array> | Iterable<Uint8Array>): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > mostBytes) throw new TooLong();
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString("utf8");
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

/** What an error answer says, as one short line without the secret. */
function saidBy(text: string, secret: string | undefined): string {
  const json = parse(text) as { message?: unknown; error?: unknown } | undefined;
  const said = [json?.message, json?.error].find((one) => typeof one === "string") ?? "";
  const open = secret === undefined ? String(said) : String(said).replaceAll(secret, "…");
  const line = open
    .replace(/[\p{C}\s]+/gu, " ")
    .trim()
    .slice(0, 200);
  return line === "" ? "" : `: ${line}`;
}

/** Seconds or a date, in milliseconds from now. */
function readRetryAfter(value: string | null): number | undefined {
  if (value === null) return undefined;
  const time = /^\d+$/.test(value.trim()) ? Number(value) * 1000 : Date.parse(value) - Date.now();
  return Number.isNaN(time) ? undefined : Math.max(0, time);
}

/** Codes alone: a message names hosts and addresses of the operator's. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^[A-Z_]{2,40}$/.test(code) ? code : "no reason given";
}
