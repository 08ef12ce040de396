export { beginSession, refusalOf, type SignInMethod } from "./begin-session.ts";
export { samlService } from "./certificates.ts";
export type { ProviderAnswer } from "./provider-answer.ts";
export {
  isActive,
  linkSubject,
  mayCall,
  NotOpened,
  recognizeByOpenId,
  recognizeBySaml,
  recognizeCaller,
} from "./recognize.ts";
export { answerRequest, createRequest, takeRequest } from "./requests-rows.ts";
export { findSamlProvider, listActiveSamlProviders } from "./saml-providers-rows.ts";
