import { z } from "zod";
import { openModel } from "./model.ts";
import type { ModelSettings } from "./settings.ts";

const Ready = z.object({ isReady: z.boolean() });

/** Asks the model one small question, and reports that it answered. Throws `ModelProblem`. */
export async function checkModel(settings: ModelSettings): Promise<string> {
  const signal = new AbortController().signal;
  const before = performance.now();
  const model = openModel(settings, { signal, write: undefined, callTime: 30_000, tries: 1 });
  const task = `Answer that you are ready: "isReady" is true.`;
  await model.ask({ name: "ready", task, data: "Are you ready?", schema: Ready, answerTokens: 500 });
  const seconds = ((performance.now() - before) / 1_000).toFixed(1);
  return `${settings.model} at ${settings.url} answered after ${seconds} s, using ${settings.tokens - model.tokensLeft} tokens`;
}
