import { createHash, createSign } from "node:crypto";
import { inflateRawSync } from "node:zlib";
import { provider } from "./signing-keys.ts";

export const idpEntityID = "https://idp.example/metadata";
export const ssoURL = "https://idp.example/sso";

/** The contents of an assertion. Everything is correct, unless a test changes it. */
export interface Claims {
  readonly acsURL: string;
  readonly audience: string;
  readonly requestId: string;
  readonly issuer?: string;
  readonly recipient?: string;
  readonly destination?: string;
  /** Markup. */
  readonly nameID?: string;
  readonly nameFormat?: string;
  /** Markup, by name. */
  readonly attributes?: Readonly<Record<string, string>>;
  readonly now?: number;
  /** Seconds from now. */
  readonly issued?: number;
  readonly notBefore?: number;
  readonly notOnOrAfter?: number;
  readonly confirmedUntil?: number;
  readonly id?: string;
  readonly method?: string;
  readonly conditions?: string;
  readonly statement?: string;
}

const assertionSpace = "urn:oasis:names:tc:SAML:2.0:assertion";

/**
 * An assertion in exclusive canonical form, so that its text can be signed as it is, without using a package that also
 * verifies XML signatures.
 */
export function assertion(claims: Claims): string {
  const now = claims.now ?? Date.now();
  const at = (seconds: number) => new Date(now + 1000 * seconds).toISOString();
  const { acsURL, audience, requestId, issuer = idpEntityID, recipient = acsURL, id = "_assertion" } = claims;
  const format = claims.nameFormat ?? "urn:oasis:names:tc:SAML:2.0:nameid-format:persistent";
  const attributes = Object.entries(claims.attributes ?? { email: "grace@masts.example", displayName: "Grace Hopper" });
  const conditions =
    claims.conditions ??
    `<saml:Conditions NotBefore="${at(claims.notBefore ?? -30)}" NotOnOrAfter="${at(claims.notOnOrAfter ?? 300)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions>`;
  return [
    `<saml:Assertion xmlns:saml="${assertionSpace}" ID="${id}" IssueInstant="${at(claims.issued ?? 0)}" Version="2.0">`,
    `<saml:Issuer>${issuer}</saml:Issuer>`,
    `<saml:Subject><saml:NameID Format="${format}">${claims.nameID ?? "grace"}</saml:NameID>`,
    `<saml:SubjectConfirmation Method="${claims.method ?? "urn:oasis:names:tc:SAML:2.0:cm:bearer"}">`,
    `<saml:SubjectConfirmationData InResponseTo="${requestId}" NotOnOrAfter="${at(claims.confirmedUntil ?? 300)}" Recipient="${recipient}"></saml:SubjectConfirmationData>`,
    "</saml:SubjectConfirmation></saml:Subject>",
    conditions,
    claims.statement ??
      `<saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>`,
    "<saml:AttributeStatement>",
    ...attributes.map(
      ([name, value]) =>
        `<saml:Attribute Name="${name}"><saml:AttributeValue>${value}</saml:AttributeValue></saml:Attribute>`,
    ),
    "</saml:AttributeStatement></saml:Assertion>",
  ].join("");
}

interface Signing {
  readonly key?: string;
  readonly algorithm?: "sha256" | "sha1";
  /** Signed in place of the element itself. */
  readonly reference?: string;
}

/** The element with an enveloped signature after its issuer. */
export function sign(element: string, { key = provider.key, algorithm = "sha256", reference }: Signing = {}): string {
  const id = reference ?? /\bID="([^"]*)"/.exec(element)?.[1] ?? "";
  const signature = signatureOf(element, id, key, algorithm);
  return element.replace("</saml:Issuer>", () => `</saml:Issuer>${signature}`);
}

export function signatureOf(element: string, id: string, key = provider.key, algorithm = "sha256"): string {
  const strong = algorithm === "sha256";
  const digestMethod = strong ? "http://www.w3.org/2001/04/xmlenc#sha256" : "http://www.w3.org/2000/09/xmldsig#sha1";
  const method = strong
    ? "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256"
    : "http://www.w3.org/2000/09/xmldsig#rsa-sha1";
  const digest = createHash(algorithm).update(element).digest("base64");
  const info = (declared: string) =>
    [
      `<ds:SignedInfo${declared}>`,
      '<ds:CanonicalizationMethod Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:CanonicalizationMethod>',
      `<ds:SignatureMethod Algorithm="${method}"></ds:SignatureMethod>`,
      `<ds:Reference URI="#${id}"><ds:Transforms>`,
      '<ds:Transform Algorithm="http://www.w3.org/2000/09/xmldsig#enveloped-signature"></ds:Transform>',
      '<ds:Transform Algorithm="http://www.w3.org/2001/10/xml-exc-c14n#"></ds:Transform></ds:Transforms>',
      `<ds:DigestMethod Algorithm="${digestMethod}"></ds:DigestMethod>`,
      `<ds:DigestValue>${digest}</ds:DigestValue></ds:Reference></ds:SignedInfo>`,
    ].join("");
  const space = ' xmlns:ds="http://www.w3.org/2000/09/xmldsig#"';
  const value = createSign(`RSA-${algorithm.toUpperCase()}`).update(info(space)).sign(key, "base64");
  return `<ds:Signature${space}>${info("")}<ds:SignatureValue>${value}</ds:SignatureValue></ds:Signature>`;
}

const success =
  '<samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"></samlp:StatusCode></samlp:Status>';

/** A response with assertions, signed or not. It is canonical if they are. */
export function response(claims: Claims, contents: string, { status = success, id = "_response" } = {}): string {
  const { acsURL, destination = acsURL, requestId, issuer = idpEntityID, now = Date.now() } = claims;
  return [
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" Destination="${destination}" ID="${id}" InResponseTo="${requestId}" IssueInstant="${new Date(now).toISOString()}" Version="2.0">`,
    `<saml:Issuer xmlns:saml="${assertionSpace}">${issuer}</saml:Issuer>`,
    status,
    contents,
    "</samlp:Response>",
  ].join("");
}

export const encode = (xml: string): string => Buffer.from(xml).toString("base64");

/** Reads the request from the address to which the service sent the browser. */
export function readRequest(location: string): { readonly id: string; readonly xml: string } {
  const encoded = new URL(location).searchParams.get("SAMLRequest") ?? "";
  const xml = inflateRawSync(Buffer.from(encoded, "base64")).toString();
  return { id: /\bID="([^"]*)"/.exec(xml)?.[1] ?? "", xml };
}
