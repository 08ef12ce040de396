import { z } from "zod";
import { quotedExcerpt } from "../../client/excerpt.ts";
import { areas } from "../../contract/areas.ts";
import type { ContractEntry } from "../../contract/index.ts";
import { loadOperation, type OperationSummary } from "../../contract/load.ts";
import type { Effect } from "../../contract/operation.ts";
import { computeReach } from "../../contract/reach.ts";
import { cut } from "../../present/budget.ts";
import { decodeCursor, encodeCursor } from "../../present/listing.ts";
import { ToolError } from "../../present/tool-error.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { parseArguments } from "../arguments.ts";
import { defineTool, named, type Planned } from "../tool.ts";
import { argumentLines, argumentSchema, formatSignature, resolveParameters } from "./arguments.ts";
import { callOperation, operationConsequence } from "./call.ts";
import { closestOperationId, operationNamed, toolByEffect } from "./lookup.ts";

const maxFound = 8;

/** Additional matches considered, to replace those that the service lacks. */
const maxLacking = 24;

/** Matches shown with their arguments: usually the first is meant. */
const maxWithSignature = 3;

export const findOperations = defineTool({
  name: "find_operations",
  title: "Find operations",
  description:
    "Search all operations for what no other tool does, such as restoring a space. Returns ids, arguments and the tool that calls each; for an id, its arguments in detail.",
  toolset: "default",
  uses: [],
  input: {
    task: z.string().min(1).max(500).describe('In words ("invite a member"), or an operation id'),
    cursor: named.cursor,
  },
  async run({ task, cursor }, { answerTokens, lacks = () => false }): Promise<ToolResult> {
    const exact = operationNamed(task.trim());
    const text =
      exact === undefined
        ? await matchesText(task, lacks)
        : `${detailText(await loadOperation(exact))}${lacks(exact.id) ? `\n${lackingNote}` : ""}`;
    const [start] = cursor === undefined ? [0] : decodeCursor(cursor, [task], [0]);
    const more = (includedChars: number) =>
      `Cut to the answer budget. The same task with "cursor": "${encodeCursor([task], [start + includedChars])}" continues.`;
    return { text: cut(text.slice(start), answerTokens, more).text };
  },
});

export const readOperation = defineTool({
  name: "read_operation",
  title: "Read with an operation",
  description: "Call an operation that only reads. find_operations shows its arguments.",
  toolset: "default",
  effect: "read",
  uses: [],
  input: {
    ...callInput(),
    fields: z.string().max(2000).optional().describe('Only these members: "title, user.email"'),
    cursor: named.cursor,
  },
  plan: (input) => planCall("read_operation", input),
  run: (input, context) => callAs("read_operation", input, context),
});

export const writeOperation = defineTool({
  name: "write_operation",
  title: "Create, update or run with an operation",
  description:
    "Call an operation that changes something. find_operations shows its arguments. To edit pages use edit_page or write_pages.",
  toolset: "default",
  effect: "run",
  uses: [],
  input: callInput(),
  plan: (input) => planCall("write_operation", input),
  consequence: describeConsequence,
  run: (input, context) => callAs("write_operation", input, context),
});

export const deleteOperation = defineTool({
  name: "delete_operation",
  title: "Delete with an operation",
  description: "Call an operation that deletes something. find_operations shows its arguments.",
  toolset: "default",
  effect: "delete",
  uses: [],
  input: callInput(),
  plan: (input) => planCall("delete_operation", input),
  consequence: describeConsequence,
  run: (input, context) => callAs("delete_operation", input, context),
});

type CallTool = (typeof toolByEffect)[Effect];

interface CallInput {
  readonly operation: string;
  readonly arguments: Readonly<Record<string, unknown>>;
  readonly cursor?: string | undefined;
  readonly fields?: string | undefined;
}

function callInput() {
  return {
    operation: z.string().min(1).max(500).describe("Operation id"),
    arguments: z.looseObject({}).default({}).describe("Its arguments by name"),
  };
}

/** A call that its tool will refuse reaches nothing and requires no confirmation. */
async function planCall(tool: CallTool, { operation, arguments: args }: CallInput): Promise<Planned> {
  const summary = operationNamed(operation);
  if (summary === undefined) return { reach: "reads" };
  const entry = await loadOperation(summary);
  const checked = parseArguments(argumentSchema(entry.operation), args);
  const reach = checked.ok ? computeReach(entry.operation.reach, checked.sent) : "reads";
  const refusal = wrongToolFor(summary, tool);
  return { operation: summary.id, reach, ...(refusal === undefined ? {} : { refusal }) };
}

function wrongToolFor({ id, effect }: Pick<OperationSummary, "id" | "effect">, tool: CallTool): string | undefined {
  const right = toolByEffect[effect];
  if (right === tool) return undefined;
  return `${id} was not called: its effect is "${effect}". Call ${right} with the same arguments.`;
}

async function describeConsequence(
  { operation, arguments: args }: CallInput,
  context: ToolContext,
): Promise<string | undefined> {
  const summary = operationNamed(operation);
  if (summary === undefined) return undefined;
  const entry = await loadOperation(summary);
  const checked = parseArguments(argumentSchema(entry.operation), args);
  if (!checked.ok) return undefined;
  return operationConsequence(entry, await resolveParameters(entry.operation, checked.sent, context), context);
}

async function callAs(tool: CallTool, input: CallInput, context: ToolContext): Promise<ToolResult> {
  const { cursor, fields } = input;
  const summary = operationNamed(input.operation);
  if (summary === undefined) throw new ToolError(await unknownOperation(input.operation));
  const refusal = wrongToolFor(summary, tool);
  if (refusal !== undefined) throw new ToolError(refusal);
  return callOperation(await loadOperation(summary), input.arguments, context, { cursor, fields: namesIn(fields) });
}

/** Names between commas or spaces; undefined if there are none. */
function namesIn(fields = ""): readonly string[] | undefined {
  const names = fields.split(/[\s,]+/).filter((name) => name !== "");
  return names.length === 0 ? undefined : names;
}

async function unknownOperation(id: string): Promise<string> {
  const { searchOperations } = await import("./search.ts");
  const shown = quotedExcerpt(id, 80);
  const similar = searchOperations(id, 4).map(({ operation }) => operation.id);
  const closest = closestOperationId(id);
  const ids = [...new Set([...(closest === undefined ? [] : [closest]), ...similar])].slice(0, 4);
  return ids.length === 0
    ? `There is no operation ${shown}. find_operations searches them by what they do.`
    : `There is no operation ${shown}. The closest: ${ids.join(", ")}. find_operations shows their arguments.`;
}

const lackingNote = "The embedded platform, which is used here, does not implement it yet.";

async function matchesText(task: string, lacks: (id: string) => boolean): Promise<string> {
  const { searchOperations } = await import("./search.ts");
  const matches = searchOperations(task, maxFound + maxLacking);
  const found = matches.filter(({ operation }) => !lacks(operation.id)).slice(0, maxFound);
  if (found.length === 0 && matches.length > 0) {
    const ids = matches.slice(0, maxWithSignature).map(({ operation }) => operation.id);
    return `Nothing that the embedded platform implements matches. On other services: ${ids.join(", ")}.`;
  }
  if (found.length === 0) {
    return `No operation matches these words. Try others; there are operations on ${Object.keys(areas).join(", ")}.`;
  }
  const lines = found.map(({ operation }, at) => {
    const head = headline(operation);
    return at < maxWithSignature ? `${head}\n  ${formatSignature(operation, withoutPaging(operation))}` : head;
  });
  return `${lines.join("\n")}\nFor the arguments of one in detail: its id as the task.`;
}

/** There are many lists, and all accept the same arguments. */
const withoutPaging = ({ query }: ContractEntry["operation"]): readonly string[] =>
  "page" in query && "limit" in query ? ["page", "limit"] : [];

const detailTexts = new WeakMap<ContractEntry["operation"], string>();

/** The result is always the same, and takes long to compute. */
function detailText({ operation }: ContractEntry): string {
  const known = detailTexts.get(operation) ?? describe(operation);
  detailTexts.set(operation, known);
  return known;
}

function describe(operation: ContractEntry["operation"]): string {
  const description = operation.description === undefined ? [] : [operation.description];
  const lines = argumentLines(operation);
  const input = lines.length === 0 ? ["It takes no arguments."] : ["Arguments:", ...lines];
  return [headline(operation), ...description, ...input].join("\n");
}

function headline(operation: ContractEntry["operation"]): string {
  return `${operation.id} (${toolByEffect[operation.effect]}): ${operation.summary}`;
}
