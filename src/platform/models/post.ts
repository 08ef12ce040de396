import { setTimeout as sleep } from "node:timers/promises";
import { parseJson, requestService, type ServiceReply } from "../outbound/service-request.ts";
import { ModelProblem } from "./model-problem.ts";
import { describeRefusal } from "./refusal.ts";
import type { ModelSettings } from "./settings.ts";

export interface PostLimits {
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

/** Sends JSON to the service, again when it is busy or fails. Throws `ModelProblem`, and the signal's reason. */
export async function post(settings: ModelSettings, path: string, body: object, limits: PostLimits): Promise<Posted> {
  const { url, key } = settings;
  for (let tries = 1; ; tries += 1) {
    const reply = await requestService({
      url: `${url.replace(/\/+$/, "")}${path}`,
      headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
      body,
      time: Math.min(limits.time, limits.timeLeft()),
      signal: limits.signal,
    });
    const outcome = outcomeOf(reply, key);
    if (!("problem" in outcome)) return outcome;
    const wait = outcome.wait === undefined ? undefined : Math.max(outcome.wait, backOff(tries));
    if (wait === undefined || wait >= limits.timeLeft() || tries >= limits.tries) throw outcome.problem;
    await sleep(wait, undefined, { signal: limits.signal }).catch(() => limits.signal.throwIfAborted());
  }
}

const backOff = (tries: number) => firstWait * 2 ** (tries - 1) * (0.5 + Math.random() / 2);

function outcomeOf(reply: ServiceReply, key: string | undefined): Posted | Setback {
  if ("failed" in reply) return setbackOf(reply);
  const { status, text, wait = 0 } = reply;
  const again = wait > longestWait ? undefined : wait;
  if (status >= 200 && status < 300) {
    const answer = text === undefined ? undefined : parseJson(text);
    if (answer !== undefined) return { answer };
    const what = text === undefined ? "gave an answer that is too large" : "gave an answer that is not JSON";
    return { problem: new ModelProblem("unusable", what), wait: undefined };
  }
  if (status === 400 || status === 422) return { objection: text ?? "" };
  const what = `answered ${status}${describeRefusal(text ?? "", key)}`;
  if (status === 429) return { problem: new ModelProblem("busy", what), wait: again };
  if (status >= 500) return { problem: new ModelProblem("unreachable", what), wait: again };
  return { problem: new ModelProblem("refused", what), wait: undefined };
}

function setbackOf(reply: Extract<ServiceReply, { readonly failed: string }>): Setback {
  switch (reply.failed) {
    case "late":
      return { problem: new ModelProblem("late", "did not answer in time"), wait: undefined };
    case "redirected": {
      const what = "answers from another address; set --model-url to that one";
      return { problem: new ModelProblem("refused", what), wait: undefined };
    }
    case "unreachable": {
      const code = reply.code === "" ? "" : ` (${reply.code})`;
      return { problem: new ModelProblem("unreachable", `could not be reached${code}`), wait: 0 };
    }
  }
}
