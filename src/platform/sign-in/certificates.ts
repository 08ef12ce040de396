import { X509Certificate } from "node:crypto";
import { Problem } from "../kernel/problem.ts";

/** A provider that changes its key has two for a while. */
const mostCertificates = 4;

/**
 * The signing certificates in a text, in PEM: as PEM, or in base64 alone as metadata has it. Throws `bad_request` for
 * what is none, has expired or is too weak; empty text is no certificate.
 */
export function readCertificates(text: string, now: string): string {
  if (text.trim() === "") return "";
  if (/PRIVATE KEY/.test(text)) throw unfit("this holds a private key. Give the certificate alone, and make a new key");
  const certificates = split(text).map((encoded) => readCertificate(encoded, now));
  if (certificates.length === 0) throw unfit("this is not a certificate. Give it in PEM");
  if (certificates.length > mostCertificates) throw unfit(`these are more than ${mostCertificates}`);
  return certificates.map((certificate) => certificate.toString()).join("");
}

/** The certificates of a stored text, one by one. */
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
