import {
  type CallToolResult,
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type InputRequiredResult,
  type ListToolsResult,
  type McpRequestContext,
  type McpServerFactory,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ConfirmPolicy } from "../tools/confirmable-entries.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { Surface } from "../tools/surface.ts";
import { callFacts, createAnswering } from "./answering.ts";
import { callTool } from "./call-tool.ts";
import { answerCompletion } from "./completion.ts";
import type { ConfirmationStore } from "./confirmation/confirmation-store.ts";
import { Confirmations } from "./confirmation/confirmations.ts";
import { withProtocolErrorCodes } from "./error-codes.ts";
import { serveHostLog } from "./host-log.ts";
import { canReadRules, readHouseRules } from "./house-rules.ts";
import { capabilities, definitionsOf, instructions, serverInfo } from "./introduction.ts";
import type { Log } from "./log.ts";
import type { Observation, Verdict } from "./observation/observation.ts";
import { progressReporter } from "./progress.ts";
import { answerPrompts } from "./prompts.ts";
import { type Client, scopeOf } from "./request-scope.ts";
import { createResourceWatches, type ResourceWatches } from "./resource-watches.ts";
import { answerResources } from "./resources.ts";

export interface ServerFactoryOptions {
  readonly registry: ToolRegistry;
  /** What the process lists. One HTTP request may list less. */
  readonly surface: Surface;
  /** The process's own client, made when it is first needed. */
  readonly client: () => Promise<Client>;
  /** The most tokens one answer may cost. */
  readonly answerTokens: number;
  /** Which calls a person is asked about first. */
  readonly confirmPolicy: ConfirmPolicy;
  /** Where confirmations are kept; this process's memory when left out. */
  readonly confirmationStore?: ConfirmationStore | undefined;
  /** What hosts subscribe to; the transports take the same. */
  readonly watches?: ResourceWatches;
  /** Records requests; left out, nobody does. */
  readonly observation?: Pick<Observation, "observe">;
  readonly version: string;
  readonly log: Log;
}

/** The SDK's type of it leaves out the keys that it carries. */
type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };

/** What changes only with the process; private, since what it holds depends on who asks. Milliseconds. */
const lasting = { ttlMs: 300_000, cacheScope: "private" } as const;
/** What anybody may change at any moment. */
const changing = { ttlMs: 0, cacheScope: "private" } as const;
const cacheHints = {
  "server/discover": lasting,
  "tools/list": lasting,
  "prompts/list": lasting,
  "resources/templates/list": lasting,
  "resources/list": changing,
  "resources/read": changing,
};

/** Makes one protocol server for each connection or request. Nothing is loaded until a tool or a resource is used. */
export function createServerFactory(options: ServerFactoryOptions): McpServerFactory {
  const { registry, client, answerTokens, confirmPolicy, observation, version, log } = options;
  const answering = createAnswering({ observation, log });
  const confirmations = new Confirmations({ store: options.confirmationStore });
  const watches = options.watches ?? createResourceWatches({ client });

  const scopeOfRequest = (request: Request | undefined) => {
    const scope = scopeOf(request);
    const own = scope?.client;
    const surface = scope?.surface ?? options.surface;
    return {
      surface,
      client: limited(own === undefined ? client : () => Promise.resolve(own), surface),
      caller: scope?.principal ?? "process",
    };
  };
  const scopeFor = (context: ServerContext) => scopeOfRequest(context.http?.req);

  const build = ({ era }: McpRequestContext, rules: string): Server => {
    const server = new Server(serverInfo(version), {
      capabilities,
      instructions: rules === "" ? instructions : `${instructions}\n${rules}`,
      // A person takes longer to read than a program to answer: ten minutes.
      inputRequired: { roundTimeoutMs: 600_000 },
      cacheHints,
    });
    const tellHost = serveHostLog(server, era);

    server.setRequestHandler("tools/list", (_request, context) => ({
      // The same JSON in both; the protocol's type has it mutable.
      tools: definitionsOf(scopeFor(context).surface) as unknown as ListToolsResult["tools"],
    }));

    server.setRequestHandler("tools/call", async (request, context) => {
      const { surface, client, caller } = scopeFor(context);
      const started = performance.now();
      const progress = progressReporter(context.mcpReq);
      const capabilities =
        era === "legacy"
          ? server.getClientCapabilities()
          : (context.mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
      const call = () =>
        callTool(request.params, {
          registry,
          surface,
          client,
          answerTokens,
          confirming: {
            policy: confirmPolicy,
            asking: { confirmations, caller, capabilities, request: context.mcpReq },
          },
          log,
          signal: context.mcpReq.signal,
          progress: progress.report,
        });
      const facts = { method: "tools/call", name: request.params.name, ...callFacts(context) } as const;
      const result = await (observation === undefined ? call() : observation.observe(facts, call, verdictOnCall));
      await progress.delivered();
      const milliseconds = Math.round(performance.now() - started);
      const failed = "isError" in result && result.isError === true;
      tellHost(context, failed ? "warning" : "info", { tool: request.params.name, milliseconds, failed });
      if (watches.size > 0 && !isReadOnly(request.params.name)) void watches.look();
      return result;
    });

    answerResources(server, {
      era,
      answering,
      client: (context) => scopeFor(context).client,
      watcher: (context) => scopeOf(context.http?.req),
      watches,
      answerTokens,
    });
    answerPrompts(server, answering, (context) => ({ ...scopeFor(context), registry, answerTokens, log }));
    answerCompletion(server, answering, (context) => scopeFor(context).client);

    return withProtocolErrorCodes(server, era);
  };

  return (context) => {
    if (!canReadRules(context)) return build(context, "");
    return readHouseRules(scopeOfRequest(context.requestInfo).client).then((rules) => build(context, rules));
  };

  function isReadOnly(tool: string): boolean {
    return registry.entries.some(({ definition, readOnly }) => readOnly && definition.name === tool);
  }
}

/** What is recorded of a tool's answer. */
function verdictOnCall(answer: CallToolResult | InputRequiredResult): Verdict {
  if (!("content" in answer)) return { outcome: "asked", texts: [] };
  const { content, isError } = answer as CallToolResult;
  const texts = content.flatMap((part) => (part.type === "text" ? [part.text] : []));
  return { outcome: isError === true ? "error" : "ok", texts };
}

/** What is switched off by name is out of reach of everything that is asked of the server, not of one tool alone. */
function limited(client: () => Promise<Client>, surface: Surface): () => Promise<Client> {
  if (!surface.limitsOperations) return client;
  return async () => {
    const [{ limitedClient }, whole] = await Promise.all([import("../tools/limited-client.ts"), client()]);
    return limitedClient(whole, surface);
  };
}
