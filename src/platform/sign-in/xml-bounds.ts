/** UTF-16 units, elements, and elements within one another. Answers of providers have a few thousand, 60 and 8. */
const most = { length: 200_000, elements: 2000, depth: 40 };

/** Transforms and algorithms of signatures that are taken: no SHA-1, no shared secrets, no XPath or XSLT. */
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
 * What is wrong with an XML text that a stranger sent, before anything parses it. Nothing that a parser might read in
 * two ways gets through: no document type, and so no entity, no comment, no section and no instruction.
 */
export function findXmlExcess(xml: string): string | undefined {
  if (xml.length > most.length) return `has more than ${most.length} characters`;
  const body = xml.replace(/^\uFEFF?<\?xml [^<>?]*\?>/, "");
  if (/<[!?]/.test(body)) return "has a document type, comment, CDATA section or processing instruction";
  let depth = 0;
  let elements = 0;
  for (const [, end, empty] of body.matchAll(/<(\/?)[^<>]*?(\/?)>/g)) {
    if (end !== "/") elements += 1;
    if (end === "/") depth -= 1;
    else if (empty !== "/") depth += 1;
    if (depth > most.depth) return `has elements more than ${most.depth} deep`;
    if (elements > most.elements) return `has more than ${most.elements} elements`;
  }
  for (const [, double, single] of body.matchAll(/\bAlgorithm\s*=\s*(?:"([^"<]*)"|'([^'<]*)')/g)) {
    if (!algorithms.has(double ?? single ?? "")) return "is signed in a way that is not taken, such as with SHA-1";
  }
  return undefined;
}
