import type { CallToolRequestParams, CallToolResult, InputRequiredResult } from "@modelcontextprotocol/server";
import { reaches } from "../../contract/reach.ts";
import type { ToolContext } from "../../resolve/context.ts";
import type { ConfirmPolicy, Surface } from "../../tools/surface.ts";
import type { Tool, ToolRegistry } from "../../tools/tool.ts";
import type { Log } from "../log.ts";
import type { CallFacts, Observation, Verdict } from "../observation/observation.ts";
import { type Client, findRequestScope } from "../request-scope.ts";
import { tooLong } from "../response-limit.ts";
import type { ResourceWatches } from "../watches/resource-watches.ts";
import { getTexts, toCallResult } from "./answer-parts.ts";
import { attributeTo } from "./calling-tool.ts";
import type { Asking } from "./confirm-call.ts";
import { type ConfirmationStore, Confirmations } from "./confirmations.ts";

export interface ToolCallsOptions {
  readonly registry: ToolRegistry;
  /** The tools that the process lists. An HTTP request can list fewer. */
  readonly surface: Surface;
  /** The process's own client, created on first use. */
  readonly client: () => Promise<Client>;
  /** Token limit of one answer. */
  readonly answerTokens: number;
  /** Hint if the process's own caller sees no space; not for others, since it may name folders. */
  readonly noSpacesMessage?: string | undefined;
  /** Which calls require confirmation. */
  readonly confirmPolicy: ConfirmPolicy;
  /** Storage of confirmations; this process's memory if left out. */
  readonly confirmationStore?: ConfirmationStore | undefined;
  /** Checked again after a call that may have changed something. */
  readonly watches: ResourceWatches;
  /** Records calls; if left out, they are not recorded. */
  readonly observation?: Pick<Observation, "observe"> | undefined;
  readonly log: Log;
}

/** One call, as received by its transport. */
interface ReceivedCall extends Pick<CallFacts, "id" | "signal" | "traceParent"> {
  /** Absent over stdio. */
  readonly http: Request | undefined;
  readonly progress: ToolContext["progress"];
  /** How a person is asked before a change; if left out, a call that requires confirmation returns a preview. */
  readonly host?: Pick<Asking, "capabilities" | "request">;
}

/** The caller of a request, and the tools available to it. */
interface CallScope {
  readonly surface: Surface;
  readonly client: () => Promise<Client>;
  /** Whoever the request was authorized for. */
  readonly caller: string;
  readonly noSpacesMessage?: string | undefined;
}

export interface ToolCalls {
  getCallScope(http: Request | undefined): CallScope;
  /** Whether a call of a tool could ask a person, whatever its arguments. */
  mayAsk(tool: string, http: Request | undefined): boolean;
  call(
    params: Pick<CallToolRequestParams, "name" | "arguments">,
    received: ReceivedCall,
  ): Promise<CallToolResult | InputRequiredResult>;
}

/** A host that cannot ask, and a call that brings no answer. */
const noHost: NonNullable<ReceivedCall["host"]> = {
  capabilities: undefined,
  request: { requestState: () => undefined },
};

/** Calls of tools within the caller's limits, recorded and announced. */
export function createToolCalls(options: ToolCallsOptions): ToolCalls {
  const { registry, client, answerTokens, confirmPolicy, watches, observation, log } = options;
  const confirmations = new Confirmations({ store: options.confirmationStore });
  const reachByTool = new Map(registry.entries.map(({ definition, reach }) => [definition.name, reach]));

  const scope = (http: Request | undefined): CallScope => {
    const request = findRequestScope(http);
    const own = request?.client;
    const surface = request?.surface ?? options.surface;
    return {
      surface,
      client: limited(own === undefined ? client : () => Promise.resolve(own), surface),
      caller: request?.principal ?? "process",
      noSpacesMessage: request?.principal === undefined ? options.noSpacesMessage : undefined,
    };
  };

  return {
    getCallScope: scope,
    mayAsk(tool, http) {
      const reach = reachByTool.get(tool);
      if (reach === undefined || confirmPolicy === "never" || scope(http).surface.hidden(tool) !== undefined)
        return false;
      return reaches[reach].asks || (confirmPolicy === "writes" && reach !== "reads");
    },
    async call(params, { http, host = noHost, id, signal, traceParent, progress }) {
      const { surface, client, caller, noSpacesMessage } = scope(http);
      const confirming = { policy: confirmPolicy, asking: { confirmations, caller, ...host } };
      const environment = {
        registry,
        surface,
        client,
        answerTokens,
        noSpacesMessage,
        log,
        signal,
        progress,
        confirming,
      };
      const call = () => callTool(params, environment);
      attributeTo(params.name, signal);
      const facts = { method: "tools/call", name: params.name, id, signal, traceParent } as const;
      const result = await (observation === undefined ? call() : observation.observe(facts, call, verdictOnCall));
      if (watches.size > 0 && reachByTool.get(params.name) !== "reads") void watches.poll();
      return result;
    },
  };
}

/** The recorded part of a tool's answer. */
function verdictOnCall(answer: CallToolResult | InputRequiredResult): Verdict {
  if (!("content" in answer)) return { outcome: "asked", texts: [] };
  const result = answer as CallToolResult;
  return { outcome: result.isError === true ? "error" : "ok", texts: getTexts(result) };
}

/** Limits apply to everything the server does for a request, not to one tool only. */
function limited(client: () => Promise<Client>, { limits }: Surface): () => Promise<Client> {
  if (limits.limit === "all" && limits.excluded.size === 0) return client;
  return async () => {
    const [{ limitedClient }, { findRefusal }, whole] = await Promise.all([
      import("../../tools/operation-limits.ts"),
      import("../../tools/operation-limits.ts"),
      client(),
    ]);
    return limitedClient(whole, (id, reach) => findRefusal(id, reach, limits));
  };
}

interface CallEnvironment extends Omit<ToolContext, "client"> {
  /** Which calls require confirmation, and how; absent if none do. */
  readonly confirming?: { readonly policy: ConfirmPolicy; readonly asking: Asking };
  readonly registry: ToolRegistry;
  readonly surface: Surface;
  readonly client: () => Promise<Client>;
  readonly log: Log;
}

type CallParams = Pick<CallToolRequestParams, "name" | "arguments">;

/**
 * Calls a tool by name. An unlisted tool, invalid arguments and failures return `isError` results that say
 * what to do next; only a cancelled call rejects. Validation and presentation load with the first call.
 */
export async function callTool(
  params: CallParams,
  environment: CallEnvironment,
): Promise<CallToolResult | InputRequiredResult> {
  const result = await answerCall(params, environment);
  if (!("content" in result)) return result;
  const answer = result as CallToolResult;
  const outcome = answer.isError === true ? "failed" : "done";
  const problem = await tooLong(getTexts(answer), environment.answerTokens, outcome);
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
      const { explainHidden } = await import("../../tools/hidden-tool.ts");
      return failure(explainHidden(name, reason ?? "unknown", surface));
    }
    return await run(tool, params.arguments, environment);
  } catch (error) {
    if (signal.aborted) throw error;
    const { explainError } = await import("../../present/explain-error.ts");
    return failure(explainError(error, (details) => log("error", `${name}: ${details}`)));
  }
}

async function run(
  tool: Tool,
  input: CallParams["arguments"],
  environment: CallEnvironment,
): Promise<CallToolResult | InputRequiredResult> {
  const { answerTokens, signal, progress, surface, confirming } = environment;
  const { parseToolCall } = await import("../../tools/arguments.ts");
  const { checked, confirmation } = parseToolCall(tool, input);
  if (!checked.ok) return failure(`${tool.name} was not called.\n${checked.problem}`);
  const [{ plannedCall }, { findRefusal }, { seenNamesFor }] = await Promise.all([
    import("../../tools/tool.ts"),
    import("../../tools/operation-limits.ts"),
    import("../../resolve/seen-names.ts"),
  ]);
  const { operation, reach, ...planned } = await plannedCall(tool, checked.parsed);
  const refusal =
    (operation === undefined ? undefined : findRefusal(operation, reach, surface.limits)) ?? planned.refusal;
  // Before asking for confirmation of something that will be refused.
  if (refusal !== undefined) return failure(refusal);
  const client = await environment.client();
  signal.throwIfAborted();
  const { noSpacesMessage } = environment;
  const lacks = (id: string) => surface.lacks.has(id);
  // Names are resolved again before a change: a name may be ambiguous by now.
  const seenNames = reach === "reads" ? seenNamesFor(client) : undefined;
  const context = { client, signal, answerTokens, progress, lacks, noSpacesMessage, seenNames };
  if (confirming !== undefined) {
    const { questionBefore } = await import("../../tools/confirmation.ts");
    const question = await questionBefore(tool, checked.parsed, context, { policy: confirming.policy, reach });
    const { confirm } = await import("./confirm-call.ts");
    const proposal = { tool: tool.name, input: checked.parsed, confirmation };
    const instead = question === undefined ? undefined : await confirm({ ...proposal, question }, confirming.asking);
    if (instead !== undefined) return instead;
  }
  return toCallResult(await tool.run(checked.parsed, context));
}

const failure = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });
