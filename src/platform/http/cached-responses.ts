import { bytesOfValue, responseCache } from "../kernel/caches.ts";
import type { Database } from "../kernel/database/database.ts";
import { createId } from "../kernel/database/ids.ts";
import type { OperationRequest } from "./operation-request.ts";
import type { OperationResponse } from "./operation-response.ts";

/**
 * Milliseconds for which a caller gets cached responses without being authenticated again: tokens expire by the clock,
 * and their use must be recorded.
 */
const maxUnauthenticatedMs = 1000;

/** Identifies the response to a request, at the state of the data when it arrived. */
export interface ResponseKey {
  readonly request: string;
  readonly caller: string;
  /** The change counter of the database. */
  readonly change: number;
  /** Milliseconds since 1970. */
  readonly arrivedAt: number;
}

/**
 * Responses of one platform, each for one caller and valid until anyone commits a write: then a right may have ended or
 * a text have changed. Asking for the change counter costs a small part of authenticating the caller.
 */
export class CachedResponses {
  readonly #database: Pick<Database, "lastChange">;
  readonly #now: () => string;
  readonly #id = createId();

  constructor(database: Pick<Database, "lastChange">, now: () => string) {
    this.#database = database;
    this.#now = now;
  }

  /** Undefined if the response cannot be cached. `origin` is what URLs in the response lead to. */
  keyFor(request: OperationRequest, origin: string): ResponseKey | undefined {
    const { route, query, acting, authorization } = request;
    if (route.summary.method !== "GET" || request.ifMatch !== undefined) return undefined;
    const change = this.#database.lastChange();
    if (change === undefined) return undefined;
    const caller = acting === undefined ? `token ${authorization}` : `user ${acting.user} ${acting.scope}`;
    const parts = [route.summary.id, caller, origin, route.params, ...query];
    return {
      request: `response ${this.#id} ${JSON.stringify(parts)}`,
      caller: `caller ${this.#id} ${caller}`,
      change,
      arrivedAt: Date.parse(this.#now()),
    };
  }

  find({ request, caller, change, arrivedAt }: ResponseKey): OperationResponse | undefined {
    const authenticatedAt = responseCache.find(caller, change) as number | undefined;
    if (authenticatedAt === undefined) return undefined;
    const age = arrivedAt - authenticatedAt;
    if (age < 0 || age >= maxUnauthenticatedMs) return undefined;
    return responseCache.find(request, change) as OperationResponse | undefined;
  }

  /** Stores the response to a caller who was authenticated for it. Its result must be deeply frozen. */
  store({ request, caller, change, arrivedAt }: ResponseKey, response: OperationResponse): void {
    responseCache.store(request, { state: change, value: response, bytes: bytesOfValue(response.result) });
    responseCache.store(caller, { state: change, value: arrivedAt, bytes: 8 });
  }
}
