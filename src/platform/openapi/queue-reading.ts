import type { Context } from "../kernel/context.ts";
import type { Row } from "../kernel/database/tables.ts";

export interface ReadingInput {
  readonly spec: string;
}

/** Has the source of a specification read, now or at a time. Returns the job, which its row must name. */
export function queueReading(
  context: Context,
  { id, organization }: Pick<Row<"openapi_spec">, "id" | "organization">,
  dueAt?: string,
): Promise<string> {
  const input: ReadingInput = { spec: id };
  return context.enqueue({ kind: "openapi", input, memberOf: organization, dueAt });
}

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
