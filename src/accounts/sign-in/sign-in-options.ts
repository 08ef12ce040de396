import type { AccountsOptions } from "../accounts-options.ts";
import type { DeferredWork } from "../deferred-work.ts";
import type { SignInLimits } from "./sign-in-limits.ts";

export interface SignInOptions extends AccountsOptions {
  readonly limits: SignInLimits;
  readonly deferredWork: DeferredWork;
}
