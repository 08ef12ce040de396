import { type Reach, reaches } from "../../contract/reach.ts";
import type { ToolEntry, ToolRegistry } from "../../tools/registry.ts";

/** What an access token may grant, from the least to the most: each includes those before it. */
export const scopes = ["docs:read", "docs:write", "docs:admin"] as const;
export type Scope = (typeof scopes)[number];

/** What a call needs that goes so far: what a person is asked about is for those who administer. */
export function scopeOfReach(reach: Reach): Scope {
  if (reach === "reads") return "docs:read";
  return reaches[reach].asks ? "docs:admin" : "docs:write";
}

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
export async function scopeOfMessage(message: unknown, registry: ToolRegistry): Promise<Scope> {
  if (Array.isArray(message)) {
    const single = message.filter((one) => !Array.isArray(one));
    const needed = await Promise.all(single.map((one) => scopeOfMessage(one, registry)));
    return scopes.findLast((scope) => needed.includes(scope)) ?? "docs:read";
  }
  if (!isRecord(message) || message.method !== "tools/call" || !isRecord(message.params)) return "docs:read";
  const { name, arguments: given } = message.params;
  const entry = registry.entries.find(({ definition }) => definition.name === name);
  // Nothing is called where there is no such tool.
  return entry === undefined ? "docs:read" : scopeOfCall(entry, given, registry);
}

/** By what the call will do; for arguments that the tool will refuse, the most that it could. */
async function scopeOfCall({ definition, reach }: ToolEntry, given: unknown, registry: ToolRegistry): Promise<Scope> {
  if (reach === "reads") return "docs:read";
  const tool = await registry.load(definition.name);
  if (tool === undefined) return scopeOfReach(reach);
  const { parseToolCall } = await import("../../tools/tool-arguments.ts");
  const { checked } = parseToolCall(tool, given);
  if (!checked.ok) return scopeOfReach(reach);
  const { plannedCall } = await import("../../tools/planned.ts");
  return scopeOfReach((await plannedCall(tool, checked.parsed)).reach);
}

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
