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
