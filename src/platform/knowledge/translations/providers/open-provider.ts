import type { RunningJob } from "../../../kernel/jobs/job-kind.ts";
import type { ModelSettings } from "../../../kernel/language-model/index.ts";
import type { Provider, ServiceSettings, TranslationSettings } from "./provider.ts";

const defaultPauseMs = 1000;

/** Opens the configured provider for one job; undefined if none is configured. */
export async function openProvider(
  settings: TranslationSettings,
  model: ModelSettings | undefined,
  job: Pick<RunningJob, "signal" | "step">,
): Promise<Provider | undefined> {
  const service: ServiceSettings = { url: settings.url, key: settings.key, pause: settings.pause ?? defaultPauseMs };
  switch (settings.provider) {
    case "deepl":
      return (await import("./deepl.ts")).deepl(service);
    case "libretranslate":
      return (await import("./libretranslate.ts")).libretranslate(service);
    case "model":
      return model === undefined ? undefined : (await import("./model.ts")).languageModel(model, job);
    case undefined:
      return undefined;
  }
}
