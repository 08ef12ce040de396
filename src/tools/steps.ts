import { ClientError } from "../client/errors.ts";
import type { ToolContext } from "../desk/context.ts";
import { ToolError } from "../desk/tool-error.ts";

/** One call of several that a tool makes in order; it answers what it did, in a sentence. */
export type Step = () => Promise<string>;

/**
 * Takes the steps in order and answers what each did. Each is told as progress when it is done: to a host that cancels
 * the call, nothing else can be said any more. Nothing is undone when a later one fails: the ToolError then says
 * what was done already, so that an agent repeats only the rest.
 */
export async function takeSteps(
  steps: readonly Step[],
  { progress, signal }: Pick<ToolContext, "progress" | "signal">,
): Promise<string[]> {
  const done: string[] = [];
  for (const step of steps) {
    signal.throwIfAborted();
    try {
      const told = await step();
      done.push(told);
      if (steps.length > 1) progress(done.length, steps.length, told);
    } catch (error) {
      const failed = error instanceof ClientError || error instanceof ToolError;
      if (!failed || done.length === 0) throw error;
      throw new ToolError(`${error.message}\nDone before that, do not repeat it: ${done.join(" ")}`);
    }
  }
  return done;
}
