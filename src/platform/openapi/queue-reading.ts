import type { Context } from "../kernel/context.ts";

export interface ReadingInput {
  readonly spec: string;
}

/** Has the source of a specification read, now or at a time. Returns the job, which its row must name. */
export function queueReading(context: Context, spec: string, dueAt?: string): Promise<string> {
  return context.enqueue({ kind: "openapi", input: { spec } satisfies ReadingInput, dueAt });
}
