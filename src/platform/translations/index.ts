export { type TranslationSettings, withoutProvider } from "./providers/settings.ts";
export { listRunsInto, removeTranslationsOf } from "./rows.ts";
