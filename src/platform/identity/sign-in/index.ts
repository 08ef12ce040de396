export { beginSession, findRefusal, type SignInMethod } from "./begin-session.ts";
export { samlService } from "./certificates.ts";
export type { ProviderProfile } from "./provider-profile.ts";
export {
  isActive,
  linkSubject,
  mayCall,
  NotOpened,
  recognizeByOpenId,
  recognizeBySaml,
  recognizeCaller,
} from "./recognize.ts";
export { createRequest, storeProviderResponse, takeRequest } from "./requests-rows.ts";
export { findSamlProvider, listActiveSamlProviders } from "./saml-providers-rows.ts";
