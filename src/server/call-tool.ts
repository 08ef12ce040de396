import type { CallToolRequestParams, CallToolResult } from "@modelcontextprotocol/server";
import type { ToolRegistry } from "../tools/registry.ts";
import type { Surface } from "../tools/surface.ts";
import type { Tool, ToolAnswer, ToolContext } from "../tools/tool.ts";
import type { Log } from "./log.ts";
import type { Client } from "./request-scope.ts";

export interface CallEnvironment extends Omit<ToolContext, "client"> {
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
export async function callTool(params: CallParams, environment: CallEnvironment): Promise<CallToolResult> {
  const { name } = params;
  const { registry, surface, signal, log } = environment;
  try {
    const reason = surface.hidden(name);
    const tool = reason === undefined ? await registry.load(name) : undefined;
    if (tool === undefined) {
      const { explainHidden } = await import("../tools/present/hidden-tool.ts");
      return failure(explainHidden(name, reason ?? "unknown", surface));
    }
    const refusal = excludedOperation(params, surface);
    if (refusal !== undefined) return failure(refusal);
    return await run(tool, params.arguments, environment);
  } catch (error) {
    if (signal.aborted) throw error;
    const { explainError } = await import("../tools/present/error.ts");
    return failure(explainError(error, (details) => log("error", `${name}: ${details}`)));
  }
}

async function run(tool: Tool, given: unknown, environment: CallEnvironment): Promise<CallToolResult> {
  const { answerTokens, signal, progress } = environment;
  const { parseToolArguments } = await import("../tools/tool-arguments.ts");
  const checked = parseToolArguments(tool, given);
  if (!checked.ok) return failure(`${tool.name} was not called.\n${checked.problem}`);
  const client = await environment.client();
  signal.throwIfAborted();
  return success(await tool.run(checked.parsed, { client, signal, answerTokens, progress }));
}

/** An operation whose own tool is switched off by name stays off when another tool is told to call it. */
function excludedOperation({ name, arguments: given }: CallParams, surface: Surface): string | undefined {
  const operation = given?.operation;
  if (typeof operation !== "string" || !surface.excludesOperation(operation)) return undefined;
  return `${name} was not called: the operation ${operation} is switched off here (--exclude-tools).`;
}

function success({ text, links = [] }: ToolAnswer): CallToolResult {
  const content = links.map((link) => ({ type: "resource_link" as const, ...link }));
  return { content: [{ type: "text", text }, ...content] };
}

const failure = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });
