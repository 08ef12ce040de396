import { z } from "zod";
import type { ContractEntry } from "../contract/index.ts";
import type { Effect } from "../contract/operation.ts";
import { callOperation } from "./operation-call.ts";
import { callerOf, closestOperationId, operationEntries, operationNamed } from "./operation-index.ts";
import { searchOperations } from "./operation-search.ts";
import { argumentLines, signatureOf } from "./operation-signature.ts";
import { cut } from "./present/budget.ts";
import { decodeCursor, encodeCursor } from "./present/cursor.ts";
import { named } from "./resolve/arguments.ts";
import { defineTool, type ToolAnswer, type ToolContext } from "./tool.ts";
import { ToolError } from "./tool-error.ts";

const mostFound = 8;

export const findOperations = defineTool({
  name: "find_operations",
  title: "Find operations",
  description:
    "Search every operation of the platform for what no other tool does, such as restoring a space. Answers ids, arguments and the tool that calls each; for an exact id, its arguments in detail.",
  toolset: "default",
  uses: [],
  input: {
    task: z.string().min(1).max(500).describe('In words ("invite a member"), or an operation id'),
    cursor: named.cursor,
  },
  async run({ task, cursor }, { answerTokens }): Promise<ToolAnswer> {
    const exact = operationNamed(task.trim());
    const text = exact === undefined ? foundText(task) : detailText(exact);
    const [start] = cursor === undefined ? [0] : decodeCursor(cursor, [task], [0]);
    const more = (kept: number) =>
      `Cut to the answer budget. The same task with "cursor": "${encodeCursor([task], [start + kept])}" goes on.`;
    return { text: cut(text.slice(start), answerTokens, more).text };
  },
});

export const readOperation = defineTool({
  name: "read_operation",
  title: "Read with an operation",
  description: "Call an operation that only reads, by the id and arguments that find_operations gave.",
  toolset: "default",
  uses: operationsWith("read_operation"),
  input: { ...callInput(), cursor: named.cursor },
  run: (input, context) => callAs("read_operation", input, context),
});

export const writeOperation = defineTool({
  name: "write_operation",
  title: "Create, update or run with an operation",
  description:
    "Call an operation that creates, updates or runs something, by the id and arguments that find_operations gave. To edit pages use edit_page or write_pages.",
  toolset: "default",
  uses: operationsWith("write_operation"),
  input: callInput(),
  run: (input, context) => callAs("write_operation", input, context),
});

export const deleteOperation = defineTool({
  name: "delete_operation",
  title: "Delete with an operation",
  description:
    "Call an operation that deletes or removes something, by the id and arguments that find_operations gave.",
  toolset: "default",
  uses: operationsWith("delete_operation"),
  input: callInput(),
  run: (input, context) => callAs("delete_operation", input, context),
});

type CallTool = (typeof callerOf)[Effect];

interface CallInput {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly cursor?: string | undefined;
}

function callInput() {
  return {
    operation: z.string().min(1).max(500).describe("Operation id"),
    arguments: z.looseObject({}).default({}).describe("The operation's arguments by name"),
  };
}

function operationsWith(tool: CallTool) {
  return operationEntries().flatMap(({ operation }) => (callerOf[operation.effect] === tool ? [operation] : []));
}

async function callAs(tool: CallTool, input: CallInput, context: ToolContext): Promise<ToolAnswer> {
  const entry = operationNamed(input.operation);
  if (entry === undefined) throw new ToolError(unknownOperation(input.operation));
  const { id, effect } = entry.operation;
  const right = callerOf[effect];
  if (right !== tool) {
    throw new ToolError(`${id} was not called: its effect is "${effect}". Call ${right} with the same arguments.`);
  }
  return callOperation(entry, input.arguments, context, input.cursor);
}

function unknownOperation(id: string): string {
  const shown = JSON.stringify(id.slice(0, 80));
  const similar = searchOperations(id, 4).map(({ operation }) => operation.id);
  const closest = closestOperationId(id);
  const ids = [...new Set([...(closest === undefined ? [] : [closest]), ...similar])].slice(0, 4);
  return ids.length === 0
    ? `There is no operation ${shown}. find_operations searches them by what they do.`
    : `There is no operation ${shown}. The closest: ${ids.join(", ")}. find_operations shows their arguments.`;
}

function foundText(task: string): string {
  const found = searchOperations(task, mostFound);
  if (found.length === 0) {
    const nouns = [...new Set(operationEntries().map(({ group }) => group))];
    return `No operation matches these words. Try others; there are operations on ${nouns.join(", ")}.`;
  }
  const lines = found.map(({ operation }) => `${headline(operation)}\n  ${signatureOf(operation)}`);
  return `${lines.join("\n")}\nAn operation id as the task gives its arguments in detail.`;
}

function detailText({ operation }: ContractEntry): string {
  const description = operation.description === undefined ? [] : [operation.description];
  const lines = argumentLines(operation);
  const input = lines.length === 0 ? ["It takes no arguments."] : ["Arguments:", ...lines];
  return [headline(operation), ...description, ...input].join("\n");
}

function headline(operation: ContractEntry["operation"]): string {
  return `${operation.id} (${operation.effect}; ${callerOf[operation.effect]}): ${operation.summary}`;
}
