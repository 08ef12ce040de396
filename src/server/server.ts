import {
  CLIENT_CAPABILITIES_META_KEY,
  type ClientCapabilities,
  type ListToolsResult,
  type McpServerFactory,
  Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ResourceContext } from "../resources/resource.ts";
import type { ConfirmPolicy } from "../tools/confirmable-entries.ts";
import type { ToolRegistry } from "../tools/registry.ts";
import type { Surface } from "../tools/surface.ts";
import { callTool } from "./call-tool.ts";
import { Confirmations } from "./confirmation/confirmations.ts";
import { capabilities, definitionsOf, instructions, serverInfo } from "./introduction.ts";
import type { Log } from "./log.ts";
import { withEarlierMissingResource } from "./missing-resource.ts";
import { progressReporter } from "./progress.ts";
import { type Client, scopeOf } from "./request-scope.ts";

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
  readonly version: string;
  readonly log: Log;
}

/** The SDK's type of it leaves out the keys that it carries. */
type Envelope = { readonly [CLIENT_CAPABILITIES_META_KEY]?: ClientCapabilities };

/** What the fence and the line above it cost. */
const tokensAroundResource = 150;

/** Lists change only with the process; private, since what they hold depends on who asks. */
const listCaching = { ttlMs: 300_000, cacheScope: "private" } as const;

/** Makes one protocol server for each connection or request. Nothing is loaded until a tool or a resource is used. */
export function createServerFactory(options: ServerFactoryOptions): McpServerFactory {
  const { registry, client, answerTokens, confirmPolicy, version, log } = options;
  const confirmations = new Confirmations();

  const scopeFor = (context: ServerContext) => {
    const scope = scopeOf(context.http?.req);
    const own = scope?.client;
    return {
      surface: scope?.surface ?? options.surface,
      client: own === undefined ? client : () => Promise.resolve(own),
      caller: scope?.principal ?? "process",
    };
  };

  return ({ era }) => {
    const server = new Server(serverInfo(version), {
      capabilities,
      instructions,
      // A person takes longer to read than a program to answer: ten minutes.
      inputRequired: { roundTimeoutMs: 600_000 },
      cacheHints: { "tools/list": listCaching, "resources/templates/list": listCaching },
    });

    server.setRequestHandler("tools/list", (_request, context) => ({
      // The same JSON in both; the protocol's type has it mutable.
      tools: definitionsOf(scopeFor(context).surface) as unknown as ListToolsResult["tools"],
    }));

    server.setRequestHandler("tools/call", async (request, context) => {
      const { surface, client, caller } = scopeFor(context);
      const progress = progressReporter(context.mcpReq);
      const capabilities =
        era === "legacy"
          ? server.getClientCapabilities()
          : (context.mcpReq.envelope as Envelope | undefined)?.[CLIENT_CAPABILITIES_META_KEY];
      const result = await callTool(request.params, {
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
      await progress.delivered();
      return result;
    });

    server.setRequestHandler("resources/templates/list", async () => {
      const { resourceTemplates } = await import("../resources/resources.ts");
      return { resourceTemplates: [...resourceTemplates] };
    });

    server.setRequestHandler("resources/list", async (request, context) => {
      const { listResources } = await import("../resources/resources.ts");
      return listResources(request.params?.cursor, await resourceContext(context));
    });

    server.setRequestHandler("resources/read", async (request, context) => {
      const { readResource } = await import("../resources/resources.ts");
      return { contents: [await readResource(request.params.uri, await resourceContext(context))] };
    });

    return era === "legacy" ? withEarlierMissingResource(server) : server;
  };

  async function resourceContext(context: ServerContext): Promise<ResourceContext> {
    const [{ fence }, { cut }] = await Promise.all([
      import("../tools/present/fence.ts"),
      import("../tools/present/budget.ts"),
    ]);
    return {
      client: await scopeFor(context).client(),
      signal: context.mcpReq.signal,
      present: (text, { title, continuation }) =>
        fence(cut(text, answerTokens - tokensAroundResource, continuation).text, { title }),
    };
  }
}
