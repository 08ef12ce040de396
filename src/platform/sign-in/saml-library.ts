import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";

/*
 * All that needs the library of SAML, which the build puts into a file of its own: nothing of ours may be imported, or
 * there would be two of it.
 */

interface Parties {
  /** Where the provider sends its answers. */
  readonly acsURL: string;
  /** What this service is called there. */
  readonly entityID: string;
  readonly ssoURL: string;
  /** Each in PEM. */
  readonly certificates: readonly string[];
}

const libraryOf = ({ acsURL, entityID, ssoURL, certificates }: Parties, requestId = "") =>
  new SAML({
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    entryPoint: ssoURL,
    idpCert: [...certificates],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    // Either is signed: without a signature of the response, that of the assertion is demanded.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    // Its own checks of time are off: they know no clock but the machine's.
    acceptedClockSkewMs: -1,
  });

/** Where to send a browser with a request. */
export function requestUrl(parties: Parties, requestId: string): Promise<string> {
  return libraryOf(parties, requestId).getAuthorizeUrlAsync("", undefined, {});
}

interface SignedParts {
  readonly assertion: unknown;
  /** Of an assertion, by name. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** What a response holds that is signed with one of the certificates. Throws for anything else. */
export async function signedParts(parties: Parties, encoded: string): Promise<SignedParts> {
  const { profile } = await libraryOf(parties).validatePostResponseAsync({ SAMLResponse: encoded });
  if (profile?.getAssertion === undefined) throw new Error("it has no assertion");
  const { attributes } = profile;
  return {
    assertion: profile.getAssertion(),
    attributes: typeof attributes === "object" && attributes !== null ? { ...attributes } : {},
  };
}
