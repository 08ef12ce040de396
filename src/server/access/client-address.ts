import { type BlockList, isIP } from "node:net";

/** What Node knows of a request. */
interface Received {
  readonly address: string | undefined;
  readonly headers: Readonly<Record<string, unknown>>;
}

const received = new WeakMap<Request, Received>();

/** Records the peer address of a request's connection, and its headers by their names in lower case. */
export function bindPeer(
  request: Request,
  address: string | undefined,
  headers: Readonly<Record<string, unknown>> = Object.fromEntries(request.headers),
): void {
  received.set(request, { address, headers });
}

/** The names of a request's headers in lower case; listing those of its `Headers` makes a copy of all. */
export const listHeaderNames = (request: Request): Iterable<string> =>
  Object.keys(received.get(request)?.headers ?? Object.fromEntries(request.headers));

interface ClientAddressOptions {
  /** Proxies trusted to report callers; left out if none is configured. */
  readonly trusted?: BlockList | undefined;
  /** Whether all callers come through something with a single address. */
  readonly behindProxy: boolean;
}

/**
 * The network of the client that sent a request; undefined if the peer may forward for many and does not say for whom.
 */
export type ClientAddress = (request: Request) => string | undefined;

export function createClientAddress({ trusted, behindProxy }: ClientAddressOptions): ClientAddress {
  const isTrusted = (address: string) => trusted?.check(address, isIP(address) === 4 ? "ipv4" : "ipv6") === true;
  return (request) => {
    const peer = addressIn(received.get(request)?.address ?? "");
    if (peer === undefined) return undefined;
    if (isTrusted(peer)) {
      const client = clientBefore(request.headers, isTrusted);
      return client === undefined ? undefined : toNetwork(client);
    }
    const isDirect = trusted !== undefined || !(behindProxy || findProxyHeader(request) !== undefined);
    return isDirect && !isLoopbackAddress(peer) ? toNetwork(peer) : undefined;
  };
}

/**
 * The network of the last client that a request's forwarding headers name. Anyone may have written them, so it only
 * separates clients from each other; it proves nothing.
 */
export function claimedAddress({ headers }: Request): string | undefined {
  const client = forwardedAddresses(headers).at(-1)?.at(-1);
  return client === undefined ? undefined : toNetwork(client);
}

/**
 * Names of headers that proxies add, in lower case: those of RFC 9110, 7239 and 8586, every name that mentions
 * forwarding or ends in an address, and the families of services that forward requests.
 */
const proxyHeader =
  /^(?:via|cdn-loop)$|forwarded|-(?:ip|addr)$|^(?:cf|fly|fastly|ngrok|tailscale|akamai|x-envoy|x-vercel|x-nf|x-azure|x-arr|x-appengine|x-amz-cf)-/;

/** Names this server in `Via` when it forwards a request to another of its processes. */
export const ownName = "copydesk";

/** The name of the header by which a request shows that a proxy forwarded it; undefined if there is none. */
export function findProxyHeader(request: Request): string | undefined {
  for (const name of listHeaderNames(request)) {
    if (proxyHeader.test(name) && !(name === "via" && cameFromOwnProcess(request))) return name;
  }
  return undefined;
}

/** The process that forwarded it has checked the request as its client sent it. */
const cameFromOwnProcess = ({ headers }: Request): boolean => headers.get("via")?.trim() === `1.1 ${ownName}`;

/**
 * The address that called the last trusted proxy. Each proxy appends on the right, and whatever is left of an
 * untrusted address is only that caller's claim. Undefined if an address cannot be parsed, or if the two
 * headers disagree: one of them was then forwarded as the caller wrote it.
 */
function clientBefore(headers: Headers, isTrusted: (address: string) => boolean): string | undefined {
  const clients = forwardedAddresses(headers).map((addresses) => {
    const client = addresses.findLast((address) => address === undefined || !isTrusted(address));
    return addresses.every((address) => address !== undefined && isTrusted(address)) ? addresses[0] : client;
  });
  return clients.every((client) => client === clients[0]) ? clients[0] : undefined;
}

const isLoopbackAddress = (address: string) => address === "::1" || address.startsWith("127.");

/** An IPv6 /64 network belongs to one household, which has too many addresses to count each. */
function toNetwork(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":"))) as [string[], string[]];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}

/** Limit on proxies in a chain; more are ignored. Headers are at most 16 KiB. */
const maxHops = 50;

/**
 * The callers that proxies report, from the client to the last proxy, for each of the headers present
 * (`Forwarded` of RFC 7239, `X-Forwarded-For`). Undefined for an invalid address.
 */
function forwardedAddresses(headers: Headers): (string | undefined)[][] {
  const standard = headers.get("forwarded");
  const forwardedFor = headers.get("x-forwarded-for");
  return [
    ...(standard === null ? [] : [takeLast(splitOutsideQuotes(standard, ",")).map(forIn)]),
    ...(forwardedFor === null ? [] : [takeLast(forwardedFor.split(",")).map(addressIn)]),
  ];
}

const takeLast = (hops: string[]) => hops.slice(-maxHops);

/** The address in `for=` of one element of `Forwarded`. */
function forIn(element: string): string | undefined {
  const pairs = splitOutsideQuotes(element, ";").map((pair) => /^\s*for\s*=\s*(.*?)\s*$/is.exec(pair)?.[1]);
  const [found, ...more] = pairs.filter((value) => value !== undefined);
  if (found === undefined || more.length > 0) return undefined;
  return addressIn(found.replace(/^"(.*)"$/s, "$1"));
}

/**
 * The address in a text such as `192.0.2.1`, `192.0.2.1:4711`, `2001:db8::1` or `[2001:db8::1]:4711`, in canonical
 * form; an IPv4-mapped IPv6 address as IPv4. Undefined for anything else.
 */
function addressIn(text: string): string | undefined {
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

/** Linear: the text is untrusted. */
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
