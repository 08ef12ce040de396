import { existsSync } from "node:fs";
import { BlockList, isIP, isIPv6 } from "node:net";
import { resolve } from "node:path";
import { unsupportedOption } from "./database-options.ts";

/** A flag or variable has an invalid value; the message names it. */
export class ConfigError extends Error {
  override readonly name: string = "ConfigError";
}

/** A flag that neither the settings nor the command define. */
export class UnknownFlagError extends ConfigError {
  override readonly name = "UnknownFlagError";
  readonly flag: string;
  readonly known: readonly string[];

  constructor(flag: string, known: readonly string[]) {
    super(`There is no flag --${flag}. "copydesk help" lists them.`);
    this.flag = flag;
    this.known = known;
  }
}

/** By name, because each built file has a class of its own. */
export const isUnknownFlag = (error: Error): error is UnknownFlagError => error.name === "UnknownFlagError";

/** A comma-separated list with at least one entry. */
export function readList(text: string, source: string): readonly string[] {
  const list = text
    .split(",")
    .map((part) => part.trim())
    .filter((part) => part !== "");
  if (list.length > 0) return list;
  throw new ConfigError(`${source} names nothing, only "${text}". Name something, or leave it out.`);
}

/** A host name or address to listen on. */
export function readHost(text: string, source: string): string {
  const host = text.trim();
  // A colon outside an IPv6 address precedes a port.
  if (/^[a-z0-9_]([\w.-]*[a-z0-9_])?$/i.test(host) || isIPv6(host.replace(/%[\w.-]+$/, ""))) return host;
  throw new ConfigError(
    `${source} must be a host name or an address, such as 127.0.0.1, 0.0.0.0 or ::1, not "${text}".`,
  );
}

/** Origins as browsers write them, separated by commas. */
export const readOrigins = (text: string, source: string): readonly string[] =>
  readList(text, source).map((item) => readOrigin(item, source));

function readOrigin(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url !== undefined && url.host !== "" && !/[\\?#@*]/.test(text) && /^\/?$/.test(url.pathname);
  // For unknown schemes, such as chrome-extension:, URL returns no origin.
  if (isBare) return `${url.protocol}//${url.host}`.toLowerCase();
  throw new ConfigError(
    `${source} takes origins of web pages, such as http://localhost:6274, separated by commas, not "${text}".`,
  );
}

export function readNumber(text: string, source: string, min: number, max: number): number {
  const number = Number(text);
  if (/^\d+$/.test(text) && number >= min && number <= max) return number;
  throw new ConfigError(`${source} must be a whole number from ${min} to ${max}, not "${text}".`);
}

export function readBoolean(text: string, source: string): boolean {
  if (/^(true|1|yes|on)$/i.test(text)) return true;
  if (/^(false|0|no|off)$/i.test(text)) return false;
  throw new ConfigError(`${source} must be true or false, not "${text}".`);
}

export function readChoice<const Choice extends string>(
  text: string,
  source: string,
  choices: readonly Choice[],
): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice !== undefined) return choice;
  throw new ConfigError(`${source} must be one of ${choices.join(", ")}, not "${text}".`);
}

export function readUrl(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url !== undefined && (url.username !== "" || url.password !== "")) {
    throw new ConfigError(`${source} must not carry a user name or password; give the token with --token.`);
  }
  if (url?.protocol === "https:" || url?.protocol === "http:") return text;
  throw new ConfigError(`${source} must be an http or https URL, such as https://api.example.com.`);
}

export function readBareUrl(text: string, source: string): string {
  const { origin, pathname, search, hash } = new URL(readUrl(text, source));
  if (search !== "" || hash !== "") throw new ConfigError(`${source} must have no query and no fragment.`);
  return origin + pathname.replace(/\/+$/, "");
}

/** In the form Git uses for people. */
export function readGitAuthor(text: string, source: string): { name: string; email: string } {
  const [, name = "", email = ""] = /^\s*([^<>\p{Cc}]+?)\s*<([^<>\s\p{Cc}]+@[^<>\s\p{Cc}]+)>\s*$/u.exec(text) ?? [];
  if (name !== "") return { name, email };
  throw new ConfigError(`${source} must be a name and an address, such as "Ada Lovelace <ada@example.com>".`);
}

/** An address, or a name and an address in angle brackets. */
export function readMailAddress(text: string, source: string): { name: string; address: string } {
  const [, name = "", named] = /^\s*"?([^<>"\p{Cc}]*?)"?\s*<([^<>\s]+)>\s*$/u.exec(text) ?? [];
  const address = named ?? text.trim();
  if (/^[^\s@<>()[\]\\,;:"\p{Cc}]+@[^\s@<>()[\]\\,;:"\p{Cc}]+$/u.test(address)) return { name, address };
  throw new ConfigError(
    `${source} must be an e-mail address, or a name and an address, such as "Docs <docs@example.com>".`,
  );
}

/** May contain a user name and password. The message does not include the value. */
export function readSmtpUrl(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const isBare = url !== undefined && url.hostname !== "" && /^\/?$/.test(url.pathname) && url.search + url.hash === "";
  if (isBare && /^smtps?:$/.test(url.protocol)) return text;
  throw new ConfigError(`${source} must be an smtp or smtps URL, such as smtps://user:password@mail.example.com.`);
}

/** May contain a user name and password. Messages do not include the value. */
export function readDatabaseUrl(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (url === undefined || !/^postgres(ql)?:$/.test(url.protocol) || url.pathname.length <= 1 || !isEncoded(url)) {
    throw new ConfigError(
      `${source} must be a postgres URL, such as postgres://user:password@db.example.com:5432/copydesk. Encode special characters of the password: @ is %40, / is %2F, # is %23, & is %26, % is %25.`,
    );
  }
  const problem = unsupportedOption([...url.searchParams.keys()]);
  if (problem !== undefined) throw new ConfigError(`${source}: ${problem}`);
  return text;
}

/** Whether no part of a password is taken for another part of the URL. */
function isEncoded({ username, password, host, pathname, search, hash }: URL): boolean {
  if (hash !== "" || pathname.includes("@") || search.includes("@")) return false;
  try {
    decodeURIComponent(username + password + host + pathname);
    return true;
  } catch {
    return false;
  }
}

/** A path. The message does not include the value: a URL may contain a password. */
export function readFolder(text: string, source: string): string {
  if (!/^[a-z][a-z\d+.-]+:\/|:[^@]*@/i.test(text) || existsSync(text)) return resolve(text);
  throw new ConfigError(
    `${source} must be a folder, not a URL. --database (COPYDESK_DATABASE) takes a database's URL.`,
  );
}

/**
 * A bucket, a folder in it, and the service's address. Keys come from the environment, so that no URL contains them.
 */
export function readFilesUrl(text: string, source: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  const { endpoint, region, ...others } = Object.fromEntries(url?.searchParams ?? []);
  const isWhole =
    url?.protocol === "s3:" &&
    /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/.test(url.hostname) &&
    /^[\w./-]*$/.test(url.pathname) &&
    url.username + url.password + url.port + url.hash === "" &&
    Object.keys(others).length === 0 &&
    (region === undefined || /^[a-z0-9-]{1,40}$/.test(region)) &&
    (endpoint === undefined || isServiceUrl(endpoint));
  if (isWhole) return text;
  throw new ConfigError(
    `${source} must be a bucket, such as s3://docs-files/copydesk?region=eu-central-1, for other services than Amazon's with &endpoint=https://…. Keys are read from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY.`,
  );
}

function isServiceUrl(text: string): boolean {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  return (
    url !== undefined && /^https?:$/.test(url.protocol) && url.username + url.password + url.search + url.hash === ""
  );
}

/** May contain a user name and password. The message does not include the value. */
export function readProxy(text: string, source: string): string {
  if (URL.canParse(text) && /^(https?|socks5h?):$/.test(new URL(text).protocol)) return text;
  throw new ConfigError(`${source} must be an http, https or socks5 URL, such as http://proxy.example.com:3128.`);
}

/** Kept as written: a token's issuer is compared character by character. */
export function readIssuer(text: string, source: string): string {
  const { protocol, hostname, search, hash } = new URL(readUrl(text, source));
  if (search !== "" || hash !== "") throw new ConfigError(`${source} must have no query and no fragment.`);
  if (protocol === "https:" || /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname)) return text;
  throw new ConfigError(`${source} must be an https URL: whoever changes what is read from it could make tokens.`);
}

/** Minimum number of different characters: a secret that repeats a few can be guessed, however long it is. */
const minDifferentChars = 8;

/** A secret that is sent or shared. The message does not include the value. */
export function readSecret(text: string, source: string): string {
  if (/^[\w\-.~+/]{20,}=*$/.test(text) && new Set(text).size >= minDifferentChars) return text;
  throw new ConfigError(
    `${source} must have 20 characters or more, ${minDifferentChars} of them different, each a letter, a digit or one of - . _ ~ + /. "openssl rand -hex 32" makes a good one.`,
  );
}

/** A secret created elsewhere. The message does not include the value. */
export function readKey(text: string, source: string): string {
  if (/^[!-~]{8,1000}$/.test(text)) return text;
  throw new ConfigError(
    `${source} must be the key as the service gave it: 8 characters or more, without spaces. Leave it out where the service needs none.`,
  );
}

interface Network {
  readonly address: string;
  readonly bits: number;
  readonly family: "ipv4" | "ipv6";
}

/** An address, or a network in CIDR notation; undefined for any other text. */
function networkIn(text: string): Network | undefined {
  const [, address = "", bits] = /^([0-9a-f.:]+)(?:\/(\d{1,3}))?$/i.exec(text) ?? [];
  const version = isIP(address);
  const maxBits = version === 4 ? 32 : 128;
  const prefixBits = Number(bits ?? maxBits);
  if (version === 0 || prefixBits > maxBits) return undefined;
  return { address, bits: prefixBits, family: version === 4 ? "ipv4" : "ipv6" };
}

/** Addresses and networks, separated by commas. Throws `ConfigError`. */
export function readNetworks(text: string, source: string): readonly string[] {
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

/** The networks accepted by `readNetworks`, for lookups. */
export function toBlockList(networks: readonly string[]): BlockList {
  const list = new BlockList();
  for (const network of networks.map(networkIn)) {
    if (network !== undefined) list.addSubnet(network.address, network.bits, network.family);
  }
  return list;
}
