import { parseBaseUrl } from "./base-url.ts";
import type { ClientOptions } from "./client.ts";
import { InputError } from "./errors.ts";
import { redactor } from "./excerpt.ts";
import { fetchTransport } from "./fetch-transport.ts";
import { ConcurrencyLimit } from "./limit.ts";
import type { RequestSettings } from "./request.ts";
import { systemTiming, type Timing } from "./timing.ts";
import { undiciTransport } from "./undici-transport.ts";
import { userAgent } from "./user-agent.ts";
import type { Transport } from "./wire.ts";

/** What all calls of one client have in common. */
export interface Service {
  readonly settings: RequestSettings;
  readonly transport: Transport;
  readonly limit: ConcurrencyLimit;
  /** Milliseconds a call may take unless it says otherwise. */
  readonly deadline: number;
  readonly timing: Timing;
  /** Takes the token out of a text the service wrote. */
  readonly redact: (text: string) => string;
}

/** Checks a client's options and prepares its calls; opens no connection. Throws InputError. */
export function openService(options: ClientOptions): Service {
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
    transport: options.fetch
      ? fetchTransport(options.fetch)
      : undiciTransport({ origin: base.origin, connections, connectTimeout }),
    limit: new ConcurrencyLimit(connections),
    deadline: positive("timeouts.call", options.timeouts?.call ?? 60_000),
    timing: options.timing ?? systemTiming,
    redact: redactor(token),
  };
}

function positive(name: string, milliseconds: number): number {
  if (milliseconds > 0) return milliseconds;
  throw new InputError(`\`${name}\` must be a number of milliseconds above 0.`);
}
