import { ClientError } from "../../client/errors.ts";
import { ToolError } from "../tool-error.ts";

/** One call of several that a tool makes in order; it answers what it did, in a sentence. */
export type Step = () => Promise<string>;

/**
 * Takes the steps in order and answers what each did. Nothing is undone when a later one fails: the ToolError then says
 * what was done already, so that an agent repeats only the rest.
 */
export async function takeSteps(steps: readonly Step[]): Promise<string[]> {
  const done: string[] = [];
  for (const step of steps) {
    try {
      done.push(await step());
    } catch (error) {
      const failed = error instanceof ClientError || error instanceof ToolError;
      if (!failed || done.length === 0) throw error;
      throw new ToolError(`${error.message}\nDone before that, do not repeat it: ${done.join(" ")}`);
    }
  }
  return done;
}
