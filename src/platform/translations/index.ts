export { type TranslationSettings, withoutProvider } from "./providers/settings.ts";
export { forgetChangeRequests, listRunsInto, removeTranslationsOf } from "./rows.ts";
