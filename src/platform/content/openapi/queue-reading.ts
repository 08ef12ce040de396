import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";

export interface ReadingInput {
  readonly spec: string;
}

/** Queues reading a specification's source, now or later. Returns the job, which its row must name. */
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

/** What another feature does when a specification changes, in the same transaction. */
export interface SpecSubscriber {
  /** The specification has a new version, or was deleted. */
  changed(context: Context, spec: ChangedSpec): Promise<void>;
  /** The specification was submitted again: what failed before may succeed now. */
  resubmitted(context: Context, spec: ChangedSpec): Promise<void>;
}

declare module "../../kernel/context.ts" {
  interface Setup {
    readonly specSubscribers: readonly SpecSubscriber[];
  }
}
