import { ClientError } from "../client/errors.ts";
import { ToolError } from "../present/tool-error.ts";
import type { ToolContext } from "../resolve/context.ts";

/** One of several calls that a tool makes in order; it returns what it did, in a sentence. */
export type Step = () => Promise<string>;

/**
 * Runs the steps in order and returns what each did. Each finished step is reported as progress, because a host that
 * cancels the call receives nothing else. If a later step fails, nothing is undone: the ToolError says
 * what was already done, so that an agent repeats only the rest.
 */
export async function takeSteps(
  steps: readonly Step[],
  { progress, signal }: Pick<ToolContext, "progress" | "signal">,
): Promise<string[]> {
  const done: string[] = [];
  for (const step of steps) {
    signal.throwIfAborted();
    try {
      const report = await step();
      done.push(report);
      if (steps.length > 1) progress(done.length, steps.length, report);
    } catch (error) {
      const failed = error instanceof ClientError || error instanceof ToolError;
      if (!failed || done.length === 0) throw error;
      throw new ToolError(`${error.message}\nDone before that, do not repeat it: ${done.join(" ")}`);
    }
  }
  return done;
}
