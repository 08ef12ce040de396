import type { CallOptions, Client } from "../client/client.ts";
import type { ContractEntry } from "../contract/index.ts";
import { type AnyOperation, effects } from "../contract/operation.ts";
import { type Arguments, parseArguments } from "./arguments.ts";
import { argumentSchema, signatureOf } from "./operation-signature.ts";
import { presentResult } from "./present/result.ts";
import type { ToolAnswer, ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

/** Calls an operation with arguments an agent wrote, and says what came of it within the answer budget. */
export async function callOperation(entry: ContractEntry, given: unknown, context: ToolContext): Promise<ToolAnswer> {
  const { operation } = entry;
  const checked = parseArguments(argumentSchema(operation), given);
  if (!checked.ok) {
    throw new ToolError(`${operation.id} was not called.\n${checked.problem}\nArguments: ${signatureOf(operation)}`);
  }
  const call = caller(entry, context);
  const result = await call(checked.sent);
  const { text, shownItems } = presentResult(result, context.answerTokens);
  if (shownItems === undefined) return { text };
  if (!canContinue(operation)) return { text: `${text}\nOnly the first ${shownItems} items fit into the answer.` };
  return { text: await presentFirst(shownItems, checked.sent, { call, first: result, tokens: context.answerTokens }) };
}

type Caller = (input: Arguments) => Promise<unknown>;

/** Whether a list can be asked for in smaller portions without doing anything a second time. */
const canContinue = ({ effect, query }: AnyOperation) =>
  effects[effect].readOnly && "page" in query && "limit" in query;

/** Reads the list again in a portion that fits, so that its cursor continues where the answer ends. */
async function presentFirst(
  count: number,
  sent: Arguments,
  { call, first, tokens }: { call: Caller; first: unknown; tokens: number },
): Promise<string> {
  const portion = await call({ ...sent, limit: count });
  const { text, shownItems } = presentResult(portion, tokens);
  // A list that changed between the two reads may be longer now.
  if (shownItems !== undefined) return presentResult(first, tokens).text;
  return `${text}\n${count} items fit into the answer. For those after them: the same arguments with "limit": ${count} and "page" from \`next\`.`;
}

/** The client's function for an operation. Client and contract have one shape, which this cast relies on. */
function caller({ group, name, operation }: ContractEntry, { client, signal }: ToolContext): Caller {
  type Call = (input: Arguments, options: CallOptions) => Promise<unknown>;
  const functions = client as unknown as Readonly<Record<keyof Client, Readonly<Record<string, Call>>>>;
  const call = functions[group][name];
  if (call === undefined) throw new Error(`the client has no function for ${operation.id}`);
  return ({ ifMatch, ...input }) =>
    operation.precondition && typeof ifMatch === "string" ? call(input, { signal, ifMatch }) : call(input, { signal });
}
