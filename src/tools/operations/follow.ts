import { setTimeout as sleep } from "node:timers/promises";
import type { Client } from "../../client/client.ts";
import { excerpt } from "../../client/excerpt.ts";
import type { TrialOptions } from "../../client/operation-calls.ts";
import type { ContractEntry } from "../../contract/index.ts";
import { loadOperation } from "../../contract/load.ts";
import type { AnyOperation } from "../../contract/operation.ts";
import type { Arguments, ToolContext } from "../../resolve/context.ts";
import { operationNamed } from "./lookup.ts";

export interface Followed {
  readonly hasEnded: boolean;
  /** The operation that shows its progress. */
  readonly result: unknown;
  readonly by: string;
  readonly sent: Arguments;
  readonly state: string;
  readonly seconds: number;
}

/** Hosts allow a call about a minute. Milliseconds. */
const defaultTimeoutMs = 50_000;

const pause = { first: 100, max: 2000 };

/**
 * Waits for what an operation started, and reports progress to the host. Undefined if the operation is complete when it
 * returns. Waits no longer than a host does; the caller then learns how to continue.
 */
export async function followOperation(
  { follow }: AnyOperation,
  { answer: started, ...input }: Arguments,
  context: ToolContext,
  timeoutMs = defaultTimeoutMs,
): Promise<Followed | undefined> {
  const summary = follow && operationNamed(follow.by);
  if (follow === undefined || summary === undefined) return undefined;
  const entry = await loadOperation(summary);
  const taken = Object.entries(follow.from ?? {}).map(([name, member]) => [name, memberAt(started, [member])]);
  const names = Object.keys(entry.operation.params);
  const sent = Object.fromEntries(
    [...Object.entries(input), ...taken].filter(([name]) => names.includes(String(name))),
  );
  const read = caller(entry, context);
  const begun = performance.now();
  for (let wait = pause.first; ; wait = Math.min(2 * wait, pause.max)) {
    const result = await read(sent);
    const state = String(memberAt(result, follow.state));
    const elapsed = performance.now() - begun;
    const outcome = { result, by: follow.by, sent, state, seconds: Math.round(elapsed / 1000) };
    if (!follow.while.includes(state)) return { ...outcome, hasEnded: true };
    if (elapsed + wait > timeoutMs) return { ...outcome, hasEnded: false };
    context.progress(
      elapsed / 1000,
      undefined,
      formatProgress(memberAt(result, [...follow.state.slice(0, -1), "progress"])) ?? state,
    );
    await sleep(wait, undefined, { signal: context.signal });
  }
}

/** "Reading 3 of 10", if the service reports that much. */
function formatProgress(progress: unknown): string | undefined {
  const [message, done, total] = ["message", "done", "total"].map((name) => memberAt(progress, [name]));
  if (typeof message !== "string" || message === "") return undefined;
  return excerpt(total == null ? message : `${message} ${String(done)} of ${String(total)}`, 200);
}

function memberAt(value: unknown, path: readonly string[]): unknown {
  return path.reduce<unknown>(
    (inner, name) =>
      typeof inner === "object" && inner !== null ? (inner as Record<string, unknown>)[name] : undefined,
    value,
  );
}

type Call = (input: Arguments) => Promise<unknown>;

/** The client's function for an operation. The cast relies on the client and the contract having the same structure. */
export function caller(
  { group, name, operation }: ContractEntry,
  { client, signal }: Pick<ToolContext, "client" | "signal">,
  more: Pick<TrialOptions, "trial"> = {},
): Call {
  type Function = (input: Arguments, options: TrialOptions) => Promise<unknown>;
  const functions = client as unknown as Readonly<Record<keyof Client, Readonly<Record<string, Function>>>>;
  const call = functions[group][name];
  if (call === undefined) throw new Error(`the client has no function for ${operation.id}`);
  const options = { signal, ...more };
  return ({ ifMatch, ...input }) =>
    call(input, operation.precondition && typeof ifMatch === "string" ? { ...options, ifMatch } : options);
}
