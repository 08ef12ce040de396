import type { ToolContext } from "../desk/context.ts";
import type { Surface } from "../tools/surface.ts";

/** Calls the service as one caller. */
export type Client = ToolContext["client"];

/** What holds for one HTTP request and no other. */
export interface RequestScope {
  /** Acts as whoever sent the request; absent where every request acts as the process. */
  readonly client?: Client | undefined;
  readonly surface: Surface;
  /** Whoever the request was authorized for; absent where nobody had to be. */
  readonly principal?: string | undefined;
}

/**
 * Requests reach the protocol handlers as the very objects the transport was given, which makes them the key: nothing
 * about a caller is ever kept in a session.
 */
const scopes = new WeakMap<Request, RequestScope>();

export function bindScope(request: Request, scope: RequestScope): void {
  scopes.set(request, scope);
}

/** Undefined outside of HTTP. Throws for an HTTP request that did not come through the transport. */
export function scopeOf(request: Request | undefined): RequestScope | undefined {
  if (request === undefined) return undefined;
  const scope = scopes.get(request);
  if (scope === undefined) throw new Error("an HTTP request reached a protocol handler without its scope");
  return scope;
}
