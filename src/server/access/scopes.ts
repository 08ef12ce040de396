import { includesScope, reaches, type Scope, scopes } from "../../contract/reach.ts";
import type { ToolEntry, ToolRegistry } from "../../tools/tool.ts";
import { type Caller, challenge } from "./authorize.ts";

/** All scopes to request from an authorization server, from the least to the most; each includes those before it. */
export type OfferedScopes = readonly [Scope, ...Scope[]];

/** Scopes of external authorization servers, set up by an operator. */
export const externalScopes: OfferedScopes = ["read", "write", "admin"];

/** Scopes of the built-in authorization server. */
export const ownScopes: OfferedScopes = ["read", "propose", "merge", "admin"];

/** In the form of access tokens and metadata. */
export const scopeName = (scope: Scope): string => `docs:${scope}`;

/** The most that a token's `scope` (RFC 9068) or `scp` claim grants; undefined if it grants nothing here. */
export function grantedScope(claims: Readonly<Record<string, unknown>>): Scope | undefined {
  const named = [claims.scope, claims.scp].flatMap(namesIn);
  return scopes.findLast((scope) => named.includes(scopeName(scope)));
}

function namesIn(claim: unknown): unknown[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim : [];
}

/** The least of the available scopes that allows all of `needed`. */
export const getMinOfferedScope = (needed: Scope, offered: OfferedScopes): Scope =>
  offered.find((scope) => includesScope(scope, needed)) ?? "admin";

/** The scopes to request from an authorization server for all of `needed`. */
export function scopesUpTo(needed: Scope, offered: OfferedScopes): string {
  const minScope = getMinOfferedScope(needed, offered);
  return offered
    .filter((scope) => includesScope(minScope, scope))
    .map(scopeName)
    .join(" ");
}

interface ScopeOptions {
  readonly offered: OfferedScopes;
  readonly resourceMetadata: string;
  readonly registry: ToolRegistry;
}

/** Refuses a request that needs more than was granted, naming the scopes to request. */
export function insufficientScope(needed: Scope, { offered, resourceMetadata }: Omit<ScopeOptions, "registry">) {
  return challenge(`This needs the scope ${scopeName(getMinOfferedScope(needed, offered))}.`, {
    error: "insufficient_scope",
    scope: scopesUpTo(needed, offered),
    resourceMetadata,
  });
}

/** The messages that a caller may not send with the granted scope. */
export function refuseBeyond(granted: Scope, options: ScopeOptions): NonNullable<Caller["refuse"]> {
  return async (message) => {
    if (granted === "admin") return undefined;
    const needed = await scopeOfMessage(message, options.registry);
    return includesScope(granted, needed) ? undefined : insufficientScope(needed, options);
  };
}

/**
 * The scope that a JSON-RPC message needs, or the most that one of an array needs. Everything but a tool only reads.
 */
export async function scopeOfMessage(message: unknown, registry: ToolRegistry): Promise<Scope> {
  if (Array.isArray(message)) {
    const single = message.filter((one) => !Array.isArray(one));
    const needed = await Promise.all(single.map((one) => scopeOfMessage(one, registry)));
    return scopes.findLast((scope) => needed.includes(scope)) ?? "read";
  }
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return "read";
  const { name, arguments: args } = message.params;
  const entry = registry.entries.find(({ definition }) => definition.name === name);
  // An unknown tool calls nothing.
  return entry === undefined ? "read" : scopeOfCall(entry, args, registry);
}

/** Depends on what the call will do; for invalid arguments, the most that the tool could need. */
async function scopeOfCall({ definition, reach }: ToolEntry, args: unknown, registry: ToolRegistry): Promise<Scope> {
  if (reach === "reads") return "read";
  const tool = await registry.load(definition.name);
  if (tool === undefined) return reaches[reach].scope;
  const { parseToolCall } = await import("../../tools/arguments.ts");
  const { checked } = parseToolCall(tool, args);
  if (!checked.ok) return reaches[reach].scope;
  const { plannedCall } = await import("../../tools/tool.ts");
  return reaches[(await plannedCall(tool, checked.parsed)).reach].scope;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
