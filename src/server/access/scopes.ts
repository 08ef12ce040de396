import { includesScope, reaches, type Scope, scopes } from "../../contract/reach.ts";
import type { ToolEntry, ToolRegistry } from "../../tools/tool.ts";
import { type Caller, challenge } from "./authorize.ts";

/** What an authorization server is asked for, of all scopes, from the least to the most; each includes those before it. */
export type OfferedScopes = readonly [Scope, ...Scope[]];

/** Of authorization servers elsewhere, which an operator sets up. */
export const externalScopes: OfferedScopes = ["read", "write", "admin"];

/** Of the server's own. */
export const ownScopes: OfferedScopes = ["read", "propose", "merge", "admin"];

/** As access tokens and metadata write it. */
export const scopeName = (scope: Scope): string => `docs:${scope}`;

/** The most that a token's `scope` (RFC 9068) or `scp` claim grants; undefined when it grants nothing here. */
export function grantedScope(claims: Readonly<Record<string, unknown>>): Scope | undefined {
  const named = [claims.scope, claims.scp].flatMap(namesIn);
  return scopes.findLast((scope) => named.includes(scopeName(scope)));
}

function namesIn(claim: unknown): unknown[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim : [];
}

/** The least of those on offer that allows all of `needed`. */
export const leastOffered = (needed: Scope, offered: OfferedScopes): Scope =>
  offered.find((scope) => includesScope(scope, needed)) ?? "admin";

/** What a token needs so that it may do all of `needed`, as a client asks an authorization server for it. */
export function scopesUpTo(needed: Scope, offered: OfferedScopes): string {
  const least = leastOffered(needed, offered);
  return offered
    .filter((scope) => includesScope(least, scope))
    .map(scopeName)
    .join(" ");
}

interface ScopeOptions {
  readonly offered: OfferedScopes;
  readonly resourceMetadata: string;
  readonly registry: ToolRegistry;
}

/** Turns a request away that needs more than was granted, naming what to ask the authorization server for. */
export function insufficientScope(needed: Scope, { offered, resourceMetadata }: Omit<ScopeOptions, "registry">) {
  return challenge(`This needs the scope ${scopeName(leastOffered(needed, offered))}.`, {
    error: "insufficient_scope",
    scope: scopesUpTo(needed, offered),
    resourceMetadata,
  });
}

/** The messages that a caller may not send with what was granted. */
export function refuseBeyond(granted: Scope, options: ScopeOptions): NonNullable<Caller["refuse"]> {
  return async (message) => {
    if (granted === "admin") return undefined;
    const needed = await scopeOfMessage(message, options.registry);
    return includesScope(granted, needed) ? undefined : insufficientScope(needed, options);
  };
}

/** The scope that a JSON-RPC message needs, or the most that one of an array does. Everything but a tool only reads. */
export async function scopeOfMessage(message: unknown, registry: ToolRegistry): Promise<Scope> {
  if (Array.isArray(message)) {
    const single = message.filter((one) => !Array.isArray(one));
    const needed = await Promise.all(single.map((one) => scopeOfMessage(one, registry)));
    return scopes.findLast((scope) => needed.includes(scope)) ?? "read";
  }
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return "read";
  const { name, arguments: given } = message.params;
  const entry = registry.entries.find(({ definition }) => definition.name === name);
  // Nothing is called where there is no such tool.
  return entry === undefined ? "read" : scopeOfCall(entry, given, registry);
}

/** By what the call will do; for arguments that the tool will refuse, the most that it could. */
async function scopeOfCall({ definition, reach }: ToolEntry, given: unknown, registry: ToolRegistry): Promise<Scope> {
  if (reach === "reads") return "read";
  const tool = await registry.load(definition.name);
  if (tool === undefined) return reaches[reach].scope;
  const { parseToolCall } = await import("../../tools/arguments.ts");
  const { checked } = parseToolCall(tool, given);
  if (!checked.ok) return reaches[reach].scope;
  const { plannedCall } = await import("../../tools/tool.ts");
  return reaches[(await plannedCall(tool, checked.parsed)).reach].scope;
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
