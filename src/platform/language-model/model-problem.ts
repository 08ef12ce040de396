import type { ErrorCode } from "../../contract/errors.ts";
import { Problem } from "../kernel/problem.ts";

/**
 * Why a model gave no answer: nothing was there, it refused to be asked, it did not take this question, it had too
 * much to do, it took too long, it answered something else than what was asked for, or what this work
 * may cost is spent, or what everybody together may spend in a day.
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

/** A question to the model that came to nothing. Holds neither the key nor anything that was asked or answered. */
export class ModelProblem extends Problem {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, what: string, retryAfter?: number) {
    super(codes[failure], `The language model ${what}.`, retryAfter);
    this.failure = failure;
  }

  /** `opens` is when it may be asked again, `wait` the milliseconds until then. */
  static rationed(opens: string, wait: number): ModelProblem {
    const what = `has been asked as much as it may be today; --model-tokens-per-day sets the limit, and it may be asked again from ${opens} on`;
    return new ModelProblem("rationed", what, Math.ceil(wait / 1_000));
  }

  /** No day has enough for one order of so many tokens. */
  static neverAffordable(tokens: number, most: number): ModelProblem {
    const what = `may be asked for ${most} tokens a day, and this alone may take ${tokens}; --model-tokens-per-day sets the limit`;
    return new ModelProblem("rationed", what);
  }
}
