import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { PromptContext, ToolOutcome } from "../../prompts/prompt.ts";
import type { ToolContext } from "../../resolve/context.ts";
import { plainId } from "../../tools/operation-names.ts";
import type { Surface } from "../../tools/surface.ts";
import type { ToolRegistry } from "../../tools/tool.ts";
import type { Log } from "../log.ts";
import type { Client } from "../request-scope.ts";
import { progressReporter } from "./notifications.ts";
import type { Responder } from "./responder.ts";

interface PromptEnvironment {
  readonly registry: ToolRegistry;
  readonly surface: Surface;
  readonly client: () => Promise<Client>;
  /** The most tokens one prompt may cost. */
  readonly answerTokens: number;
  readonly log: Log;
}

/** Answers requests about prompts, which are loaded with the first one. */
export function servePrompts(
  server: Server,
  respond: Responder,
  environmentFor: (context: ServerContext) => PromptEnvironment,
): void {
  server.setRequestHandler("prompts/list", async () => {
    const { listPrompts } = await import("../../prompts/prompts.ts");
    return { prompts: listPrompts() };
  });

  server.setRequestHandler("prompts/get", async ({ params }, context) => {
    const { getPrompt, isPrompt } = await import("../../prompts/prompts.ts");
    const write = async () => {
      const progress = progressReporter(context.mcpReq);
      const { reportViolations } = await import("../../tools/contract-violations.ts");
      const environment = environmentFor(context);
      const { signal } = context.mcpReq;
      const prompt = await reportViolations({ client: await environment.client(), signal }, async ({ client }) => {
        const promptEnvironment = await promptContext(
          { ...environment, client: async () => client },
          signal,
          progress.report,
        );
        return getPrompt(params.name, params.arguments ?? {}, promptEnvironment);
      });
      await progress.delivered();
      return prompt;
    };
    const name = isPrompt(params.name) ? params.name : "unknown";
    return respond({ method: "prompts/get", name }, context, write, ({ messages }) =>
      messages.flatMap(({ content }) => (content.type === "text" ? [content.text] : [])),
    );
  });
}

/** What prompts are written with: the tools of this surface, as their agent will have them. */
export async function promptContext(
  environment: PromptEnvironment,
  signal: AbortSignal,
  progress: PromptContext["progress"],
): Promise<PromptContext> {
  return {
    client: await environment.client(),
    signal,
    answerTokens: environment.answerTokens,
    progress,
    has: (tool) => environment.surface.hidden(tool) === undefined,
    may: (tool) => !isOutOfReach(tool, environment.surface),
    callTool: (tool, args, tokens) => runTool(tool, args, { ...environment, answerTokens: tokens }, signal),
  };
}

/** Whether nothing can do what a tool does: it is beyond the limit, or all its operations are excluded. */
function isOutOfReach(tool: string, surface: Surface): boolean {
  const reason = surface.hidden(tool);
  if (reason === "read_only" || reason === "propose_only") return true;
  const { operation, writes = [] } = surface.entries.find(({ definition }) => definition.name === tool) ?? {};
  const own = [...(operation === undefined ? [] : [operation]), ...writes];
  return own.length > 0 && own.every((id) => surface.limits.excluded.has(plainId(id)));
}

/** The answer of a listed read-only tool, as a host would receive it. */
async function runTool(
  name: string,
  args: Parameters<PromptContext["callTool"]>[1],
  { registry, surface, client, answerTokens, log }: PromptEnvironment,
  signal: AbortSignal,
): Promise<ToolOutcome> {
  try {
    const entry = surface.listed.find(({ definition }) => definition.name === name);
    const tool = entry?.limit === "read" ? await registry.load(name) : undefined;
    if (tool === undefined) throw new Error(`a prompt called ${name}, which is not listed or changes something`);
    const [{ parseToolArguments }, { plannedCall }, { findRefusal }] = await Promise.all([
      import("../../tools/arguments.ts"),
      import("../../tools/tool.ts"),
      import("../../tools/operation-limits.ts"),
    ]);
    const checked = parseToolArguments(tool, args);
    if (!checked.ok) throw new Error(`a prompt called ${name} with invalid arguments: ${checked.problem}`);
    const { operation, reach } = await plannedCall(tool, checked.parsed);
    const refusal = operation === undefined ? undefined : findRefusal(operation, reach, surface.limits);
    if (refusal !== undefined) return { text: refusal, failed: true };
    const context = { client: await client(), signal, answerTokens, progress() {} };
    return { text: (await tool.run(checked.parsed, context)).text, failed: false };
  } catch (error) {
    if (signal.aborted) throw error;
    const { explainError } = await import("../../present/explain-error.ts");
    return { text: explainError(error, (details) => log("error", `${name}: ${details}`)), failed: true };
  }
}

/** Completes a prompt's argument or a resource template's variable from its beginning. */
export function serveCompletion(
  server: Server,
  respond: Responder,
  clientFor: (context: ServerContext) => () => Promise<Client>,
): void {
  server.setRequestHandler("completion/complete", async ({ params }, context) => {
    const { ref, argument } = params;
    const others = params.context?.arguments ?? {};
    const withToolContext = async <Result>(
      complete: (toolContext: Pick<ToolContext, "client" | "signal">) => Promise<Result>,
    ) => {
      const { reportViolations } = await import("../../tools/contract-violations.ts");
      return reportViolations({ client: await clientFor(context)(), signal: context.mcpReq.signal }, complete);
    };
    const method = "completion/complete";
    if (ref.type === "ref/prompt") {
      const { completePromptArgument, isPrompt } = await import("../../prompts/prompts.ts");
      return respond({ method, name: isPrompt(ref.name) ? ref.name : "unknown" }, context, async () => ({
        completion: {
          ...(await withToolContext((toolContext) => completePromptArgument(ref.name, argument, others, toolContext))),
        },
      }));
    }
    const { completeVariable, findTemplateFamilyName } = await import("../../resources/resources.ts");
    return respond({ method, name: findTemplateFamilyName(ref.uri) ?? "unknown" }, context, async () => ({
      completion: {
        ...(await withToolContext((toolContext) => completeVariable(ref.uri, argument, others, toolContext))),
      },
    }));
  });
}
