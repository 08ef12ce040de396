import type { ToolContext } from "../resolve/context.ts";
import type { Surface } from "../tools/surface.ts";

/** Calls the service as one caller. */
export type Client = ToolContext["client"];

/** What applies to one HTTP request only. */
export interface RequestScope {
  /** Acts as the sender of the request; absent if every request acts as the process. */
  readonly client?: Client | undefined;
  readonly surface: Surface;
  /** The principal of the request; absent if no authorization is required. */
  readonly principal?: string | undefined;
}

/**
 * The protocol handlers receive the same request objects as the transport, so these are the keys: nothing
 * about a caller is kept in a session.
 */
const scopes = new WeakMap<Request, RequestScope>();

export function bindScope(request: Request, scope: RequestScope): void {
  scopes.set(request, scope);
}

/** Undefined outside of HTTP. Throws for an HTTP request that did not come through the transport. */
export function findRequestScope(request: Request | undefined): RequestScope | undefined {
  if (request === undefined) return undefined;
  const scope = scopes.get(request);
  if (scope === undefined) throw new Error("an HTTP request reached a protocol handler without its scope");
  return scope;
}
