export { isActive } from "./active.ts";
export { beginSession, refusalOf, type SignInMethod } from "./begin-session.ts";
export type { ProviderAnswer } from "./provider-answer.ts";
export { NotOpened, recognizeByOpenId, recognizeBySaml } from "./recognize.ts";
export { linkSubject, mayCall, recognizeCaller } from "./recognize-caller.ts";
export { answerRequest, createRequest, takeRequest } from "./requests-rows.ts";
export { findSamlProvider, listActiveSamlProviders } from "./saml-providers-rows.ts";
export { samlService } from "./saml-service.ts";
