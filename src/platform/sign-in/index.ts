export { isActive } from "./active.ts";
export { beginSession, refusalOf, type SignInMethod } from "./begin-session.ts";
export type { ProviderAnswer } from "./provider-answer.ts";
export { recognizeByOpenId, recognizeBySaml } from "./recognize.ts";
export { answerRequest, createRequest, takeRequest } from "./requests-rows.ts";
export { findSamlProvider, listActiveSamlProviders } from "./saml-providers-rows.ts";
export { type SamlService, samlService } from "./saml-service.ts";
