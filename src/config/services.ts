import type { Config } from "../config.ts";
import { ConfigError } from "./values.ts";

/** Refuses services that are named by half. Throws `ConfigError`. */
export function demandServices(config: Config): void {
  if ((config.modelUrl.value === undefined) !== (config.model.value === undefined)) {
    throw new ConfigError("--model-url and --model belong together: the service, and the name of the model there.");
  }
  demandTranslationService(config);
}

/** A service that is named without what it needs would fail at the first run. */
function demandTranslationService({ translationProvider, translationUrl, translationKey, model }: Config): void {
  const { value: provider, source } = translationProvider;
  const given = translationUrl.value === undefined ? translationKey : translationUrl;
  if (provider === undefined && given.value !== undefined) {
    throw new ConfigError(`${given.source} is of no use without --translation-provider.`);
  }
  if (provider === "model" && model.value === undefined) {
    throw new ConfigError(`${source} is model, which needs --model-url and --model.`);
  }
  if (provider === "model" && given.value !== undefined) {
    throw new ConfigError(`${given.source} is of no use with a model, which --model-url and --model-key are for.`);
  }
  if (provider === "deepl" && translationKey.value === undefined) {
    throw new ConfigError(`${source} is deepl, which needs --translation-key or COPYDESK_TRANSLATION_KEY.`);
  }
  if (provider === "libretranslate" && translationUrl.value === undefined) {
    throw new ConfigError(`${source} is libretranslate, which needs --translation-url.`);
  }
}
