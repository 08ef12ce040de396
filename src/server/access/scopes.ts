import type { Effect } from "../../contract/operation.ts";
import { operationNamed } from "../../tools/operation-index.ts";
import type { ToolEntry } from "../../tools/registry.ts";

/** What an access token may grant, from the least to the most: each includes those before it. */
export const scopes = ["docs:read", "docs:write", "docs:admin"] as const;
export type Scope = (typeof scopes)[number];

const scopeOfEffect: Readonly<Record<Effect, Scope>> = {
  read: "docs:read",
  create: "docs:write",
  update: "docs:write",
  delete: "docs:admin",
  run: "docs:admin",
};

/** The most that a token's `scope` (RFC 9068) or `scp` claim grants; undefined when it grants nothing here. */
export function grantedScope(claims: Readonly<Record<string, unknown>>): Scope | undefined {
  const named = [claims.scope, claims.scp].flatMap(namesIn);
  return scopes.findLast((scope) => named.includes(scope));
}

function namesIn(claim: unknown): unknown[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim : [];
}

export const includesScope = (granted: Scope, needed: Scope): boolean =>
  scopes.indexOf(granted) >= scopes.indexOf(needed);

/** What a token needs so that it may do all of `needed`, as a client asks an authorization server for it. */
export const scopesUpTo = (needed: Scope): string => scopes.slice(0, scopes.indexOf(needed) + 1).join(" ");

/** The scope that a JSON-RPC message needs, or the most that one of an array does. Everything but a tool only reads. */
export function scopeOfMessage(message: unknown, entries: readonly ToolEntry[]): Scope {
  if (Array.isArray(message)) {
    const needed = message.filter((one) => !Array.isArray(one)).map((one) => scopeOfMessage(one, entries));
    return scopes.findLast((scope) => needed.includes(scope)) ?? "docs:read";
  }
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return "docs:read";
  const { name, arguments: given } = message.params;
  const entry = entries.find(({ definition }) => definition.name === name);
  // Nothing is called where there is no such tool.
  return entry === undefined ? "docs:read" : scopeOfCall(entry, isRecord(given) ? given : {});
}

function scopeOfCall(entry: ToolEntry, given: Readonly<Record<string, unknown>>): Scope {
  const { readOnlyHint, openWorldHint } = entry.definition.annotations;
  if (readOnlyHint) return "docs:read";
  const operation = entry.operation ?? given.operation;
  if (typeof operation === "string") {
    const effect = operationNamed(operation)?.effect;
    // An operation that does not exist is not called: its caller is told so, not asked for more rights.
    return effect === undefined ? "docs:write" : scopeOfEffect[effect];
  }
  return openWorldHint ? "docs:admin" : "docs:write";
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
