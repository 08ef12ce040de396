import { lookup as resolve } from "node:dns";
import { lookup } from "node:dns/promises";
import { BlockList, isIP, type LookupFunction } from "node:net";
import { Problem } from "../problem.ts";
import { noRemotes, type TrustedRemotes } from "./trusted-remotes.ts";

interface OutboundLimits {
  /** The most bytes an answer may have. */
  readonly bytes: number;
  /** Milliseconds for everything, redirects included. */
  readonly time: number;
  /** What the server said of bytes that are at hand: it may then answer that they are the same. */
  readonly known?: Validators | undefined;
  /** Whoever asks has no more use for the answer. */
  readonly signal?: AbortSignal | undefined;
}

/** What a server tells the same bytes by. */
export interface Validators {
  readonly etag?: string | undefined;
  readonly lastModified?: string | undefined;
}

export interface Fetched {
  readonly bytes: Uint8Array;
  /** As the server says it, without parameters; undefined when it says nothing. */
  readonly contentType: string | undefined;
  /** Where the bytes were in the end, after redirects; absent where they are unchanged. */
  readonly url?: string;
  /** Absent where the server says nothing of the kind. */
  readonly validators?: Validators;
  /** The bytes are those at hand, and not repeated. */
  readonly unchanged?: true;
}

/** A URL that took longer than it may. */
export class OutboundTimeout extends Problem {}

/** A URL with more bytes than it may have. */
export class OutboundTooLarge extends Problem {}

/** The one gate for URLs that users give. */
export interface Outbound {
  /** Gets a URL. Throws `unprocessable` naming what was wrong with it. */
  fetch(url: string, limits: OutboundLimits): Promise<Fetched>;
  /** Sends a request, and returns whatever is answered, redirects included. Throws `unprocessable` where nothing is. */
  send(url: string, message: OutboundMessage, limits: OutboundLimits): Promise<OutboundAnswer>;
  /** How Git, which connects by itself, gets to a repository. Throws `unprocessable` likewise. */
  routeTo(url: URL): Promise<Route>;
  /** Whether a repository at a `file://` address may be asked for. */
  hasFolder(url: URL): boolean;
}

export interface OutboundMessage {
  /** `POST` when left out. */
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: Uint8Array | undefined;
}

export interface OutboundAnswer {
  readonly status: number;
  readonly headers: Headers;
  readonly bytes: Uint8Array;
}

/** How a program gets to a URL by itself. */
interface Route {
  /** Those that were looked at and are to be used. None for a folder, and for a name that only the proxy knows. */
  readonly addresses: readonly string[];
  /** It looks up names by itself. */
  readonly proxy?: string | undefined;
}

const mostRedirects = 5;

/** Milliseconds for a connection. */
const connectTime = 10_000;

/** `allows` decides by the resolved address; tests and private networks give their own. */
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
      // Addresses in numbers are looked at below, too, where it is said who can let Git reach them.
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
          if (redirects === mostRedirects) throw refused(url, `answers more than ${mostRedirects} redirects`);
          if (!URL.canParse(location, url.href)) throw refused(url, "redirects to what is no URL");
          url = new URL(location, url);
        }
      }),
  };
}

/** Runs `work` with a signal that aborts when the time is up and when whoever asks has gone. */
async function inTime<Result>(
  { time, signal }: OutboundLimits,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  // Not AbortSignal.any of a timeout: Node 20 collects a timeout that only the combined signal refers to.
  const controller = new AbortController();
  const leave = () => controller.abort(signal?.reason);
  const timer = setTimeout(() => controller.abort(new DOMException("The time is up.", "TimeoutError")), time);
  signal?.addEventListener("abort", leave);
  if (signal?.aborted) leave();
  try {
    return await work(controller.signal);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener("abort", leave);
  }
}

/** None where a proxy may know a name that is not known here. */
async function lookUp(url: URL, host: string, proxy: string | undefined): Promise<string[]> {
  try {
    return (await lookup(host, { all: true })).map(({ address }) => address);
  } catch (error) {
    if (proxy !== undefined) return [];
    throw refused(url, `could not be read (${reasonOf(error)})`);
  }
}

type Agent = import("undici").Agent;

type UndiciResponse = import("undici").Response;

/** Connections check the address they are about to use, so that a name cannot resolve to another one in between. */
function onDemandAgent(allows: (address: string) => boolean): () => Promise<Agent> {
  let made: Agent | undefined;
  const checked: LookupFunction = (hostname, options, callback) => {
    resolve(hostname, { ...options, all: true }, (error, addresses) => {
      const stranger = addresses?.find(({ address }) => !allows(address));
      if (error === null && stranger !== undefined) {
        // Which address it is tells strangers how a private network is laid out.
        callback(new Error(`${hostname} is not at a public address`), []);
      } else if (options.all === true) callback(error, addresses);
      else callback(error, addresses?.[0]?.address ?? "", addresses?.[0]?.family);
    });
  };
  return async () => {
    const { Agent } = await import("undici");
    made ??= new Agent({ connect: { lookup: checked, timeout: connectTime }, pipelining: 1 });
    return made;
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

/** A time that is up is told as such, and an end that was asked for is nobody's fault. */
function failure(url: URL, what: string, error: unknown, { signal, time }: { signal: AbortSignal; time: number }) {
  if (!signal.aborted && isConnectTimeout(error)) return late(url, connectTime);
  if (!signal.aborted) return refused(url, `${what} (${reasonOf(error)})`);
  const reason: unknown = signal.reason;
  return reason instanceof DOMException && reason.name === "TimeoutError" ? late(url, time) : reason;
}

function isConnectTimeout(error: unknown): boolean {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error && "code" in cause && connectTimeouts.has(cause.code);
}

const connectTimeouts: ReadonlySet<unknown> = new Set(["UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT"]);

function reasonOf(error: unknown): string {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  return cause instanceof Error ? cause.message.slice(0, 200) : "no reason given";
}

const refused = (url: URL, what: string) => new Problem("unprocessable", `The URL ${named(url)} ${what}.`);

const late = (url: URL, time: number) =>
  new OutboundTimeout(
    "unprocessable",
    `The URL ${named(url)} did not answer in time, which is ${time / 1000} seconds.`,
  );

/** Queries are left out of messages: they may hold secrets. */
const named = (url: URL) => `${url.protocol}//${url.host}${url.pathname.slice(0, 200)}`;

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

/** What one URL may take: bytes and milliseconds. */
const most = { bytes: 25 * 1024 * 1024, time: 30_000 };

/** What the URLs of one request may take together; they are held in memory until they are stored. */
const mostTogether = { bytes: 100 * 1024 * 1024, time: 120_000 };

/** Gets the URLs of one request, each once, by URL. Throws `unprocessable` and `payload_too_large`. */
export async function fetchAll(outbound: Outbound, urls: readonly string[]): Promise<ReadonlyMap<string, Fetched>> {
  const found = new Map<string, Fetched>();
  const end = performance.now() + mostTogether.time;
  let room = mostTogether.bytes;
  for (const url of new Set(urls)) {
    const time = Math.ceil(end - performance.now());
    if (time <= 0 || room <= 0) throw tooMuch();
    const fetched = await outbound.fetch(url, { bytes: most.bytes, time: Math.min(most.time, time) });
    room -= fetched.bytes.length;
    found.set(url, fetched);
  }
  if (room < 0) throw tooMuch();
  return found;
}

const tooMuch = () =>
  new Problem(
    "payload_too_large",
    `The URLs of one request may take ${mostTogether.bytes / 1024 / 1024} MB and ${mostTogether.time / 1000} seconds together. Insert the files with several requests.`,
  );
