import { BlockList, isIP } from "node:net";
import { ConfigError, readList } from "./values.ts";

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

/** An address, or a network in CIDR notation; undefined for any other text. */
function networkIn(text: string): Network | undefined {
  const [, address = "", bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const most = version === 4 ? 32 : 128;
  const given = Number(bits ?? most);
  if (version === 0 || given > most) return undefined;
  return { address, bits: given, family: version === 4 ? "ipv4" : "ipv6" };
}

/** Addresses and networks, separated by commas. Throws `ConfigError`. */
export function readNetworks(text: string, source: string): string[] {
  const list = readList(text, source);
  for (const item of list) {
    const network = networkIn(item);
    if (network === undefined) {
      throw new ConfigError(
        `${source} takes addresses and networks, such as 10.0.0.5 or 10.1.0.0/16, separated by commas, not "${item}".`,
      );
    }
    if (network.bits === 0) {
      throw new ConfigError(`${source} must not be every address ("${item}"): any caller could then name any address.`);
    }
  }
  return list;
}

/** What `readNetworks` accepted, to look addresses up in. */
export function blockListOf(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.map(networkIn)) {
    if (network !== undefined) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}
