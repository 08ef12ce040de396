import type { CallOptions, Client } from "../client/client.ts";
import type { ContractEntry } from "../contract/index.ts";
import type { Arguments } from "./arguments.ts";
import type { ToolContext } from "./tool.ts";

export type Call = (input: Arguments) => Promise<unknown>;

/** The client's function for an operation. Client and contract have one shape, which this cast relies on. */
export function caller(
  { group, name, operation }: ContractEntry,
  { client, signal }: Pick<ToolContext, "client" | "signal">,
  more: Pick<CallOptions, "trial"> = {},
): Call {
  type Function = (input: Arguments, options: CallOptions) => Promise<unknown>;
  const functions = client as unknown as Readonly<Record<keyof Client, Readonly<Record<string, Function>>>>;
  const call = functions[group][name];
  if (call === undefined) throw new Error(`the client has no function for ${operation.id}`);
  const options = { signal, ...more };
  return ({ ifMatch, ...input }) =>
    call(input, operation.precondition && typeof ifMatch === "string" ? { ...options, ifMatch } : options);
}
