import { isIP } from "node:net";

/** Proxies in a row; more are not read. Headers are 16 KiB at the most. */
const mostHops = 50;

/**
 * Who proxies say they were called by, from the client to the last proxy, in each of the headers that is there
 * (`Forwarded` of RFC 7239, `X-Forwarded-For`). Undefined stands for what is no address.
 */
export function forwardedAddresses(headers: Headers): (string | undefined)[][] {
  const standard = headers.get("forwarded");
  const usual = headers.get("x-forwarded-for");
  return [
    ...(standard === null ? [] : [lastOf(splitOutsideQuotes(standard, ",")).map(forIn)]),
    ...(usual === null ? [] : [lastOf(usual.split(",")).map(addressIn)]),
  ];
}

const lastOf = (hops: string[]) => hops.slice(-mostHops);

/** The address in `for=` of one element of `Forwarded`. */
function forIn(element: string): string | undefined {
  const pairs = splitOutsideQuotes(element, ";").map((pair) => /^\s*for\s*=\s*(.*?)\s*$/is.exec(pair)?.[1]);
  const [found, ...more] = pairs.filter((value) => value !== undefined);
  if (found === undefined || more.length > 0) return undefined;
  return addressIn(found.replace(/^"(.*)"$/s, "$1"));
}

/**
 * The address in a text such as `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`, in one spelling; an
 * IPv4 address that is written as IPv6 as what it is. Undefined for anything else.
 */
export function addressIn(text: string): string | undefined {
  const trimmed = text.trim();
  const [, bracketed, dotted] = /^(?:\[([0-9a-f:.]+)\]|([\d.]+))(?::\d{1,5})?$/i.exec(trimmed) ?? [];
  const address = bracketed ?? dotted ?? trimmed.replace(/%[\w.-]+$/, "");
  const version = isIP(address);
  if (version !== 6) return version === 4 ? address : undefined;
  // URL writes an IPv6 address in its shortest form.
  const short = new URL(`http://[${address}]`).hostname.slice(1, -1);
  const [, high, low] = /^::ffff:([0-9a-f]+):([0-9a-f]+)$/.exec(short) ?? [];
  if (high === undefined || low === undefined) return short;
  const bytes = [high, low].map((group) => Number.parseInt(group, 16)).flatMap((pair) => [pair >> 8, pair & 0xff]);
  return bytes.join(".");
}

/** Linear: the text is a stranger's. */
function splitOutsideQuotes(text: string, separator: string): string[] {
  const parts: string[] = [];
  let start = 0;
  let quoted = false;
  for (let at = 0; at < text.length; at += 1) {
    if (text[at] === "\\" && quoted) at += 1;
    else if (text[at] === '"') quoted = !quoted;
    else if (text[at] === separator && !quoted) {
      parts.push(text.slice(start, at));
      start = at + 1;
    }
  }
  return [...parts, text.slice(start)];
}
