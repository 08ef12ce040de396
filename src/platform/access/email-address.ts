import { domainToASCII } from "node:url";

/** Characters; RFC 5321 allows no more. */
const longest = 254;

/**
 * The one spelling of an e-mail address that people are found by: lower case, the domain in ASCII. Undefined for text
 * that is no address. Addresses in other scripts are kept apart from those in Latin letters that look the same.
 */
export function normalizeEmail(text: string): string | undefined {
  const trimmed = text.trim().normalize("NFC").toLowerCase();
  const [, local, domain] = /^([^\s@<>()[\]\\,;:"\p{Cc}\p{Cf}]+)@([^\s@/?#:]+)$/u.exec(trimmed) ?? [];
  if (local === undefined || domain === undefined) return undefined;
  const ascii = domainToASCII(domain);
  if (!/^([a-z0-9]([a-z0-9-]*[a-z0-9])?\.)*[a-z0-9]([a-z0-9-]*[a-z0-9])?$/.test(ascii)) return undefined;
  const address = `${local}@${ascii}`;
  return address.length > longest ? undefined : address;
}

/** The domain of a normalized address. */
export const domainOf = (email: string): string => email.slice(email.lastIndexOf("@") + 1);
