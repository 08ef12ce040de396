import type { Server, ServerContext } from "@modelcontextprotocol/server";
import type { ResourceContext } from "../resources/resource.ts";
import type { Answering } from "./answering.ts";
import type { Client } from "./request-scope.ts";
import { resourceContext } from "./resource-context.ts";
import { serveResourceSubscriptions } from "./resource-subscriptions.ts";
import type { ResourceWatches, Watcher } from "./resource-watches.ts";

export interface ResourceEnvironment {
  readonly era: "legacy" | "modern";
  readonly answering: Answering;
  readonly client: (context: ServerContext) => () => Promise<Client>;
  readonly watcher: (context: ServerContext) => Watcher | undefined;
  readonly watches: ResourceWatches;
  /** The most tokens one resource may cost. */
  readonly answerTokens: number;
}

/** Answers what is asked about resources. They are loaded with the first question. */
export function answerResources(server: Server, environment: ResourceEnvironment): void {
  const { era, answering, client, watcher, watches, answerTokens } = environment;
  const reading = async <Read>(context: ServerContext, read: (asked: ResourceContext) => Promise<Read>) => {
    const { tellMisfits } = await import("../tools/misfit-answers.ts");
    return tellMisfits({ client: await client(context)(), signal: context.mcpReq.signal }, async (asked) =>
      read(await resourceContext(context, async () => asked.client, answerTokens)),
    );
  };
  // The newer protocol subscribes by `subscriptions/listen`, which is the transport's.
  const subscriptions = era === "legacy" ? serveResourceSubscriptions(server, watches, watcher) : undefined;

  server.setRequestHandler("resources/templates/list", async () => {
    const { resourceTemplates } = await import("../resources/resources.ts");
    return { resourceTemplates: [...resourceTemplates] };
  });

  server.setRequestHandler("resources/list", async (request, context) => {
    const { listResources } = await import("../resources/resources.ts");
    return answering({ method: "resources/list" }, context, async () => {
      const listed = await reading(context, (asked) => listResources(request.params?.cursor, asked));
      await subscriptions?.listed(context);
      return listed;
    });
  });

  server.setRequestHandler("resources/read", async (request, context) => {
    const { familyNameOf, readResource } = await import("../resources/resources.ts");
    const { uri } = request.params;
    return answering(
      { method: "resources/read", name: familyNameOf(uri) ?? "unknown" },
      context,
      async () => ({ contents: [await reading(context, (asked) => readResource(uri, asked))] }),
      ({ contents }) => contents.map(({ text }) => text),
    );
  });
}
