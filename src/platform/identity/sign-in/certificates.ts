import { X509Certificate } from "node:crypto";
import { Problem } from "../../kernel/problem.ts";

/** During a key change, a provider has two. */
const maxCertificates = 4;

/**
 * Reads signing certificates and returns them as PEM. Accepts PEM, or bare base64 as in metadata. Throws `bad_request`
 * for an invalid, expired or weak certificate; an empty text has no certificates.
 */
export function readCertificates(text: string, now: string): string {
  if (text.trim() === "") return "";
  if (/PRIVATE KEY/.test(text))
    throw unfit("this contains a private key. Give only the certificate, and make a new key");
  const certificates = split(text).map((encoded) => readCertificate(encoded, now));
  if (certificates.length === 0) throw unfit("this is not a certificate. Give it in PEM");
  if (certificates.length > maxCertificates) throw unfit(`these are more than ${maxCertificates}`);
  return certificates.map((certificate) => certificate.toString()).join("");
}

/** Splits a stored text into its certificates. */
export const splitCertificates = (stored: string): string[] =>
  stored.match(/-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g) ?? [];

function split(text: string): string[] {
  const inPem = splitCertificates(text);
  if (inPem.length > 0) return inPem;
  const base64 = text.replace(/\s+/g, "");
  if (!/^[A-Za-z0-9+/]+={0,2}$/.test(base64)) return [];
  return [`-----BEGIN CERTIFICATE-----\n${base64.replace(/.{64}(?=.)/g, "$&\n")}\n-----END CERTIFICATE-----`];
}

function readCertificate(text: string, now: string): X509Certificate {
  let certificate: X509Certificate;
  try {
    certificate = new X509Certificate(text);
  } catch {
    throw unfit("this is not a certificate. Give it in PEM");
  }
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate.publicKey;
  const isStrong = type === "rsa" && (details?.modulusLength ?? 0) >= 2048;
  if (!isStrong) throw unfit("its key is not RSA with 2048 bits or more");
  if (Date.parse(certificate.validTo) <= Date.parse(now)) throw unfit(`it expired on ${certificate.validTo}`);
  return certificate;
}

const unfit = (what: string) => new Problem("bad_request", `certificate: ${what}.`);

/** What an identity provider needs to know about this service. */
export interface SamlService {
  readonly acsURL: string;
  readonly startURL: string;
  /** Its metadata is served at this address too. */
  readonly entityID: string;
}

/** `base` is the server's address for browsers, without a final slash. */
export function samlService(base: string, provider: string): SamlService {
  const serviceUrl = `${base}/app/sign-in/saml/${provider}`;
  return { acsURL: `${serviceUrl}/acs`, startURL: `${serviceUrl}/start`, entityID: `${serviceUrl}/metadata` };
}
