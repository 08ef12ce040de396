export { type TranslationSettings, withoutProvider } from "./providers/provider.ts";
export { forgetChangeRequests, listRunsInto, removeTranslationsOf } from "./rows.ts";
