import { setTimeout as sleep } from "node:timers/promises";
import { ModelProblem } from "./model-problem.ts";
import { describeRefusal, parsed } from "./refusal.ts";
import type { ModelSettings } from "./settings.ts";

export interface PostLimits {
  /** The most bytes an answer may have. */
  readonly bytes: number;
  /** Milliseconds for one try. */
  readonly time: number;
  /** Milliseconds that are left for all. */
  readonly timeLeft: () => number;
  readonly tries: number;
  readonly signal: AbortSignal;
}

/** What came back: an answer, or why the service does not take a request of this form. */
export type Posted = { readonly answer: unknown } | { readonly objection: string };

interface Setback {
  readonly problem: ModelProblem;
  /** Milliseconds after which it may be tried again; undefined when that is no use. */
  readonly wait: number | undefined;
}

const longestWait = 30_000;
const firstWait = 500;
const mostRedirects = 3;
const mostRefusalBytes = 16 * 1024;

/** Sends JSON to the service, again when it is busy or fails. Throws `ModelProblem`, and the signal's reason. */
export async function post(settings: ModelSettings, path: string, body: object, limits: PostLimits): Promise<Posted> {
  const text = JSON.stringify(body);
  for (let tries = 1; ; tries += 1) {
    const outcome = await attempt(settings, path, text, limits);
    limits.signal.throwIfAborted();
    if (!("problem" in outcome)) return outcome;
    const wait = outcome.wait === undefined ? undefined : Math.max(outcome.wait, backOff(tries));
    if (wait === undefined || wait >= limits.timeLeft() || tries >= limits.tries) throw outcome.problem;
    await sleep(wait, undefined, { signal: limits.signal }).catch(() => limits.signal.throwIfAborted());
  }
}

const backOff = (tries: number) => firstWait * 2 ** (tries - 1) * (0.5 + Math.random() / 2);

async function attempt(
  settings: ModelSettings,
  path: string,
  body: string,
  limits: PostLimits,
): Promise<Posted | Setback> {
  const inTime = AbortSignal.timeout(Math.max(1, Math.ceil(Math.min(limits.time, limits.timeLeft()))));
  const signal = AbortSignal.any([limits.signal, inTime]);
  try {
    const response = await send(settings, path, body, signal);
    if (response instanceof ModelProblem) return { problem: response, wait: undefined };
    return await outcomeOf(settings, response, limits);
  } catch (error) {
    if (inTime.aborted) return { problem: new ModelProblem("late", "did not answer in time"), wait: undefined };
    return { problem: new ModelProblem("unreachable", `could not be reached${reasonOf(error)}`), wait: 0 };
  }
}

/** Follows redirects as long as they stay with the service: the key goes to nobody else. */
async function send(
  { url, key }: ModelSettings,
  path: string,
  body: string,
  signal: AbortSignal,
): Promise<Response | ModelProblem> {
  let target = new URL(`${url.replace(/\/+$/, "")}${path}`);
  const { origin } = target;
  const headers = { "Content-Type": "application/json", Accept: "application/json" };
  const authorized = key === undefined ? headers : { ...headers, Authorization: `Bearer ${key}` };
  for (let redirects = 0; redirects <= mostRedirects; redirects += 1) {
    const response = await fetch(target, { method: "POST", redirect: "manual", headers: authorized, body, signal });
    if (response.status < 300 || response.status > 399) return response;
    await response.body?.cancel();
    const location = response.headers.get("location") ?? "";
    const next = URL.canParse(location, target.href) ? new URL(location, target) : undefined;
    if (next?.origin !== origin || (response.status !== 307 && response.status !== 308)) {
      return new ModelProblem("refused", "answers from another address; set --model-url to that one");
    }
    target = next;
  }
  return new ModelProblem("refused", "answers one redirect after the other");
}

async function outcomeOf({ key }: ModelSettings, response: Response, limits: PostLimits): Promise<Posted | Setback> {
  const { status, headers } = response;
  if (response.ok) {
    const text = await readAtMost(response, limits.bytes);
    const answer = text === undefined ? undefined : parsed(text);
    if (answer !== undefined) return { answer };
    const what = text === undefined ? "gave an answer that is too large" : "gave an answer that is not JSON";
    return { problem: new ModelProblem("unusable", what), wait: undefined };
  }
  const text = (await readAtMost(response, mostRefusalBytes)) ?? "";
  if (status === 400 || status === 422) return { objection: text };
  const what = `answered ${status}${describeRefusal(text, key)}`;
  if (status === 429) return { problem: new ModelProblem("busy", what), wait: waitOf(headers.get("retry-after")) };
  if (status >= 500) {
    return { problem: new ModelProblem("unreachable", what), wait: waitOf(headers.get("retry-after")) };
  }
  return { problem: new ModelProblem("refused", what), wait: undefined };
}

/** What the service asks to wait, as far as that is not too long. */
function waitOf(header: string | null): number | undefined {
  if (header === null) return 0;
  const seconds = /^\d+(\.\d+)?$/.test(header.trim()) ? Number(header) : (Date.parse(header) - Date.now()) / 1_000;
  if (Number.isNaN(seconds)) return 0;
  return seconds * 1_000 > longestWait ? undefined : Math.max(0, seconds * 1_000);
}

/** Undefined when there is more. */
async function readAtMost(response: Response, most: number): Promise<string | undefined> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  for await (const chunk of response.body ?? []) {
    size += (chunk as Uint8Array).length;
    // Leaving the loop ends the connection.
    if (size > most) return undefined;
    chunks.push(chunk as Uint8Array);
  }
  return Buffer.concat(chunks).toString();
}

/** Codes alone: a message may hold the request. */
function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && "code" in cause ? String(cause.code) : "";
  return /^[A-Z_]{2,40}$/.test(code) ? ` (${code})` : "";
}
