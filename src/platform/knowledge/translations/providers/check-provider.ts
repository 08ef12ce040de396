import type { ModelSettings } from "../../../kernel/language-model/index.ts";
import { openProvider } from "./open-provider.ts";
import { ServiceProblem, type TranslationSettings } from "./provider.ts";

/** Milliseconds before a busy service is called again. */
const pause = 250;

/** Checks that the translation service would work. Throws an error that says what to do. */
export async function checkProvider(settings: TranslationSettings, model: ModelSettings | undefined): Promise<string> {
  const { signal } = new AbortController();
  const unusedStep = async () => Promise.reject(new Error("Nothing is translated to check a service."));
  const provider = await openProvider({ ...settings, pause }, model, { signal, step: unusedStep });
  if (provider === undefined) return "none";
  try {
    return await provider.check(signal);
  } catch (error) {
    if (!(error instanceof ServiceProblem)) throw error;
    throw new Error(`${error.message} Check --translation-url and --translation-key. Until then, agents translate.`);
  }
}
