import type { ErrorCode } from "../../contract/errors.ts";
import { Problem } from "../problem.ts";

/**
 * Why a model gave no answer: nothing was there, it refused to be asked, it did not take this question, it had too
 * much to do, it took too long, it answered something else than what was asked for, or what it may cost is spent.
 */
export type ModelFailure = "unreachable" | "refused" | "rejected" | "busy" | "late" | "unusable" | "spent";

const codes: Readonly<Record<ModelFailure, ErrorCode>> = {
  unreachable: "bad_gateway",
  refused: "bad_gateway",
  rejected: "bad_gateway",
  busy: "unavailable",
  late: "gateway_timeout",
  unusable: "bad_gateway",
  spent: "unavailable",
};

/** A question to the model that came to nothing. Holds neither the key nor anything that was asked or answered. */
export class ModelProblem extends Problem {
  readonly failure: ModelFailure;

  constructor(failure: ModelFailure, what: string) {
    super(codes[failure], `The language model ${what}.`);
    this.failure = failure;
  }
}
