import { SAML, ValidateInResponseTo } from "@node-saml/node-saml";

/*
 * Everything that needs the SAML library, which the build puts into a separate file: it may import nothing of ours, or
 * that code would be duplicated.
 */

interface Parties {
  /** Where the provider sends its responses. */
  readonly acsURL: string;
  /** The name of this service at the provider. */
  readonly entityID: string;
  readonly ssoURL: string;
  /** Each in PEM. */
  readonly certificates: readonly string[];
}

const createSaml = ({ acsURL, entityID, ssoURL, certificates }: Parties, requestId = "") =>
  new SAML({
    issuer: entityID,
    audience: entityID,
    callbackUrl: acsURL,
    entryPoint: ssoURL,
    idpCert: [...certificates],
    identifierFormat: null,
    disableRequestedAuthnContext: true,
    generateUniqueId: () => requestId,
    // One signature is enough: if the response is not signed, the assertion must be.
    wantAuthnResponseSigned: false,
    wantAssertionsSigned: false,
    validateInResponseTo: ValidateInResponseTo.never,
    // The library's time checks are off, because they can use only the system clock.
    acceptedClockSkewMs: -1,
  });

/** The address to redirect a browser to for a request. */
export function requestUrl(parties: Parties, requestId: string): Promise<string> {
  return createSaml(parties, requestId).getAuthorizeUrlAsync("", undefined, {});
}

interface SignedParts {
  readonly assertion: unknown;
  /** The assertion's attributes, by name. */
  readonly attributes: Readonly<Record<string, unknown>>;
}

/** Returns the signed parts of a response, verified with one of the certificates. Throws for anything else. */
export async function signedParts(parties: Parties, encoded: string): Promise<SignedParts> {
  const { profile } = await createSaml(parties).validatePostResponseAsync({ SAMLResponse: encoded });
  if (profile?.getAssertion === undefined) throw new Error("it has no assertion");
  const { attributes } = profile;
  return {
    assertion: profile.getAssertion(),
    attributes: typeof attributes === "object" && attributes !== null ? { ...attributes } : {},
  };
}
