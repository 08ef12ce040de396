import { z } from "zod";
import type { Row } from "../../kernel/database/tables.ts";
import { Problem } from "../../kernel/problem.ts";
import { type SamlService, splitCertificates } from "./certificates.ts";
import type { ProviderProfile } from "./provider-profile.ts";

/** Tolerated difference from a provider's clock, in milliseconds. */
const clockTolerance = 90_000;

/** Maximum age of an assertion, in milliseconds. */
const oldest = 10 * 60 * 1000;

const text = z.object({ _: z.string() });
const attributes = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ $: z.object(shape) });
const one = <Item extends z.ZodType>(item: Item) => z.tuple([item]);

/** The assertion as it was signed. An element that may occur only once is rejected if it occurs twice. */
const Assertion = z.object({
  Assertion: z.object({
    $: z.object({ ID: z.string().min(1), Version: z.literal("2.0"), IssueInstant: z.string() }),
    Issuer: one(text),
    Subject: one(
      z.object({
        NameID: one(z.object({ _: z.string().min(1), $: z.object({ Format: z.string().optional() }).optional() })),
        SubjectConfirmation: z.array(
          attributes({ Method: z.string() }).extend({
            SubjectConfirmationData: z
              .tuple([
                attributes({
                  Recipient: z.string().optional(),
                  InResponseTo: z.string().optional(),
                  NotBefore: z.string().optional(),
                  NotOnOrAfter: z.string().optional(),
                }),
              ])
              .optional(),
          }),
        ),
      }),
    ),
    Conditions: one(
      z.object({
        $: z.object({ NotBefore: z.string().optional(), NotOnOrAfter: z.string().optional() }).optional(),
        AudienceRestriction: z.array(z.object({ Audience: z.array(text).min(1) })).min(1),
      }),
    ),
    AuthnStatement: z.array(z.unknown()).min(1),
  }),
});

const bearer = "urn:oasis:names:tc:SAML:2.0:cm:bearer";
const transient = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
const emailFormat = "urn:oasis:names:tc:SAML:1.1:nameid-format:emailAddress";

interface Verified extends ProviderProfile {
  /** The request it responds to. */
  readonly inResponseTo: string;
}

/**
 * Reads an identity provider's response, trusting only what is signed. Throws `forbidden` unless it comes from the
 * provider, is meant for this service and is currently valid. The caller must check that the request it names is open.
 */
export async function readSamlResponse(
  encoded: string,
  provider: Row<"saml_provider">,
  service: SamlService,
  now: string,
): Promise<Verified> {
  const { acsURL, entityID } = service;
  const xml = Buffer.from(encoded, "base64").toString("utf8");
  const excess = findXmlExcess(xml);
  if (excess !== undefined) throw refused(`it ${excess}`);
  const destination = /^[^<]*<(?:[\w-]+:)?Response\b[^>]*?\sDestination\s*=\s*["']([^"']*)["']/.exec(
    xml.replace(/^\uFEFF?<\?xml [^<>?]*\?>/, ""),
  )?.[1];
  if (destination !== undefined && decode(destination) !== acsURL) throw refused("it was sent for another address");
  const { assertion, attributes: samlAttributes } = await verify(encoded, provider, service);
  const parsed = Assertion.safeParse(assertion);
  if (!parsed.success) throw refused(`its assertion is not complete (${parsed.error.issues[0]?.path.join(".")})`);
  const { $: own, Issuer, Subject, Conditions } = parsed.data.Assertion;
  const [subject] = Subject;
  const [conditions] = Conditions;
  if (Issuer[0]._.trim() !== provider.entity_id) throw refused("its issuer is not the provider's entity ID");
  const time = Date.parse(now);
  requireTime(time, conditions.$?.NotBefore, conditions.$?.NotOnOrAfter);
  const issued = instant(own.IssueInstant);
  if (time - issued > oldest + clockTolerance || issued - time > clockTolerance)
    throw refused("it is not valid at this time");
  for (const { Audience } of conditions.AudienceRestriction) {
    if (!Audience.some(({ _ }) => _.trim() === entityID)) throw refused("it is for another audience");
  }
  const inResponseTo = subject.SubjectConfirmation.filter(({ $ }) => $.Method === bearer)
    .map(({ SubjectConfirmationData: data }) => data?.[0].$)
    .filter((data) => data !== undefined && data.Recipient === acsURL && data.NotOnOrAfter !== undefined)
    .filter((data) => isNow(time, data?.NotBefore, data?.NotOnOrAfter))
    .map((data) => data?.InResponseTo)
    .find((id) => id !== undefined);
  if (inResponseTo === undefined) {
    throw refused("no confirmation of its subject is for this address, this time and a sign-in that started here");
  }
  const [{ _: nameID, $: name }] = subject.NameID;
  const email = firstText(samlAttributes, emailNames) ?? (name?.Format === emailFormat ? nameID : undefined);
  return {
    inResponseTo,
    subject: name?.Format === transient ? undefined : nameID,
    email,
    displayName: firstText(samlAttributes, displayNames) ?? fullName(samlAttributes) ?? email ?? nameID,
  };
}

async function verify(encoded: string, provider: Row<"saml_provider">, service: SamlService) {
  const { signedParts } = await import("./saml-library.ts");
  try {
    return await signedParts(toParties(provider, service), encoded);
  } catch (error) {
    // Any error of the parsers and the library is caused by what a stranger sent.
    const isReported = error instanceof Error && !(error instanceof TypeError);
    throw refused(isReported ? error.message.replace(/\s+/g, " ").slice(0, 200) : "it cannot be read");
  }
}

const toParties = ({ sso_url, certificate }: Row<"saml_provider">, { acsURL, entityID }: SamlService) => ({
  ...{ acsURL, entityID, ssoURL: sso_url },
  certificates: splitCertificates(certificate),
});

/** Where to send a browser that signs in with a provider, for a recorded request. */
export async function samlRequestUrl(
  provider: Row<"saml_provider">,
  service: SamlService,
  request: string,
): Promise<string> {
  const { requestUrl } = await import("./saml-library.ts");
  return requestUrl(toParties(provider, service), request);
}

const emailNames = [
  ...["email", "mail", "emailAddress", "urn:oid:0.9.2342.19200300.100.1.3", "urn:oid:1.2.840.113549.1.9.1"],
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress",
];
const displayNames = [
  ...["displayName", "name", "cn", "urn:oid:2.16.840.1.113730.3.1.241", "urn:oid:2.5.4.3"],
  "http://schemas.microsoft.com/identity/claims/displayname",
];
const givenNames = [
  ...["givenName", "firstName", "urn:oid:2.5.4.42"],
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/givenname",
];
const familyNames = [
  ...["sn", "surname", "lastName", "urn:oid:2.5.4.4"],
  "http://schemas.xmlsoap.org/ws/2005/05/identity/claims/surname",
];

/** The first of the attributes whose value is a single text. */
function firstText(samlAttributes: Readonly<Record<string, unknown>>, names: readonly string[]): string | undefined {
  const found = names
    .map((name) => samlAttributes[name])
    .find((value) => typeof value === "string" && value.trim() !== "");
  return typeof found === "string" ? found.trim() : undefined;
}

function fullName(samlAttributes: Readonly<Record<string, unknown>>): string | undefined {
  const parts = [firstText(samlAttributes, givenNames), firstText(samlAttributes, familyNames)].filter(
    (part) => part !== undefined,
  );
  return parts.length === 0 ? undefined : parts.join(" ");
}

function requireTime(time: number, notBefore: string | undefined, notOnOrAfter: string | undefined): void {
  if (!isNow(time, notBefore, notOnOrAfter)) throw refused("it is not valid now; the clocks must agree");
}

const isNow = (time: number, notBefore: string | undefined, notOnOrAfter: string | undefined) =>
  (notBefore === undefined || instant(notBefore) <= time + clockTolerance) &&
  (notOnOrAfter === undefined || time - clockTolerance < instant(notOnOrAfter));

/** SAML times are in UTC. */
function instant(text: string): number {
  const time = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z$/.test(text) ? Date.parse(text) : Number.NaN;
  if (Number.isNaN(time)) throw refused("it has a time that is not in UTC");
  return time;
}

const decode = (attribute: string) => attribute.replaceAll("&amp;", "&");

const refused = (why: string) =>
  new Problem("forbidden", `The identity provider's response was rejected: ${why}. Start again on the sign-in page.`);

/** UTF-16 units, elements, and nesting depth. Real responses have a few thousand, 60 and 8. */
const limits = { length: 200_000, elements: 2000, depth: 40 };

/** Accepted signature transforms and algorithms: no SHA-1, no shared secrets, no XPath or XSLT. */
const algorithms: ReadonlySet<string> = new Set([
  "http://www.w3.org/2000/09/xmldsig#enveloped-signature",
  "http://www.w3.org/2001/10/xml-exc-c14n#",
  "http://www.w3.org/TR/2001/REC-xml-c14n-20010315",
  "http://www.w3.org/2001/04/xmlenc#sha256",
  "http://www.w3.org/2001/04/xmlenc#sha512",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha256",
  "http://www.w3.org/2001/04/xmldsig-more#rsa-sha512",
]);

/**
 * What is wrong with an XML text from a stranger, checked before anything parses it. Rejects whatever two parsers could
 * read differently: document types, and so entities, comments, CDATA sections and processing instructions.
 */
function findXmlExcess(xml: string): string | undefined {
  if (xml.length > limits.length) return `has more than ${limits.length} characters`;
  const body = xml.replace(/^\uFEFF?<\?xml [^<>?]*\?>/, "");
  if (/<[!?]/.test(body)) return "has a document type, comment, CDATA section or processing instruction";
  let depth = 0;
  let elements = 0;
  for (const [, end, empty] of body.matchAll(/<(\/?)[^<>]*?(\/?)>/g)) {
    if (end !== "/") elements += 1;
    if (end === "/") depth -= 1;
    else if (empty !== "/") depth += 1;
    if (depth > limits.depth) return `has elements more than ${limits.depth} deep`;
    if (elements > limits.elements) return `has more than ${limits.elements} elements`;
  }
  for (const [, double, single] of body.matchAll(/\bAlgorithm\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g)) {
    if (!algorithms.has(double ?? single ?? "")) return "uses a signature algorithm that is rejected, such as SHA-1";
  }
  return undefined;
}
