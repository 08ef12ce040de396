import type { CallToolRequestParams, CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import type { ConfirmPolicy } from "../tools/confirmable-entries.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { Surface } from "../tools/surface.ts";
import type { Tool, ToolContext } from "../tools/tool.ts";
import type { Asking } from "./confirmation/confirm-call.ts";
import { tooLong } from "./largest-answer.ts";
import type { Log } from "./log.ts";
import type { Client } from "./request-scope.ts";

export interface CallEnvironment extends Omit<ToolContext, "client"> {
  /** Which calls a person is asked about first, and how; absent where nobody ever is. */
  readonly confirming?: { readonly policy: ConfirmPolicy; readonly asking: Asking };
  readonly registry: ToolRegistry;
  readonly surface: Surface;
  readonly client: () => Promise<Client>;
  readonly log: Log;
}

type CallParams = Pick<CallToolRequestParams, "name" | "arguments">;

/**
 * Calls a tool by name. A tool that is not listed, wrong arguments and failures are answers with `isError` that say
 * what to do next; nothing but a cancelled call rejects. Validation and presentation load with the first call.
 */
export async function callTool(
  params: CallParams,
  environment: CallEnvironment,
): Promise<CallToolResult | InputRequiredResult> {
  const result = await answerCall(params, environment);
  if (!("content" in result)) return result;
  const { content, isError } = result as CallToolResult;
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  const problem = await tooLong(texts, environment.answerTokens, isError === true ? "failed" : "done");
  return problem === undefined ? result : failure(`${params.name}: ${problem}`);
}

async function answerCall(
  params: CallParams,
  environment: CallEnvironment,
): Promise<CallToolResult | InputRequiredResult> {
  const { name } = params;
  const { registry, surface, signal, log } = environment;
  try {
    const reason = surface.hidden(name);
    const tool = reason === undefined ? await registry.load(name) : undefined;
    if (tool === undefined) {
      const { explainHidden } = await import("../tools/present/hidden-tool.ts");
      return failure(explainHidden(name, reason ?? "unknown", surface));
    }
    return await run(tool, params.arguments, environment);
  } catch (error) {
    if (signal.aborted) throw error;
    const { explainError } = await import("../tools/present/error.ts");
    return failure(explainError(error, (details) => log("error", `${name}: ${details}`)));
  }
}

async function run(
  tool: Tool,
  given: CallParams["arguments"],
  environment: CallEnvironment,
): Promise<CallToolResult | InputRequiredResult> {
  const { answerTokens, signal, progress, surface, confirming } = environment;
  const { parseToolCall } = await import("../tools/tool-arguments.ts");
  const { checked, confirmation } = parseToolCall(tool, given);
  if (!checked.ok) return failure(`${tool.name} was not called.\n${checked.problem}`);
  const [{ plannedCall }, { refusalOf }] = await Promise.all([
    import("../tools/planned.ts"),
    import("../tools/operation-limits.ts"),
  ]);
  const { operation, reach } = await plannedCall(tool, checked.parsed);
  const refusal = operation === undefined ? undefined : refusalOf(operation, reach, surface.limits);
  // Before anybody is asked about what will not be done.
  if (refusal !== undefined) return failure(refusal);
  const client = await environment.client();
  signal.throwIfAborted();
  const { emptyDesk } = environment;
  const lacks = (id: string) => surface.lacks.has(id);
  const context = { client, signal, answerTokens, progress, lacks, emptyDesk };
  if (confirming !== undefined) {
    const { questionBefore } = await import("../tools/confirmation.ts");
    const question = await questionBefore(tool, checked.parsed, context, { policy: confirming.policy, reach });
    const { confirm } = await import("./confirmation/confirm-call.ts");
    const proposal = { tool: tool.name, input: checked.parsed, confirmation };
    const instead = question === undefined ? undefined : await confirm({ ...proposal, question }, confirming.asking);
    if (instead !== undefined) return instead;
  }
  const { text } = await tool.run(checked.parsed, context);
  return { content: [{ type: "text", text }] };
}

const failure = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });
