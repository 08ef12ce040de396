/**
 * Scheme, host and port of a web address; undefined for an invalid one. Rejects host names with characters that URLs
 * allow but that have a meaning in a content security policy, such as `*` and `;`, and addresses with credentials.
 */
export function webOrigin(address: string): string | undefined {
  if (!/^https?:\/\//i.test(address) || !URL.canParse(address)) return undefined;
  const { origin, hostname, username, password } = new URL(address);
  const isPlain = /^(?:[a-z0-9_-]+(?:\.[a-z0-9_-]+)*\.?|\[[0-9a-f:.]+\])$/.test(hostname);
  return isPlain && username === "" && password === "" ? origin : undefined;
}
