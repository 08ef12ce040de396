import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ListToolsResult,
  type McpRequestContext,
  type McpServerFactory,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import { createToolCalls, type ToolCalls, type ToolCallsOptions } from "./calls/tool-calls.ts";
import { capabilities, instructionsWith, listDefinitions, serverInfo } from "./introduction.ts";
import { withPlainCalls } from "./plain-calls/connection-calls.ts";
import type { PlainCalls } from "./plain-calls/plain-calls.ts";
import { onFailedQuestion, withProtocolErrorCodes } from "./protocol-errors.ts";
import { findRequestScope } from "./request-scope.ts";
import { canReadRules, readHouseRules } from "./requests/house-rules.ts";
import { progressReporter, serveHostLog } from "./requests/notifications.ts";
import { serveCompletion, servePrompts } from "./requests/prompts.ts";
import { serveResources } from "./requests/resources.ts";
import { callFacts, createResponder } from "./requests/responder.ts";
import { createResourceWatches, type ResourceWatches } from "./watches/resource-watches.ts";

export interface ServerFactoryOptions extends Omit<ToolCallsOptions, "watches"> {
  /** What hosts subscribe to; the same object as for the transports. */
  readonly watches?: ResourceWatches;
  /** Performs the calls; created from the other options if left out. */
  readonly toolCalls?: ToolCalls;
  /** Responds to plain calls on connections; if left out, the server performs all. */
  readonly plainCalls?: PlainCalls;
  readonly version: string;
}

/** The SDK's type omits these keys. */
type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };

/** For what changes only with the process; private, since it depends on the caller. Milliseconds. */
const lasting = { ttlMs: 300_000, cacheScope: "private" } as const;

/** For what may change at any time. */
const changing = { ttlMs: 0, cacheScope: "private" } as const;

const cacheHints = {
  "server/discover": lasting,
  "tools/list": lasting,
  "prompts/list": lasting,
  "resources/templates/list": lasting,
  "resources/list": changing,
  "resources/read": changing,
};

/** Creates a protocol server for each connection or request. Nothing loads until a tool or a resource is used. */
export function createServerFactory(options: ServerFactoryOptions): McpServerFactory {
  const { registry, client, answerTokens, observation, plainCalls, version, log } = options;
  const answering = createResponder({ observation, answerTokens, log });
  const watches = options.watches ?? createResourceWatches({ client });

  const toolCalls = options.toolCalls ?? createToolCalls({ ...options, watches });
  const scopeFor = (context: ServerContext) => toolCalls.getCallScope(context.http?.req);

  const build = ({ era, requestInfo }: McpRequestContext, rules: string | undefined): Server => {
    const server = new Server(serverInfo(version), {
      capabilities,
      instructions: instructionsWith(rules),
      // Ten minutes, since a person needs time to read.
      inputRequired: { roundTimeoutMs: 600_000 },
      cacheHints,
    });
    const logToHost = serveHostLog(server, era);
    let canAsk = true;
    onFailedQuestion(server, () => {
      canAsk = false;
    });

    server.setRequestHandler("tools/list", (_request, context) => ({
      // The same JSON; only the protocol's type is mutable.
      tools: listDefinitions(scopeFor(context).surface) as unknown as ListToolsResult["tools"],
    }));

    server.setRequestHandler("tools/call", async (request, context) => {
      const began = performance.now();
      const progress = progressReporter(context.mcpReq);
      const capabilities =
        era === "legacy"
          ? server.getClientCapabilities()
          : (context.mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
      const result = await toolCalls.call(request.params, {
        ...callFacts(context),
        http: context.http?.req,
        progress: progress.report,
        host: { capabilities: canAsk ? capabilities : undefined, request: context.mcpReq },
      });
      await progress.delivered();
      const milliseconds = Math.round(performance.now() - began);
      const failed = "isError" in result && result.isError === true;
      logToHost(context, failed ? "warning" : "info", { tool: request.params.name, milliseconds, failed });
      return result;
    });

    serveResources(server, {
      era,
      respond: answering,
      client: (context) => scopeFor(context).client,
      watcher: (context) => findRequestScope(context.http?.req),
      watches,
      answerTokens,
    });
    servePrompts(server, answering, (context) => ({ ...scopeFor(context), registry, answerTokens, log }));
    serveCompletion(server, answering, (context) => scopeFor(context).client);

    withProtocolErrorCodes(server, era);
    // A request of 2026 has a server of its own, which receives only what is no plain call.
    const isConnection = era === "legacy" || requestInfo === undefined;
    return plainCalls && isConnection ? withPlainCalls(server, { plainCalls, era, log }) : server;
  };

  return (context) => {
    if (!canReadRules(context)) return build(context, undefined);
    return readHouseRules(toolCalls.getCallScope(context.requestInfo).client).then((rules) => build(context, rules));
  };
}
