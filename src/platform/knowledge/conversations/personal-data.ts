/** Patterns that are secrets in any context. None of them backtracks over the same characters repeatedly. */
const secrets: readonly RegExp[] = [
  /-----BEGIN [A-Z ]{0,30}PRIVATE KEY-----(?:[^-]|-(?!----BEGIN )){0,8000}?(?:-----END [A-Z ]{0,30}PRIVATE KEY-----|$)/g,
  /(?<![\w-])(?:[\w-]{0,60}[-_])?eyJ[\w-]{8,4000}\.[\w-]{4,4000}(?:\.[\w-]{0,4000})?/g,
  /\b(?:sk|pk|rk)[-_](?:[a-z]{2,10}[-_]){0,3}[A-Za-z0-9_-]{16,300}/g,
  /\b(?:gh[pousr]_|github_pat_|glpat-|gb_api_|npm_|xox[abeprs]-|hf_|dop_v1_|shpat_|SG\.)[A-Za-z0-9_.-]{10,300}/g,
  /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b/g,
  /\bAIza[\w-]{30,45}/g,
];
/** A value named as a secret. */
const calledSecret =
  /\b((?:api|access|secret|private|auth|client)?[ _-]?(?:key|token|secret|password|passwd|passphrase|pwd)(?: is)?["']?\s{0,3}[:=]\s{0,3}["']?|(?:password|passphrase)(?: is) ["']?|authorization:\s{0,3}(?:bearer|basic)\s{1,3}|\bbearer\s{1,3})([^\s"',;<>]{6,500})/gi;
const longRun = /(?<![\w/.-])[A-Za-z0-9_-]{32,400}(?![\w-])/g;
const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

const email = /(?<![\p{L}\p{N}._%+'-])[\p{L}\p{N}._%+'-]+@(?:[\p{L}\p{N}-]{1,63}\.){1,8}[\p{L}]{2,24}/gu;
const ipv4 = /(?<![\d.])(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)(?![\d.]\d|\d)/g;
const ipv6 = /(?<![\w:])[0-9a-f]{1,4}(?:::?[0-9a-f]{1,4}){1,8}(?![\w:])|(?<![\w:])(?:[0-9a-f]{1,4}:){1,7}:(?![\w:])/gi;
const cardLike = /(?<![\d-])\d(?:[ -]?\d){12,18}(?![\d-])/g;
const phone =
  /(?<![\w.+/-])(?:\+\d{1,3}[ .-]?(?:\(\d{1,4}\)[ .-]?)?\d(?:[ .-]?\d){5,12}|\(\d{2,5}\)[ .-]?\d(?:[ .-]?\d){4,9}|00\d(?:[ .-]?\d){7,13}|0\d{1,4}[ ./-]\d(?:[ .-]?\d){4,9}|[2-9]\d{2}[ .-]\d{3}[ .-]\d{4})(?![\w-])/g;

/**
 * Masks personal data: secrets, e-mail addresses, card numbers, phone numbers and IP addresses. Each is replaced by its
 * kind. Text that is masked already does not change.
 */
export function maskPersonalData(text: string): string {
  let masked = text;
  for (const pattern of secrets) masked = masked.replace(pattern, "[secret]");
  masked = masked.replace(calledSecret, (all, name: string, value: string) =>
    /^\[|^(?:is|are|was|not|and|or|the|for|has|have|expired|invalid|missing|required)\b/i.test(value)
      ? all
      : `${name}[secret]`,
  );
  masked = masked.replace(email, "[email]");
  masked = masked.replace(longRun, (run) =>
    /\d/.test(run) && /[A-Za-z]/.test(run) && !uuid.test(run) ? "[secret]" : run,
  );
  masked = masked.replace(cardLike, (digits) => (isCardNumber(digits) ? "[card number]" : digits));
  masked = masked.replace(ipv4, "[IP address]");
  masked = masked.replace(ipv6, (found) =>
    /::.*\d|\d.*::|::.*:|:.*::|(?:[^:]*:){4}/.test(found) ? "[IP address]" : found,
  );
  return masked.replace(phone, "[phone number]");
}

/** Whether the check digit (Luhn) is right and the digits differ. */
function isCardNumber(text: string): boolean {
  const digits = [...text.replace(/\D/g, "")].map(Number);
  if (new Set(digits).size === 1) return false;
  const sum = digits.reduceRight((total, digit, index) => {
    const doubled = (digits.length - 1 - index) % 2 === 1 ? digit * 2 : digit;
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
