import { realpath } from "node:fs/promises";
import { BlockList, isIP } from "node:net";
import { resolve, sep } from "node:path";
import { fileURLToPath } from "node:url";

/** Where Git may go although it is not a public address. */
export interface TrustedRemotes {
  hasHost(url: URL): boolean;
  hasAddress(address: string): boolean;
  /** Checks only the path; `leadsInto` checks where it really leads. */
  hasFolder(url: URL): boolean;
  leadsInto(url: URL): Promise<boolean>;
  /** The proxy used for all other addresses. */
  readonly proxy?: string | undefined;
}

export const noRemotes: TrustedRemotes = {
  hasHost: () => false,
  hasAddress: () => false,
  hasFolder: () => false,
  leadsInto: async () => false,
};

/** For a person on this machine, who may read any file and reach any host. */
export const anyRemote: TrustedRemotes = {
  hasHost: () => true,
  hasAddress: () => true,
  hasFolder: () => true,
  leadsInto: async () => true,
};

/** Parses hosts, networks and `file://` folders. Throws an error that names an item that is none of these. */
export function readTrustedRemotes(list: readonly string[], proxy?: string): TrustedRemotes {
  const hosts = new Set<string>();
  const networks = new BlockList();
  const folders: string[] = [];
  for (const item of list) {
    const [, address = "", prefix] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(item) ?? [];
    const version = isIP(address);
    const bits = version === 4 ? 32 : 128;
    if (version !== 0 && Number(prefix ?? bits) <= bits) {
      networks.addSubnet(address, Number(prefix ?? bits), version === 4 ? "ipv4" : "ipv6");
    } else if (/^file:\/\/\/[^?#]+$/i.test(item) && URL.canParse(item)) {
      folders.push(resolve(fileURLToPath(item)));
    } else if (/^[a-z0-9]([a-z0-9.-]*[a-z0-9])?(:\d{1,5})?$/i.test(item) && !/^[\d.]+(:\d+)?$/.test(item)) {
      hosts.add(item.toLowerCase());
    } else {
      throw new Error(
        `"${item}" is not a host (git.internal, git.internal:3000), network (10.1.0.0/16) or folder (file:///srv/git)`,
      );
    }
  }
  const isBelow = (folder: string, path: string) =>
    path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
  return {
    proxy,
    hasHost: (url) => hosts.has(url.hostname) || hosts.has(`${url.hostname}:${getPort(url)}`),
    hasAddress(address) {
      const bare = address.replace(/%.*$/, "");
      return isIP(bare) !== 0 && networks.check(bare, isIP(bare) === 4 ? "ipv4" : "ipv6");
    },
    hasFolder(url) {
      const path = findLocalPath(url);
      return path !== undefined && folders.some((folder) => isBelow(folder, path));
    },
    async leadsInto(url) {
      const real = async (path: string | undefined) =>
        path === undefined ? undefined : realpath(path).catch(() => undefined);
      const path = await real(findLocalPath(url));
      for (const folder of await Promise.all(folders.map(real))) {
        if (path !== undefined && folder !== undefined && isBelow(folder, path)) return true;
      }
      return false;
    },
  };
}

export const getPort = (url: URL): string => url.port || (url.protocol === "https:" ? "443" : "80");

/** Undefined for an address on another machine, or one that names no file of this system. */
function findLocalPath(url: URL): string | undefined {
  if (url.protocol !== "file:" || url.hostname !== "") return undefined;
  try {
    return resolve(fileURLToPath(url));
  } catch {
    return undefined;
  }
}
