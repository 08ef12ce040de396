import {
  ProtocolError,
  ProtocolErrorCode,
  ResourceNotFoundError,
  type Server,
  type ServerContext,
} from "@modelcontextprotocol/server";
import type { ResourceContext, ToolTexts } from "../../resources/resource.ts";
import type { Client } from "../request-scope.ts";
import {
  maxConcurrentWatches,
  type ResourceWatch,
  type ResourceWatches,
  type Watcher,
} from "../watches/resource-watches.ts";
import type { Responder } from "./responder.ts";

interface ResourceEnvironment {
  readonly era: "legacy" | "modern";
  readonly respond: Responder;
  readonly client: (context: ServerContext) => () => Promise<Client>;
  readonly watcher: (context: ServerContext) => Watcher | undefined;
  readonly watches: ResourceWatches;
  /** The most tokens one resource may cost. */
  readonly answerTokens: number;
}

/** Answers requests about resources, which are loaded with the first one. */
export function serveResources(server: Server, environment: ResourceEnvironment): void {
  const { era, respond, client, watcher, watches, answerTokens } = environment;
  const reading = async <Read>(context: ServerContext, read: (readContext: ResourceContext) => Promise<Read>) => {
    const { reportViolations } = await import("../../tools/contract-violations.ts");
    return reportViolations({ client: await client(context)(), signal: context.mcpReq.signal }, async (clientContext) =>
      read(await resourceContext(context, async () => clientContext.client, answerTokens)),
    );
  };
  // The newer protocol subscribes by `subscriptions/listen`, which the transport handles.
  const subscriptions = era === "legacy" ? serveResourceSubscriptions(server, watches, watcher) : undefined;

  server.setRequestHandler("resources/templates/list", async () => {
    const { resourceTemplates } = await import("../../resources/resources.ts");
    return { resourceTemplates: [...resourceTemplates] };
  });

  server.setRequestHandler("resources/list", async (request, context) => {
    const { listResources } = await import("../../resources/resources.ts");
    return respond({ method: "resources/list" }, context, async () => {
      const listed = await reading(context, (readContext) => listResources(request.params?.cursor, readContext));
      await subscriptions?.listed(context);
      return listed;
    });
  });

  server.setRequestHandler("resources/read", async (request, context) => {
    const { findFamilyName, readResource } = await import("../../resources/resources.ts");
    const { uri } = request.params;
    return respond(
      { method: "resources/read", name: findFamilyName(uri) ?? "unknown" },
      context,
      async () => ({ contents: [await reading(context, (readContext) => readResource(uri, readContext))] }),
      ({ contents }) => contents.map(({ text }) => text),
    );
  });
}

/** Tokens of the fence and the line above it. */
const tokensAroundText = 150;

/** What reading resources needs, for one request. */
export async function resourceContext(
  { mcpReq }: Pick<ServerContext, "mcpReq">,
  client: () => Promise<Client>,
  answerTokens: number,
): Promise<ResourceContext> {
  const [{ fence }, { cut }] = await Promise.all([import("../../present/fence.ts"), import("../../present/budget.ts")]);
  const clientContext = { client: await client(), signal: mcpReq.signal };
  return {
    ...clientContext,
    answerTokens,
    present: (text, { title, continuation }) =>
      fence(cut(text, answerTokens - tokensAroundText, continuation).text, { title }),
    tools: toolTexts(clientContext),
  };
}

/** Members shared by all answers. */
const whole = { page: undefined, revisions: undefined, cursor: undefined };

function toolTexts(clientContext: Pick<ResourceContext, "client" | "signal">): ToolTexts {
  const within = (answerTokens: number) => ({ ...clientContext, answerTokens, progress() {} });
  return {
    async showChanges(space, change_request, tokens) {
      const { showChanges } = await import("../../tools/catalog/show-changes.ts");
      return readText(showChanges.run({ space, change_request, status: "open", ...whole }, within(tokens)));
    },
    async showOpenapiSpec(organization, name, tokens) {
      const { showOrganization } = await import("../../tools/catalog/show-organization.ts");
      return readText(showOrganization.run({ about: "openapi_specs", name, organization, ...whole }, within(tokens)));
    },
    async showIssueCluster(organization, cluster, tokens) {
      const { listIssueClusters } = await import("../../tools/catalog/list-issue-clusters.ts");
      const input = {
        organization,
        cluster,
        order_by: "updatedAt",
        include_muted: true,
        conversation: undefined,
        days: undefined,
        ...whole,
      } as const;
      return readText(listIssueClusters.run(input, within(tokens)));
    },
  };
}

async function readText(result: Promise<{ readonly text: string }>): Promise<string> {
  const { ToolError } = await import("../../present/tool-error.ts");
  const { text } = await result.catch((error: unknown) => {
    throw error instanceof ToolError ? new ProtocolError(ProtocolErrorCode.InternalError, error.message) : error;
  });
  return text;
}

interface ResourceSubscriptions {
  /** The host has read the list of resources, so from now on it is notified of changes. */
  listed(context: ServerContext): Promise<void>;
}

/**
 * `resources/subscribe` and `resources/unsubscribe` of the 2025 era. A subscription belongs to one connection, has the
 * rights of the request that made it, and ends with the connection.
 */
function serveResourceSubscriptions(
  server: Server,
  watches: ResourceWatches,
  watcherFor: (context: ServerContext) => Watcher | undefined,
): ResourceSubscriptions {
  const own = new Map<string, ResourceWatch>();
  let list: ResourceWatch | undefined;

  server.setRequestHandler("resources/subscribe", async ({ params: { uri } }, context) => {
    if (own.has(uri)) return {};
    // A host that has disconnected needs no notification.
    const changed = () => void server.sendResourceUpdated({ uri }).catch(() => {});
    const watch = own.size < maxConcurrentWatches ? watches.watch(uri, watcherFor(context), changed) : undefined;
    if (watch === undefined) {
      const message = "Too many resources are subscribed to: unsubscribe from some first.";
      throw new ProtocolError(ProtocolErrorCode.InvalidRequest, message);
    }
    own.set(uri, watch);
    if (await watch.exists) return {};
    end(uri);
    throw new ResourceNotFoundError(uri);
  });

  server.setRequestHandler("resources/unsubscribe", ({ params: { uri } }) => {
    end(uri);
    return {};
  });

  const end = (uri: string): void => {
    own.get(uri)?.end();
    own.delete(uri);
  };
  const closed = server.onclose;
  server.onclose = () => {
    for (const uri of [...own.keys()]) end(uri);
    list?.end();
    closed?.();
  };

  return {
    async listed(context) {
      list ??= watches.watchList(watcherFor(context), () => void server.sendResourceListChanged().catch(() => {}));
      await list?.exists;
    },
  };
}
