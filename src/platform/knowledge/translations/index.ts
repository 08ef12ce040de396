export { type TranslationSettings, withoutProvider } from "./providers/provider.ts";
export { forgetChangeRequests, listRunsInto, removeSpaceTranslations } from "./rows.ts";
