import type { AccountsOptions } from "../accounts-options.ts";
import type { AfterAnswers } from "../after-answers.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

export interface SignInOptions extends AccountsOptions {
  readonly limits: SignInLimits;
  readonly afterAnswers: AfterAnswers;
}
