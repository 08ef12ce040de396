import { lookup as resolve } from "node:dns";
import { lookup } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Problem } from "../problem.ts";
import { noRemotes, type TrustedRemotes } from "./trusted-remotes.ts";

interface OutboundLimits {
  /** Maximum size of a response in bytes. */
  readonly bytes: number;
  /** Milliseconds for everything, redirects included. */
  readonly time: number;
  /** Validators of bytes already held: the server may then respond that they are unchanged. */
  readonly known?: Validators | undefined;
  /** Aborts when the caller no longer needs the response. */
  readonly signal?: AbortSignal | undefined;
}

/** What identifies a version of the bytes to a server. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface Fetched {
  readonly bytes: Uint8Array;
  /** As sent by the server, without parameters; undefined if it sends none. */
  readonly contentType: string | undefined;
  /** The final URL, after redirects; absent if the bytes are unchanged. */
  readonly url?: string;
  /** Absent if the server sends none. */
  readonly validators?: Validators;
  /** The bytes are those already held, and are not repeated. */
  readonly unchanged?: true;
}

/** A URL that exceeded its time limit. */
export class OutboundTimeout extends Problem {}

/** A URL with more bytes than allowed. */
export class OutboundTooLarge extends Problem {}

/** The only way to access URLs that users give. */
export interface Outbound {
  /** Fetches a URL. Throws `unprocessable` with the reason it was rejected. */
  fetch(url: string, limits: OutboundLimits): Promise<Fetched>;
  /** Sends a request and returns any response, redirects included. Throws `unprocessable` if there is none. */
  send(url: string, message: OutboundMessage, limits: OutboundLimits): Promise<OutboundResponse>;
  /** How Git, which opens its own connections, can reach a repository. Also throws `unprocessable`. */
  routeTo(url: URL): Promise<Route>;
  /** Whether a repository at a `file://` address may be used. */
  hasFolder(url: URL): boolean;
}

export interface OutboundMessage {
  /** `POST` by default. */
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface OutboundResponse {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** How a program that opens its own connections can reach a URL. */
interface Route {
  /** The checked addresses to use. Empty for a folder, and for a name that only the proxy can resolve. */
  readonly addresses: readonly string[];
  /** The proxy resolves names itself. */
  readonly proxy?: string | undefined;
}

const maxRedirects = 5;

/** Milliseconds to connect. */
const connectTime = 10_000;

/** `allows` decides by the resolved address; tests and private networks pass their own. */
export function createOutbound(
  allows: (address: string) => boolean = isPublicAddress,
  remotes: TrustedRemotes = noRemotes,
): Outbound {
  const dispatcher = onDemandAgent(allows);
  return {
    hasFolder: (url) => remotes.hasFolder(url),
    async routeTo(url) {
      if (url.protocol === "file:") {
        if (await remotes.leadsInto(url)) return { addresses: [] };
        throw refused(url, "is not in a folder that this service may read");
      }
      const isTrusted = remotes.hasHost(url);
      const mayReach = (address: string) => isTrusted || allows(address) || remotes.hasAddress(address);
      // Numeric addresses are checked below too, where the message says who can let Git reach them.
      requireAllowed(url, () => true);
      const host = url.hostname.replace(/^\[|\]$/g, "");
      const isAddress = isIP(host) !== 0;
      const found = isAddress ? [host] : await lookUp(url, host, isTrusted ? undefined : remotes.proxy);
      if (!found.every(mayReach)) {
        throw refused(url, "is not at a public address. Whoever runs this service can let Git reach it by git-hosts");
      }
      const isDirect =
        remotes.proxy === undefined || isTrusted || (found.length > 0 && found.every(remotes.hasAddress));
      return { addresses: found, ...(isDirect ? {} : { proxy: remotes.proxy }) };
    },
    send: (text, message, limits) =>
      inTime(limits, async (signal) => {
        const url = new URL(text);
        requireAllowed(url, allows);
        const response = await request(url, await dispatcher(), signal, limits, message);
        const bytes = await readBytes(url, response, limits, signal);
        return { status: response.status, headers: new Headers([...response.headers]), bytes };
      }),
    fetch: (text, limits) =>
      inTime(limits, async (signal) => {
        let url = new URL(text);
        for (let redirects = 0; ; redirects += 1) {
          requireAllowed(url, allows);
          const response = await request(url, await dispatcher(), signal, limits);
          if (response.status === 304 && limits.known !== undefined) return unchanged(limits.known);
          const location = response.headers.get("location");
          if (response.status < 300 || response.status > 399 || location === null) {
            return read(url, response, limits, signal);
          }
          await response.body?.cancel();
          if (redirects === maxRedirects) throw refused(url, `redirects more than ${maxRedirects} times`);
          if (!URL.canParse(location, url.href)) throw refused(url, "redirects to something that is not a URL");
          url = new URL(location, url);
        }
      }),
  };
}

/** Runs `work` with a signal that aborts when the time is up or the caller has gone. */
async function inTime<Result>(
  { time, signal }: OutboundLimits,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // Not AbortSignal.any with a timeout: Node 20 garbage-collects a timeout that only the combined signal refers to.
  const controller = new AbortController();
  const leave = () => controller.abort(signal?.reason);
  const timer = setTimeout(
    () => controller.abort(new DOMException("The time limit was reached.", "TimeoutError")),
    time,
  );
  signal?.addEventListener("abort", leave);
  if (signal?.aborted) leave();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}

/** Empty if a proxy may resolve a name that cannot be resolved here. */
async function lookUp(url: URL, host: string, proxy: string | undefined): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (proxy !== undefined) return [];
    throw refused(url, `could not be read (${describeReason(error)})`);
  }
}

type Agent = import("undici").Agent;

type UndiciResponse = import("undici").Response;

/** Connections check the address they are about to use, so that a name cannot resolve to a different one in between. */
function onDemandAgent(allows: (address: string) => boolean): () => Promise<Agent> {
  let agent: Agent | undefined;
  const checked: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const stranger = addresses?.find(({ address }) => !allows(address));
      if (error === null && stranger !== undefined) {
        // Naming the address would reveal the layout of a private network.
        callback(new Error(`${hostname} is not at a public address`), []);
      } else if (options.all === true) callback(error, addresses);
      else callback(error, addresses?.[0]?.address ?? "", addresses?.[0]?.family);
    });
  };
  return async () => {
    const { Agent } = await import("undici");
    agent ??= new Agent({ connect: { lookup: checked, timeout: connectTime }, pipelining: 1 });
    return agent;
  };
}

function requireAllowed(url: URL, allows: (address: string) => boolean): void {
  if (url.protocol !== "https:" && url.protocol !== "http:") throw refused(url, "is neither http nor https");
  if (url.username !== "" || url.password !== "") throw refused(url, "carries a user name or password");
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (isIP(host) !== 0 && !allows(host)) throw refused(url, "is not at a public address");
}

async function request(
  url: URL,
  dispatcher: Agent,
  signal: AbortSignal,
  { known = {}, time }: OutboundLimits,
  message?: OutboundMessage,
): Promise<UndiciResponse> {
  const { fetch } = await import("undici");
  const headers = {
    Accept: "*/*",
    ...(known.etag === undefined ? {} : { "If-None-Match": known.etag }),
    ...(known.lastModified === undefined ? {} : { "If-Modified-Since": known.lastModified }),
  };
  try {
    const sent = message === undefined ? { headers } : { method: "POST", ...message, body: message.body ?? null };
    return await fetch(url, { dispatcher, signal, redirect: "manual", ...sent });
  } catch (error) {
    throw failure(url, "could not be read", error, { signal, time });
  }
}

const unchanged = (validators: Validators): Fetched => ({
  bytes: new Uint8Array(),
  contentType: undefined,
  validators,
  unchanged: true,
});

async function read(url: URL, response: UndiciResponse, limits: OutboundLimits, signal: AbortSignal): Promise<Fetched> {
  if (!response.ok) {
    await response.body?.cancel();
    throw refused(url, `answers ${response.status}`);
  }
  const bytes = await readBytes(url, response, limits, signal);
  const contentType = response.headers.get("content-type")?.split(";")[0]?.trim() || undefined;
  const etag = response.headers.get("etag") ?? undefined;
  const lastModified = response.headers.get("last-modified") ?? undefined;
  const hasValidators = etag !== undefined || lastModified !== undefined;
  const validators = hasValidators ? { validators: { etag, lastModified } } : {};
  return { bytes, contentType, url: url.href, ...validators };
}

async function readBytes(
  url: URL,
  response: UndiciResponse,
  limits: OutboundLimits,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const tooLarge = new OutboundTooLarge("unprocessable", `The URL ${named(url)} has more than ${limits.bytes} bytes.`);
  if (Number(response.headers.get("content-length")) > limits.bytes) {
    await response.body?.cancel();
    throw tooLarge;
  }
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of response.body ?? []) {
      size += chunk.length;
      if (size > limits.bytes) throw tooLarge;
      chunks.push(chunk);
    }
  } catch (error) {
    if (error instanceof Problem) throw error;
    throw failure(url, "broke off", error, { signal, time: limits.time });
  }
  return Buffer.concat(chunks);
}

/** Reports a timeout as such, and a requested abort without blaming the server. */
function failure(url: URL, what: string, error: unknown, { signal, time }: { signal: AbortSignal; time: number }) {
  if (!signal.aborted && isConnectTimeout(error)) return late(url, connectTime);
  if (!signal.aborted) return refused(url, `${what} (${describeReason(error)})`);
  const reason: unknown = signal.reason;
  return reason instanceof DOMException && reason.name === "TimeoutError" ? late(url, time) : reason;
}

function isConnectTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause && connectTimeouts.has(cause.code);
}

const connectTimeouts: ReadonlySet<unknown> = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);

function describeReason(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message.slice(0, 200) : "unknown reason";
}

const refused = (url: URL, what: string) => new Problem("unprocessable", `The URL ${named(url)} ${what}.`);

const late = (url: URL, time: number) =>
  new OutboundTimeout("unprocessable", `The URL ${named(url)} did not respond within ${time / 1000} seconds.`);

/** Messages omit the query, which may contain secrets. */
const named = (url: URL) => `${url.protocol}//${url.host}${url.pathname.slice(0, 200)}`;

/** Addresses that are not on the public internet, according to the IANA special-purpose registries. */
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

/** IPv6 is public if it is global unicast and has no embedded IPv4 address. */
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

/** Whether an IP address is on the public internet. */
export function isPublicAddress(address: string): boolean {
  const bare = address.replace(/^\[|\]$/g, "").replace(/%.*$/, "");
  const mapped = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/i.exec(bare)?.[1];
  if (mapped !== undefined) return isPublicAddress(mapped);
  if (isIP(bare) === 4) return !special.check(bare, "ipv4");
  if (isIP(bare) === 6) return globalUnicast.check(bare, "ipv6") && !specialUnicast.check(bare, "ipv6");
  return false;
}

/** Limits for one URL: bytes and milliseconds. */
const maxPerUrl = { bytes: 25 * 1024 * 1024, time: 30_000 };

/** Limits for all URLs of one request together; the bytes are held in memory until they are stored. */
const maxTotal = { bytes: 100 * 1024 * 1024, time: 120_000 };

/** Fetches the URLs of one request, each once. Throws `unprocessable` and `payload_too_large`. */
export async function fetchAll(outbound: Outbound, urls: readonly string[]): Promise<ReadonlyMap<string, Fetched>> {
  const found = new Map<string, Fetched>();
  const end = performance.now() + maxTotal.time;
  let remainingBytes = maxTotal.bytes;
  for (const url of new Set(urls)) {
    const time = Math.ceil(end - performance.now());
    if (time <= 0 || remainingBytes <= 0) throw tooMuch();
    const fetched = await outbound.fetch(url, { bytes: maxPerUrl.bytes, time: Math.min(maxPerUrl.time, time) });
    remainingBytes -= fetched.bytes.length;
    found.set(url, fetched);
  }
  if (remainingBytes < 0) throw tooMuch();
  return found;
}

const tooMuch = () =>
  new Problem(
    "payload_too_large",
    `The URLs of one request may take ${maxTotal.bytes / 1024 / 1024} MB and ${maxTotal.time / 1000} seconds together. Insert the files with several requests.`,
  );
