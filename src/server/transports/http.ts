import { createMcpHandler, isLegacyRequest, type McpServerFactory } from "@modelcontextprotocol/server";
import { type Selection, SelectionError, type Surface } from "../../tools/surface.ts";
import type { Log } from "../log.ts";
import { bindScope, type Client } from "../request-scope.ts";
import { readJson } from "./http-body.ts";
import { allowedHostnames, jsonRpcError, preflight, readableFrom, refuseForeign } from "./http-guards.ts";
import { selectionOf } from "./request-selection.ts";
import { createSessions } from "./sessions.ts";

/** Who may call, and as whom. */
export interface Caller {
  readonly client: Client;
  /** Stays the same for one caller; a session is served to the caller that opened it alone. */
  readonly principal?: string;
}

export interface HttpOptions {
  readonly factory: McpServerFactory;
  /** What the process lists; a request may narrow it. */
  readonly surface: Surface;
  /** Host names besides loopback under which the server is addressed and whose pages may call it, without ports. */
  readonly hosts?: readonly string[];
  /** Answers the caller of a request, or the response that turns it away. Left out, requests act as the process. */
  readonly authorize?: (request: Request) => Promise<Caller | Response>;
  readonly mostBodyBytes?: number;
  readonly mostSessions?: number;
  /** Milliseconds. */
  readonly sessionIdle?: number;
  readonly log: Log;
}

export interface HttpHandler {
  /** Serves one request to the MCP endpoint. */
  readonly fetch: (request: Request) => Promise<Response>;
  /** Cancels what is running and ends every session. */
  close(): Promise<void>;
}

const minute = 60_000;
const methods: ReadonlySet<string> = new Set(["POST", "GET", "DELETE"]);

/** The MCP endpoint over HTTP, for clients of both protocol eras. */
export function createHttpHandler(options: HttpOptions): HttpHandler {
  const { factory, surface, authorize, log, mostBodyBytes = 4 * 1024 * 1024 } = options;
  const { mostSessions = 200, sessionIdle = 30 * minute } = options;
  const hostnames = allowedHostnames(options.hosts ?? []);
  const onError = (error: Error) => log("debug", `http: ${error.message}`);

  const modern = createMcpHandler(factory, { legacy: "reject", onerror: onError });
  const sessions = createSessions({ factory, mostSessions, idle: sessionIdle, now: Date.now, onError });
  const reaper = setInterval(() => void sessions.reap(), Math.max(1000, sessionIdle / 4)).unref();

  const answer = async (request: Request): Promise<Response> => {
    const { method } = request;
    if (method === "OPTIONS") return preflight(request);
    if (!methods.has(method)) {
      return jsonRpcError(405, -32000, "Method Not Allowed.", { Allow: "POST, GET, DELETE, OPTIONS" });
    }
    const caller = await authorize?.(request);
    if (caller instanceof Response) return caller;
    const narrowed = narrow(surface, request);
    if (narrowed instanceof Response) return narrowed;
    bindScope(request, { client: caller?.client, surface: narrowed });

    const body = method === "POST" ? await readJson(request, mostBodyBytes) : undefined;
    if (body instanceof Response) return body;
    const parsedBody = body?.value;
    const legacy = await isLegacyRequest(request, parsedBody);
    if (legacy) return sessions.handle(request, parsedBody, caller?.principal);
    return modern.fetch(request, parsedBody === undefined ? {} : { parsedBody });
  };

  return {
    async fetch(request) {
      const refused = refuseForeign(request, hostnames);
      if (refused !== undefined) return refused;
      const response = await answer(request).catch((error: unknown) => {
        log("error", `http: ${error instanceof Error ? error.stack : String(error)}`);
        return jsonRpcError(500, -32603, "Internal error: the server's log has the details.");
      });
      return readableFrom(request.headers.get("origin"), response);
    },
    async close() {
      clearInterval(reaper);
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

function narrow(surface: Surface, request: Request): Surface | Response {
  try {
    const selection: Selection | undefined = selectionOf(request);
    return selection === undefined ? surface : surface.narrow(selection);
  } catch (error) {
    if (error instanceof SelectionError) return jsonRpcError(400, -32602, error.message);
    throw error;
  }
}
