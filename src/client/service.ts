import { setTimeout as delay } from "node:timers/promises";
import metadata from "../../package.json" with { type: "json" };
import type { ValueService } from "../contract/value-call.ts";
import { InputError } from "./errors.ts";
import { redactor } from "./excerpt.ts";
import { parseBaseUrl, type RequestSettings } from "./request.ts";
import { type Fetch, fetchTransport, type Transport } from "./transport.ts";
import { undiciTransport } from "./undici-transport.ts";

/** What all calls of one client have in common. */
export interface Service {
  readonly settings: RequestSettings;
  /** How its calls are carried out. */
  readonly exchange: Exchange;
  readonly limit: ConcurrencyLimit;
  /** Milliseconds a call may take unless it says otherwise. */
  readonly deadline: number;
  readonly timing: Timing;
  /** Takes the token out of a text the service wrote. */
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
    exchange: exchangeOf(options, { origin: base.origin, connections, connectTimeout }),
    limit: new ConcurrencyLimit(connections),
    deadline: positive("timeouts.call", options.timeouts?.call ?? 60_000),
    timing: options.timing ?? systemTiming,
    redact: redactor(token),
  };
}

/** A service on the network, or behind a fetch, takes requests; one in this process takes values. */
type Exchange = { readonly transport: Transport } | { readonly values: ValueService };

function exchangeOf(options: ServiceOptions, network: Parameters<typeof undiciTransport>[0]): Exchange {
  if (options.values !== undefined) return { values: options.values };
  return { transport: options.fetch === undefined ? undiciTransport(network) : fetchTransport(options.fetch) };
}

function positive(name: string, milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw new InputError(`\`${name}\` must be a number of milliseconds above 0.`);
}

export interface ServiceOptions {
  /** Where the service is, with or without a slash at the end; `/v1` is added unless it is there. */
  readonly baseUrl: string;
  readonly token?: string;
  /** Takes requests instead of the network. Must not follow redirects. */
  readonly fetch?: Fetch;
  /** Takes calls as values instead of requests: the embedded platform, in process. */
  readonly values?: ValueService | undefined;
  /** Takes calls whose changes are not to be kept. Only for a service that is known to take them so. */
  readonly trial?: { readonly fetch: Fetch } | { readonly values: ValueService };
  readonly userAgent?: string;
  readonly timeouts?: {
    /** Milliseconds a call may take unless its own options say otherwise, retries included; 60,000 when left out. */
    readonly call?: number;
    /** Milliseconds to open a connection; 10,000 when left out. */
    readonly connect?: number;
  };
  /** Requests under way at once; the others wait their turn. 16 when left out. */
  readonly concurrency?: number;
  /** Replaced in tests. */
  readonly timing?: Timing;
}

/** Time and chance, replaced in tests. */
export interface Timing {
  /** Milliseconds since 1970. */
  now(): number;
  /** From 0 up to and without 1. */
  random(): number;
  /** Resolves after some milliseconds; rejects with the signal's reason when it aborts. */
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

/** Lets at most `capacity` holders run at once; the others wait in the order they came. */
export class ConcurrencyLimit {
  readonly #capacity: number;
  readonly #waiting = new Set<Waiter>();
  #running = 0;

  constructor(capacity: number) {
    this.#capacity = capacity;
  }

  /** Runs a task when a place is free. Rejects with the signal's reason when it aborts while waiting. */
  async run<Result>(task: () => Promise<Result>, signal: AbortSignal): Promise<Result> {
    signal.throwIfAborted();
    if (this.#running < this.#capacity) this.#running += 1;
    else await this.#place(signal);
    try {
      return await task();
    } finally {
      this.#leave();
    }
  }

  #place(signal: AbortSignal): Promise<void> {
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

  /** Hands the place to the one who waited longest, so that nobody who comes between can take it. */
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

/** How the client names itself to services. */
const userAgent = `copydesk/${metadata.version}`;
