import type {
  CallToolRequestParams,
  CallToolResult,
  ClientCapabilities,
  InputRequiredResult,
  ServerContext,
} from "@modelcontextprotocol/server";
import type { ConfirmPolicy } from "../tools/confirmable-entries.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { Surface } from "../tools/surface.ts";
import type { ToolContext } from "../tools/tool.ts";
import { callTool } from "./call-tool.ts";
import type { ConfirmationStore } from "./confirmation/confirmation-store.ts";
import { Confirmations } from "./confirmation/confirmations.ts";
import type { Log } from "./log.ts";
import type { CallFacts, Observation, Verdict } from "./observation/observation.ts";
import { type Client, scopeOf } from "./request-scope.ts";
import type { ResourceWatches } from "./resource-watches.ts";

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
export interface AskedCall extends Pick<CallFacts, "id" | "signal" | "traceParent"> {
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
export interface CallScope {
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
      const call = () => callTool(params, { ...environment, ...(confirming && { confirming }) });
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
      import("../tools/limited-client.ts"),
      import("../tools/operation-limits.ts"),
      client(),
    ]);
    return limitedClient(whole, (id, reach) => refusalOf(id, reach, limits));
  };
}
