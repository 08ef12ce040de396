import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { z } from "zod";
import { createClient } from "../../../src/client/client.ts";
import type { LogFields } from "../../../src/server/log.ts";
import { startObservation } from "../../../src/server/observation/start-observation.ts";
import { createServerFactory } from "../../../src/server/server.ts";
import { createHttpHandler } from "../../../src/server/transports/http.ts";
import { createSurface } from "../../../src/tools/surface.ts";
import { defineTool, type Tool } from "../../../src/tools/tool.ts";
import { quickTiming } from "../../client/quick-timing.ts";
import { fixtureTools, registryOf } from "../fixture-tools.ts";

/** A tool that calls the service twice in sequence. */
const askTwice = defineTool({
  name: "ask_twice",
  title: "Ask twice",
  description: "Asks the service for a space and for the user.",
  toolset: "content",
  uses: [],
  input: { space: z.string() },
  async run({ space }, { client, signal }) {
    const { title } = await client.spaces.get({ spaceId: space }, { signal });
    const { id } = await client.users.getAuthenticated({}, { signal });
    return { text: `${title} for ${id}` };
  },
});

interface LoggedLine {
  readonly level: string;
  readonly message: string;
  readonly fields: LogFields | undefined;
}

/** A service whose first response for a space is that it is busy. */
function busyService() {
  let asked = 0;
  const traced: (string | null)[] = [];
  const client = createClient({
    baseUrl: "https://docs.example.com",
    token: "secret_0123456789",
    timing: quickTiming().timing,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      // A new connection requests the house rules, which belongs to no call.
      if (pathname !== "/v1/orgs") traced.push(request.headers.get("traceparent"));
      if (pathname === "/v1/spaces/api/content/pages") return Response.json({ pages: [] });
      if (pathname === "/v1/user") return Response.json({ id: "ann", displayName: "Ann" });
      if (pathname !== "/v1/spaces/api") return new Response(null, { status: 404 });
      asked += 1;
      if (asked === 1) return new Response("busy", { status: 503 });
      const urls = { location: "https://docs.example.com/x", app: "https://docs.example.com/x" };
      return Response.json({ object: "space", id: "api", title: "API docs", urls });
    },
  });
  return { client, traced };
}

/** The product's server with its observation, as one client sees it. */
export async function observedServer(
  environment: Readonly<Record<string, string>> = {},
  own: readonly Tool[] = [],
  headers: Record<string, string> = {},
) {
  const lines: LoggedLine[] = [];
  const log = (level: string, message: string, fields?: LogFields) => lines.push({ level, message, fields });
  const registry = registryOf([...fixtureTools, askTwice, ...own]);
  const tools = registry.entries.map(({ definition }) => definition.name);
  const observation = startObservation({ tools, version: "9.8.7", log }, environment);
  const surface = createSurface(registry.entries);
  const service = busyService();
  const factory = createServerFactory({
    registry,
    surface,
    client: async () => service.client,
    observation,
    confirmPolicy: "never",
    answerTokens: 2000,
    version: "9.8.7",
    log,
  });
  const handler = createHttpHandler({ factory, surface, log });
  const client = new Client(
    { name: "test", version: "1.0.0" },
    { versionNegotiation: { mode: { pin: "2026-07-28" } } },
  );
  const transport = new StreamableHTTPClientTransport(new URL("http://localhost/mcp"), {
    fetch: (url, init) => handler.fetch(new Request(url, init)),
    requestInit: { headers },
  });
  await client.connect(transport);
  return {
    client,
    observation,
    /** The log lines of tool calls. */
    calls: () => lines.filter(({ message }) => message === "tool call"),
    /** The `traceparent` of each request to the service. */
    traced: service.traced,
    lines,
    async close() {
      await client.close();
      await handler.close();
      await observation.close();
    },
  };
}
