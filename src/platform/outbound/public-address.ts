import { BlockList, isIP } from "node:net";

/** Addresses that are not on the public internet, by the IANA special-purpose registries. */
const special = new BlockList();
for (const [network, prefix] of [
  ["0.0.0.0", 8],
  ["10.0.0.0", 8],
  ["100.64.0.0", 10],
  ["127.0.0.0", 8],
  ["169.254.0.0", 16],
  ["172.16.0.0", 12],
  ["192.0.0.0", 24],
  ["192.0.2.0", 24],
  ["192.88.99.0", 24],
  ["192.168.0.0", 16],
  ["198.18.0.0", 15],
  ["198.51.100.0", 24],
  ["203.0.113.0", 24],
  ["224.0.0.0", 4],
  ["240.0.0.0", 4],
] as const) {
  special.addSubnet(network, prefix, "ipv4");
}
/** IPv6 is public where it is global unicast and carries no IPv4 address inside. */
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const specialUnicast = new BlockList();
for (const [network, prefix] of [
  ["2001::", 23],
  ["2001:db8::", 32],
  ["2002::", 16],
  ["3fff::", 20],
] as const) {
  specialUnicast.addSubnet(network, prefix, "ipv6");
}

/** Whether an IP address is one that anybody on the internet could be asked for. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  if (isIP(bare) === 4) return !special.check(bare, "ipv4");
  if (isIP(bare) === 6) return globalUnicast.check(bare, "ipv6") && !specialUnicast.check(bare, "ipv6");
  return false;
}
