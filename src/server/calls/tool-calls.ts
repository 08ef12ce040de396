import type {
  CallToolRequestParams,
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from "@modelcontextprotocol/server";
import type { ToolContext } from "../../desk/context.ts";
import type { ConfirmPolicy, Surface } from "../../tools/surface.ts";
import type { Tool, ToolRegistry } from "../../tools/tool.ts";
import { tooLong } from "../largest-answer.ts";
import type { Log } from "../log.ts";
import type { CallFacts, Observation, Verdict } from "../observation/observation.ts";
import { type Client, scopeOf } from "../request-scope.ts";
import type { ResourceWatches } from "../watches/resource-watches.ts";
import type { Asking } from "./confirm-call.ts";
import { type ConfirmationStore, Confirmations } from "./confirmations.ts";
import { asTool } from "./current-tool.ts";

export interface ToolCallsOptions {
  readonly registry: ToolRegistry;
  /** What the process lists. One HTTP request may list less. */
  readonly surface: Surface;
  /** The process's own client, made when it is first needed. */
  readonly client: () => Promise<Client>;
  /** The most tokens one answer may cost. */
  readonly answerTokens: number;
  /** What to say where the process's own caller sees no space; not for others, since it may name folders. */
  readonly emptyDesk?: string | undefined;
  /** Which calls a person is asked about first. */
  readonly confirmPolicy: ConfirmPolicy;
  /** Where confirmations are kept; this process's memory when left out. */
  readonly confirmationStore?: ConfirmationStore | undefined;
  /** Looked at again after a call that may have changed something. */
  readonly watches: ResourceWatches;
  /** Records calls; left out, nobody does. */
  readonly observation?: Pick<Observation, "observe"> | undefined;
  readonly log: Log;
}

/** One call as its transport has it. */
interface AskedCall extends Pick<CallFacts, "id" | "signal" | "traceParent"> {
  /** Absent over stdio. */
  readonly http: Request | undefined;
  readonly progress: ToolContext["progress"];
  /** How a person is asked before something is changed; only a call that reads may come without. */
  readonly host?: {
    readonly capabilities: ClientCapabilities | undefined;
    readonly request: ServerContext["mcpReq"];
  };
}

/** For whom a request acts, and with which tools. */
interface CallScope {
  readonly surface: Surface;
  readonly client: () => Promise<Client>;
  /** Whoever the request was authorized for. */
  readonly caller: string;
  readonly emptyDesk?: string | undefined;
}

export interface ToolCalls {
  scopeOf(http: Request | undefined): CallScope;
  /** Whether a tool is known to change nothing, whatever it is given. */
  onlyReads(tool: string): boolean;
  call(
    params: Pick<CallToolRequestParams, "name" | "arguments">,
    asked: AskedCall,
  ): Promise<CallToolResult | InputRequiredResult>;
}

/** Calls of tools in the scope of whoever asks, recorded and announced. */
export function createToolCalls(options: ToolCallsOptions): ToolCalls {
  const { registry, client, answerTokens, confirmPolicy, watches, observation, log } = options;
  const confirmations = new Confirmations({ store: options.confirmationStore });
  const reading = new Set(
    registry.entries.flatMap(({ definition, limit }) => (limit === "read" ? [definition.name] : [])),
  );

  const scope = (http: Request | undefined): CallScope => {
    const given = scopeOf(http);
    const own = given?.client;
    const surface = given?.surface ?? options.surface;
    return {
      surface,
      client: limited(own === undefined ? client : () => Promise.resolve(own), surface),
      caller: given?.principal ?? "process",
      emptyDesk: given?.principal === undefined ? options.emptyDesk : undefined,
    };
  };

  return {
    scopeOf: scope,
    onlyReads: (tool) => reading.has(tool),
    async call(params, { http, host, id, signal, traceParent, progress }) {
      const { surface, client, caller, emptyDesk } = scope(http);
      const confirming = host && { policy: confirmPolicy, asking: { confirmations, caller, ...host } };
      const environment = { registry, surface, client, answerTokens, emptyDesk, log, signal, progress };
      const call = () =>
        asTool(params.name, () => callTool(params, { ...environment, ...(confirming && { confirming }) }));
      const facts = { method: "tools/call", name: params.name, id, signal, traceParent } as const;
      const result = await (observation === undefined ? call() : observation.observe(facts, call, verdictOnCall));
      if (watches.size > 0 && !reading.has(params.name)) void watches.look();
      return result;
    },
  };
}

/** What is recorded of a tool's answer. */
function verdictOnCall(answer: CallToolResult | InputRequiredResult): Verdict {
  if (!("content" in answer)) return { outcome: "asked", texts: [] };
  const { content, isError } = answer as CallToolResult;
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return { outcome: isError === true ? "error" : "ok", texts };
}

/** What may not be called is out of reach of everything that is asked of the server, not of one tool alone. */
function limited(client: () => Promise<Client>, { limits }: Surface): () => Promise<Client> {
  if (limits.limit === "all" && limits.excluded.size === 0) return client;
  return async () => {
    const [{ limitedClient }, { refusalOf }, whole] = await Promise.all([
      import("../../tools/operation-limits.ts"),
      import("../../tools/operation-limits.ts"),
      client(),
    ]);
    return limitedClient(whole, (id, reach) => refusalOf(id, reach, limits));
  };
}

interface CallEnvironment extends Omit<ToolContext, "client"> {
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
      const { explainHidden } = await import("../../tools/hidden-tool.ts");
      return failure(explainHidden(name, reason ?? "unknown", surface));
    }
    return await run(tool, params.arguments, environment);
  } catch (error) {
    if (signal.aborted) throw error;
    const { explainError } = await import("../../desk/explain-error.ts");
    return failure(explainError(error, (details) => log("error", `${name}: ${details}`)));
  }
}

async function run(
  tool: Tool,
  given: CallParams["arguments"],
  environment: CallEnvironment,
): Promise<CallToolResult | InputRequiredResult> {
  const { answerTokens, signal, progress, surface, confirming } = environment;
  const { parseToolCall } = await import("../../tools/arguments.ts");
  const { checked, confirmation } = parseToolCall(tool, given);
  if (!checked.ok) return failure(`${tool.name} was not called.\n${checked.problem}`);
  const [{ plannedCall }, { refusalOf }, { seenNamesOf }] = await Promise.all([
    import("../../tools/tool.ts"),
    import("../../tools/operation-limits.ts"),
    import("../../desk/resolve/seen-names.ts"),
  ]);
  const { operation, reach } = await plannedCall(tool, checked.parsed);
  const refusal = operation === undefined ? undefined : refusalOf(operation, reach, surface.limits);
  // Before anybody is asked about what will not be done.
  if (refusal !== undefined) return failure(refusal);
  const client = await environment.client();
  signal.throwIfAborted();
  const { emptyDesk } = environment;
  const lacks = (id: string) => surface.lacks.has(id);
  // What changes something is told again what a name means: two may have it by now.
  const seenNames = reach === "reads" ? seenNamesOf(client) : undefined;
  const context = { client, signal, answerTokens, progress, lacks, emptyDesk, seenNames };
  if (confirming !== undefined) {
    const { questionBefore } = await import("../../tools/confirmation.ts");
    const question = await questionBefore(tool, checked.parsed, context, { policy: confirming.policy, reach });
    const { confirm } = await import("./confirm-call.ts");
    const proposal = { tool: tool.name, input: checked.parsed, confirmation };
    const instead = question === undefined ? undefined : await confirm({ ...proposal, question }, confirming.asking);
    if (instead !== undefined) return instead;
  }
  const { text } = await tool.run(checked.parsed, context);
  return { content: [{ type: "text", text }] };
}

const failure = (text: string): CallToolResult => ({ content: [{ type: "text", text }], isError: true });
