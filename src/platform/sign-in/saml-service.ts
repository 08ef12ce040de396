/** What an identity provider must know of this service. */
export interface SamlService {
  readonly acsURL: string;
  readonly startURL: string;
  /** Also where its metadata is. */
  readonly entityID: string;
}

/** `base` is where browsers reach the server, without a slash at its end. */
export function samlService(base: string, provider: string): SamlService {
  const place = `${base}/app/sign-in/saml/${provider}`;
  return { acsURL: `${place}/acs`, startURL: `${place}/start`, entityID: `${place}/metadata` };
}
