import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import type { ErrorCode } from "../../../contract/errors.ts";
import { parseJson, requestService, type ServiceReply } from "../outbound/service-request.ts";
import { Problem } from "../problem.ts";
import type { ModelSettings } from "./settings.ts";

interface PostLimits {
  /** Milliseconds for one attempt. */
  readonly time: number;
  /** Milliseconds left for all attempts. */
  readonly timeLeft: () => number;
  readonly tries: number;
  readonly signal: AbortSignal;
}

/** The outcome: a response, or why the service does not accept a request of this form. */
export type PostOutcome = { readonly response: unknown } | { readonly objection: string };

interface FailedAttempt {
  readonly problem: ModelProblem;
  /** Milliseconds before a retry; undefined if a retry is useless. */
  readonly wait: number | undefined;
}

const maxWaitMs = 30_000;

const firstWaitMs = 500;

/** Posts JSON to the service, with retries if it is busy or fails. Throws `ModelProblem`, and the signal's reason. */
export async function post(
  settings: ModelSettings,
  path: string,
  body: object,
  limits: PostLimits,
): Promise<PostOutcome> {
  const { url, key } = settings;
  for (let tries = 1; ; tries += 1) {
    const reply = await requestService({
      url: `${url.replace(/\/+$/, "")}${path}`,
      headers: key === undefined ? {} : { Authorization: `Bearer ${key}` },
      body,
      time: Math.min(limits.time, limits.timeLeft()),
      signal: limits.signal,
    });
    const outcome = toOutcome(reply, key);
    if (!("problem" in outcome)) return outcome;
    const wait = outcome.wait === undefined ? undefined : Math.max(outcome.wait, backOff(tries));
    if (wait === undefined || wait >= limits.timeLeft() || tries >= limits.tries) throw outcome.problem;
    await sleep(wait, undefined, { signal: limits.signal }).catch(() => limits.signal.throwIfAborted());
  }
}

const backOff = (tries: number) => firstWaitMs * 2 ** (tries - 1) * (0.5 + Math.random() / 2);

function toOutcome(reply: ServiceReply, key: string | undefined): PostOutcome | FailedAttempt {
  if ("failed" in reply) return toFailedAttempt(reply);
  const { status, text, wait = 0 } = reply;
  const again = wait > maxWaitMs ? undefined : wait;
  if (status >= 200 && status < 300) {
    const response = text === undefined ? undefined : parseJson(text);
    if (response !== undefined) return { response };
    const what = text === undefined ? "returned an answer that is too large" : "returned an answer that is not JSON";
    return { problem: new ModelProblem("unusable", what), wait: undefined };
  }
  if (status === 400 || status === 422) return { objection: text ?? "" };
  const what = `answered ${status}${describeRefusal(text ?? "", key)}`;
  if (status === 429) return { problem: new ModelProblem("busy", what), wait: again };
  if (status >= 500) return { problem: new ModelProblem("unreachable", what), wait: again };
  return { problem: new ModelProblem("refused", what), wait: undefined };
}

function toFailedAttempt(reply: Extract<ServiceReply, { readonly failed: string }>): FailedAttempt {
  switch (reply.failed) {
    case "late":
      return { problem: new ModelProblem("late", "did not answer in time"), wait: undefined };
    case "redirected": {
      const what = "redirects to another address; set --model-url to that one";
      return { problem: new ModelProblem("refused", what), wait: undefined };
    }
    case "unreachable": {
      const code = reply.code === "" ? "" : ` (${reply.code})`;
      return { problem: new ModelProblem("unreachable", `could not be reached${code}`), wait: 0 };
    }
  }
}

/** Optional features that not every service supports, and how they are requested. */
interface RequestForm {
  readonly schema: boolean;
  readonly temperature: boolean;
  readonly limit: "max_tokens" | "max_completion_tokens";
}

const fullest: RequestForm = { schema: true, temperature: true, limit: "max_tokens" };

/** What each service is known to support, for the life of the process. */
const known = new WeakMap<ModelSettings, RequestForm>();

export const formFor = (settings: ModelSettings): RequestForm => known.get(settings) ?? fullest;

export const storeForm = (settings: ModelSettings, form: RequestForm): void => void known.set(settings, form);

/** A form without the feature that the service objects to; undefined if there is nothing to leave out. */
export function withoutObjection(form: RequestForm, objection: string): RequestForm | undefined {
  if (form.limit === "max_tokens" && /max_completion_tokens|['"`]max_tokens/.test(objection)) {
    return { ...form, limit: "max_completion_tokens" };
  }
  if (form.temperature && /temperature/.test(objection)) return { ...form, temperature: false };
  // Some services only say that the request is invalid.
  return form.schema ? { ...form, schema: false } : undefined;
}

export function bodyFor(
  { model }: ModelSettings,
  form: RequestForm,
  messages: readonly object[],
  responseFormat: { readonly name: string; readonly schema: object; readonly tokens: number },
): object {
  const { name, schema } = responseFormat;
  return {
    model,
    messages,
    [form.limit]: responseFormat.tokens,
    ...(form.temperature ? { temperature: 0 } : {}),
    ...(form.schema ? { response_format: { type: "json_schema", json_schema: { name, strict: true, schema } } } : {}),
  };
}

/** Schema keywords that only some services support. Responses are validated against all of them here. */
const unevenlyKnown = ["minLength", "maxLength", "minItems", "maxItems", "minimum", "maximum", "pattern", "format"];

export function toResponseSchema(schema: z.ZodType): object {
  const { $schema: _dialect, ...plain } = z.toJSONSchema(schema, {
    override({ jsonSchema }) {
      for (const name of unevenlyKnown) delete (jsonSchema as Record<string, unknown>)[name];
    },
  });
  return plain;
}

const Completion = z.object({
  choices: z
    .array(
      z.object({
        message: z.object({ content: z.string().nullish() }),
        finish_reason: z.string().nullish(),
      }),
    )
    .min(1),
  usage: z
    .object({ total_tokens: z.number().int().min(1) })
    .nullish()
    .catch(null),
});

interface Completed {
  readonly text: string;
  readonly wasCutOff: boolean;
  /** The cost in tokens; undefined if the service does not report it. */
  readonly tokens: number | undefined;
}

/** Undefined if it is not a completion. */
export function readCompletion(response: unknown): Completed | undefined {
  const completion = Completion.safeParse(response);
  const choice = completion.data?.choices[0];
  if (choice === undefined) return undefined;
  return {
    text: choice.message.content ?? "",
    wasCutOff: choice.finish_reason === "length",
    tokens: completion.data?.usage?.total_tokens,
  };
}

/** The JSON in a model's text: alone, in a code block, after its reasoning, or amid other words. */
export function readJson(text: string): unknown {
  const thoughtEnd = text.lastIndexOf("</think>");
  const content = thoughtEnd === -1 ? text : text.slice(thoughtEnd + "</think>".length);
  const whole = parseJson(content);
  if (whole !== undefined) return whole;
  const start = content.indexOf("{");
  const end = content.lastIndexOf("}");
  return start === -1 || end < start ? undefined : parseJson(content.slice(start, end + 1));
}

/**
 * Only the code with which a service explains a refusal, because messages may repeat keys and questions.
 */
function describeRefusal(text: string, key: string | undefined): string {
  const body = parseJson(text) as { error?: { code?: unknown; type?: unknown } } | null | undefined;
  const errorCode = [body?.error?.code, body?.error?.type].find((code) => typeof code === "string" && code !== "");
  if (
    typeof errorCode !== "string" ||
    !/^[a-z_]{2,60}$/.test(errorCode) ||
    (key !== undefined && errorCode.includes(key))
  )
    return "";
  return ` (${errorCode})`;
}

/**
 * Why a model gave no answer: it was unreachable, refused the caller, rejected this question, was busy, took too long
 * or gave an unusable answer, or the budget of this work or the shared daily budget is spent.
 */
export type ModelFailure = "unreachable" | "refused" | "rejected" | "busy" | "late" | "unusable" | "spent" | "rationed";

const codes: Readonly<Record<ModelFailure, ErrorCode>> = {
  unreachable: "bad_gateway",
  refused: "bad_gateway",
  rejected: "bad_gateway",
  busy: "unavailable",
  late: "gateway_timeout",
  unusable: "bad_gateway",
  spent: "unavailable",
  rationed: "too_many_requests",
};

/** A question to the model that failed. Contains neither the key nor any part of the question or answer. */
export class ModelProblem extends Problem {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, what: string, retryAfter?: number) {
    super(codes[failure], `The language model ${what}.`, retryAfter);
    this.failure = failure;
  }

  /** `opens` is when the model may be used again, `wait` the milliseconds until then. */
  static rationed(opens: string, wait: number): ModelProblem {
    const what = `has reached today's limit, which --model-tokens-per-day sets, and can be used again from ${opens} on`;
    return new ModelProblem("rationed", what, Math.ceil(wait / 1_000));
  }

  /** The daily limit is too low for a single request of this size. */
  static neverAffordable(tokens: number, dailyLimit: number): ModelProblem {
    const what = `is limited to ${dailyLimit} tokens a day, and this alone may take ${tokens}; --model-tokens-per-day sets the limit`;
    return new ModelProblem("rationed", what);
  }
}
