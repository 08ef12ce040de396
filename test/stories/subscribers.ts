import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { Client as EarlierClient } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport as EarlierStdioTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { StreamableHTTPClientTransport as EarlierHttpTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import {
  ResourceListChangedNotificationSchema,
  ResourceUpdatedNotificationSchema,
} from "@modelcontextprotocol/sdk/types.js";
import { environment, program } from "../cli/program.ts";
import type { ClientKind, Way } from "./agents.ts";

/** A host that reads resources and is notified when they change, whatever its SDK. */
export interface Subscriber {
  /** The notifications, in order: URIs, and `list` for the list of resources. */
  readonly told: readonly string[];
  readonly instructions: string;
  read(uri: string): Promise<string>;
  /** The code of the error for reading. */
  refusal(uri: string): Promise<unknown>;
  /** Values for a variable of a template. */
  complete(
    uri: string,
    argument: { name: string; value: string },
    others?: Record<string, string>,
  ): Promise<readonly string[]>;
  /** Subscribes to resources and to the list of them; resolves once later changes cause notifications. */
  subscribe(uris: readonly string[]): Promise<{ end(): Promise<void> }>;
  close(): Promise<void>;
}

const info = { name: "stories", version: "1.0.0" };

export async function connectSubscriber(kind: ClientKind, way: Way): Promise<Subscriber> {
  const told: string[] = [];
  const client = kind === "SDK v1" ? await earlier(way, told) : await current(way, kind === "SDK v2, modern", told);
  const read = async (uri: string) => {
    const { contents } = await client.readResource({ uri });
    return contents.map((part) => ("text" in part ? part.text : "")).join("\n");
  };
  return {
    told,
    instructions: client.getInstructions() ?? "",
    read,
    refusal: (uri) =>
      read(uri).then(
        () => undefined,
        (error: { code?: unknown }) => error.code,
      ),
    async complete(uri, argument, others = {}) {
      const { completion } = await client.complete({
        ref: { type: "ref/resource", uri },
        argument,
        context: { arguments: others },
      });
      return completion.values;
    },
    async subscribe(uris) {
      if (kind === "SDK v2, modern") {
        const filter = { resourceSubscriptions: [...uris], resourcesListChanged: true };
        const subscription = await (client as Client).listen(filter);
        return { end: () => subscription.close() };
      }
      await client.listResources();
      for (const uri of uris) await client.subscribeResource({ uri });
      return {
        async end() {
          for (const uri of uris) await client.unsubscribeResource({ uri });
        },
      };
    },
    close: () => client.close(),
  };
}

async function earlier(way: Way, told: string[]): Promise<EarlierClient> {
  const client = new EarlierClient(info);
  client.setNotificationHandler(ResourceUpdatedNotificationSchema, ({ params }) => void told.push(params.uri));
  client.setNotificationHandler(ResourceListChangedNotificationSchema, () => void told.push("list"));
  await client.connect(
    "url" in way ? new EarlierHttpTransport(new URL(way.url)) : new EarlierStdioTransport(processOf(way.args)),
  );
  return client;
}

async function current(way: Way, modern: boolean, told: string[]): Promise<Client> {
  const client = new Client(info, { versionNegotiation: { mode: modern ? { pin: "2026-07-28" } : "legacy" } });
  client.setNotificationHandler("notifications/resources/updated", ({ params }) => void told.push(params.uri));
  client.setNotificationHandler("notifications/resources/list_changed", () => void told.push("list"));
  await client.connect(
    "url" in way ? new StreamableHTTPClientTransport(new URL(way.url)) : new StdioClientTransport(processOf(way.args)),
  );
  return client;
}

const processOf = (args: readonly string[]) => ({
  command: process.execPath,
  args: [program, ...args],
  env: { ...environment },
  stderr: "ignore" as const,
});
