import { setTimeout as delay } from "node:timers/promises";
import metadata from "../../package.json" with { type: "json" };
import type { ValueService } from "../contract/value-call.ts";
import { InputError } from "./errors.ts";
import { redactor } from "./excerpt.ts";
import { parseBaseUrl, type RequestSettings } from "./request.ts";
import { type Fetch, fetchTransport, type Transport } from "./transport.ts";
import { undiciTransport } from "./undici-transport.ts";

/** What all calls of one client share. */
export interface Service {
  readonly settings: RequestSettings;
  /** How its calls are performed. */
  readonly exchange: Exchange;
  readonly limit: ConcurrencyLimit;
  /** Default timeout of a call in milliseconds. */
  readonly deadline: number;
  readonly timing: Timing;
  /** Removes the token from a text of the service. */
  readonly redact: (text: string) => string;
}

/** Checks a client's options and prepares its calls; opens no connection. Throws InputError. */
export function openService(options: ServiceOptions): Service {
  const base = parseBaseUrl(options.baseUrl);
  const token = options.token === "" ? undefined : options.token;
  if (token !== undefined && !/^[\x21-\x7e]+$/.test(token)) {
    throw new InputError("the token has a character that cannot be sent; check it for spaces and line breaks.");
  }
  const agent = options.userAgent ?? userAgent;
  if (!/^[\x20-\x7e]+$/.test(agent)) throw new InputError("`userAgent` must be printable ASCII.");
  const connections = options.concurrency ?? 16;
  if (!Number.isInteger(connections) || connections < 1) throw new InputError("`concurrency` must be 1 or more.");
  const connectTimeout = positive("timeouts.connect", options.timeouts?.connect ?? 10_000);
  return {
    settings: { base, token, userAgent: agent },
    exchange: createExchange(options, { origin: base.origin, connections, connectTimeout }),
    limit: new ConcurrencyLimit(connections),
    deadline: positive("timeouts.call", options.timeouts?.call ?? 60_000),
    timing: options.timing ?? systemTiming,
    redact: redactor(token),
  };
}

/** A service on the network, or behind a fetch, receives requests; one in this process receives values. */
type Exchange = { readonly transport: Transport } | { readonly values: ValueService };

function createExchange(options: ServiceOptions, network: Parameters<typeof undiciTransport>[0]): Exchange {
  if (options.values !== undefined) return { values: options.values };
  return { transport: options.fetch === undefined ? undiciTransport(network) : fetchTransport(options.fetch) };
}

function positive(name: string, milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw new InputError(`\`${name}\` must be a number of milliseconds above 0.`);
}

export interface ServiceOptions {
  /** The service's address, with or without a trailing slash; `/v1` is added if it is missing. */
  readonly baseUrl: string;
  readonly token?: string;
  /** Receives requests instead of the network. Must not follow redirects. */
  readonly fetch?: Fetch;
  /** Receives calls by value instead of requests: the embedded platform, in process. */
  readonly values?: ValueService | undefined;
  /** Receives trial calls, whose changes must not be stored. Only for a service known to support them. */
  readonly trial?: { readonly fetch: Fetch } | { readonly values: ValueService };
  readonly userAgent?: string;
  readonly timeouts?: {
    /** Default timeout of a call in milliseconds, including retries; 60,000 if left out. */
    readonly call?: number;
    /** Milliseconds to open a connection; 10,000 if left out. */
    readonly connect?: number;
  };
  /** The most concurrent requests; others wait their turn. 16 if left out. */
  readonly concurrency?: number;
  /** Replaced in tests. */
  readonly timing?: Timing;
}

/** Time and randomness, replaced in tests. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0, inclusive, to 1, exclusive. */
  random(): number;
  /** Resolves after this many milliseconds; rejects with the signal's reason if it aborts. */
  sleep(milliseconds: number, signal: AbortSignal): Promise<void>;
}

const systemTiming: Timing = {
  now: Date.now,
  random: Math.random,
  async sleep(milliseconds, signal) {
    try {
      await delay(milliseconds, undefined, { signal });
    } catch (error) {
      signal.throwIfAborted();
      throw error;
    }
  },
};

interface Waiter {
  readonly start: () => void;
}

/** Lets at most `capacity` tasks run concurrently; others wait in order of arrival. */
export class ConcurrencyLimit {
  readonly #capacity: number;
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Runs a task when there is room. Rejects with the signal's reason if it aborts while waiting. */
  async run<Result>(task: () => Promise<Result>, signal: () => AbortSignal): Promise<Result> {
    if (this.#running < this.#capacity) this.#running += 1;
    else await this.#waitForSlot(signal());
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #waitForSlot(signal: AbortSignal): Promise<void> {
    signal.throwIfAborted();
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#waiting.delete(waiter);
        reject(signal.reason);
      };
      const waiter = {
        start: () => {
          signal.removeEventListener("abort", abort);
          resolve();
        },
      };
      signal.addEventListener("abort", abort, { once: true });
      this.#waiting.add(waiter);
    });
  }

  /** Passes the slot directly to the longest-waiting task, so that a newcomer cannot take it. */
  #leave(): void {
    const [next] = this.#waiting;
    if (next === undefined) {
      this.#running -= 1;
      return;
    }
    this.#waiting.delete(next);
    next.start();
  }
}

/** How the client identifies itself to services. */
const userAgent = `copydesk/${metadata.version}`;
