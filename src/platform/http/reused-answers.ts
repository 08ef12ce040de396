import type { AnyOperation } from "../../contract/operation.ts";
import type { Acting } from "../access/authenticate.ts";
import type { Database } from "../kernel/database/database.ts";
import { createId } from "../kernel/database/ids.ts";
import { bytesOfValue, remembered } from "../kernel/remembered.ts";
import type { AskedCall } from "./asked-call.ts";
import type { Route } from "./router.ts";

/** An answer that stays the same until something is written. */
export interface ReusableAnswer {
  readonly operation: AnyOperation;
  /** The result, deeply frozen, or the key of a result that is cached by its content. */
  readonly answer: { readonly result: unknown } | { readonly key: string };
}

interface Kept extends ReusableAnswer {
  readonly change: number;
}

/** When a caller was last authenticated. */
interface Authenticated {
  readonly change: number;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/**
 * Milliseconds for which a caller gets earlier answers without being authenticated again. Tokens expire by the
 * clock, and their use must be recorded.
 */
const longestReuse = 1000;

const mostCallers = 1000;

/**
 * Answers of this platform that the same caller gets again until anyone writes something. Checking that costs a small
 * part of determining the caller and their rights.
 */
export class ReusedAnswers {
  readonly #database: Pick<Database, "lastChange">;
  readonly #now: () => string;
  /** Calls whose answers are being made, by their place and the last change before them. */
  readonly #underWay = new Map<string, Promise<unknown>>();
  /** Operations that had an answer to keep, by id. */
  readonly #keeping = new Set<string>();
  readonly #callers = new Map<string, Authenticated>();
  #prefix = createId();

  constructor(database: Pick<Database, "lastChange">, now: () => string) {
    this.#database = database;
    this.#now = now;
  }

  /** Where the answer of a call is kept; undefined if it cannot be reused. */
  placeOf(asked: AskedCall, { summary, params }: Route, acting: Acting | undefined): ReusePlace | undefined {
    if (summary.method !== "GET" || asked.ifMatch !== undefined) return undefined;
    const change = this.#database.lastChange();
    if (change === undefined) return undefined;
    const caller = acting === undefined ? `token ${asked.authorization}` : `user ${acting.user} ${acting.scope}`;
    const call = [summary.id, caller, asked.origin, ...Object.values(params), ...asked.query];
    const key = `answer ${this.#prefix} ${JSON.stringify(call)}`;
    const at = Date.parse(this.#now());
    const underWay = this.#underWay;
    const keeping = this.#keeping;
    const now = `${change} ${key}`;
    return {
      underWay: () => (keeping.has(summary.id) ? underWay.get(now)?.catch(() => {}) : undefined),
      make(answer) {
        if (underWay.has(now)) return answer();
        const made = answer().finally(() => underWay.delete(now));
        underWay.set(now, made);
        return made;
      },
      find: () => {
        const known = this.#callers.get(caller);
        if (known?.change !== change || at - known.at >= longestReuse || at < known.at) return undefined;
        const kept = remembered.get(key) as Kept | undefined;
        return kept?.change === change ? kept : undefined;
      },
      keep: (found) => {
        keeping.add(summary.id);
        const kept: Kept = { ...found, change };
        remembered.set(key, kept, "key" in found.answer ? 2 * found.answer.key.length : bytesOfValue(found.answer));
        this.#noteCaller(caller, { change, at });
      },
    };
  }

  #noteCaller(caller: string, authenticated: Authenticated): void {
    // A slow call must not replace what a later one found.
    if ((this.#callers.get(caller)?.at ?? 0) > authenticated.at) return;
    this.#callers.delete(caller);
    this.#callers.set(caller, authenticated);
    const [oldest] = this.#callers.keys();
    if (this.#callers.size > mostCallers && oldest !== undefined) this.#callers.delete(oldest);
  }

  /** Drops all of them, as when the server's own URL changes. */
  clear(): void {
    this.#prefix = createId();
  }
}

export interface ReusePlace {
  find(): ReusableAnswer | undefined;
  /** Resolves when the same call, made since the last change, is answered; undefined if there is none under way. */
  underWay(): Promise<unknown> | undefined;
  /** Answers the call, which is under way meanwhile. */
  make<Answer>(answer: () => Promise<Answer>): Promise<Answer>;
  /** Keeps the answer to a caller who was authenticated for it. */
  keep(found: ReusableAnswer): void;
}
