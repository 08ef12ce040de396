import { type BlockList, isIP } from "node:net";
import { addressIn, forwardedAddresses } from "./forwarded.ts";

const peers = new WeakMap<Request, string>();

/** Notes the address at the other end of a request's connection. */
export function bindPeer(request: Request, address: string | undefined): void {
  if (address !== undefined) peers.set(request, address);
}

export interface ClientAddressOptions {
  /** Proxies whose word is taken for who calls; left out where none was declared. */
  readonly trusted?: BlockList | undefined;
  /** Whether callers come by way of something that shows one address for all of them. */
  readonly behindProxy: boolean;
}

/** The network of the client that sent a request; undefined where the peer may speak for many and nobody says for whom. */
export type ClientAddress = (request: Request) => string | undefined;

export function createClientAddress({ trusted, behindProxy }: ClientAddressOptions): ClientAddress {
  const isTrusted = (address: string) => trusted?.check(address, isIP(address) === 4 ? "ipv4" : "ipv6") === true;
  return (request) => {
    const peer = addressIn(peers.get(request) ?? "");
    if (peer === undefined) return undefined;
    if (isTrusted(peer)) {
      const client = clientBefore(request.headers, isTrusted);
      return client === undefined ? undefined : networkOf(client);
    }
    const isDirect = trusted !== undefined || !(behindProxy || isForwarded(request));
    return isDirect && !isLoopbackAddress(peer) ? networkOf(peer) : undefined;
  };
}

/** Whether a proxy says that it sends on what came from elsewhere. */
export function isForwarded({ headers }: Request): boolean {
  return ["forwarded", "x-forwarded-for", "x-forwarded-host", "x-real-ip"].some((name) => headers.has(name));
}

/**
 * The address that the last trusted proxy was called from. Each proxy adds to the right, and what stands left of an
 * address that is not trusted is only that caller's word. Undefined where an address cannot be read, or where the two
 * headers disagree: one of them was then passed on as the caller wrote it.
 */
function clientBefore(headers: Headers, isTrusted: (address: string) => boolean): string | undefined {
  const clients = forwardedAddresses(headers).map((addresses) => {
    const client = addresses.findLast((address) => address === undefined || !isTrusted(address));
    return addresses.every((address) => address !== undefined && isTrusted(address)) ? addresses[0] : client;
  });
  return clients.every((client) => client === clients[0]) ? clients[0] : undefined;
}

const isLoopbackAddress = (address: string) => address === "::1" || address.startsWith("127.");

/** One network of IPv6 is one household's, which has more addresses than could be counted. */
function networkOf(address: string): string {
  if (isIP(address) !== 6) return address;
  const [head = "", tail = ""] = address.split("::");
  const [before, after] = [head, tail].map((part) => (part === "" ? [] : part.split(":"))) as [string[], string[]];
  const zeros = Array.from({ length: Math.max(0, 8 - before.length - after.length) }, () => "0");
  return `${[...before, ...zeros, ...after].slice(0, 4).join(":")}::/64`;
}
