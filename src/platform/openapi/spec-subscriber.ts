import type { Context } from "../kernel/context.ts";

interface ChangedSpec {
  readonly organization: string;
  /** The slug. */
  readonly spec: string;
}

/** What another feature does about changes of specifications, in the transaction that makes them. */
export interface SpecSubscriber {
  /** There is another version of the specification, or it is gone. */
  changed(context: Context, spec: ChangedSpec): Promise<void>;
  /** The specification was given again: what failed before may work now. */
  given(context: Context, spec: ChangedSpec): Promise<void>;
}

declare module "../kernel/context.ts" {
  interface Setup {
    readonly specSubscribers: readonly SpecSubscriber[];
  }
}
