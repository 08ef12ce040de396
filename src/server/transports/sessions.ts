import { randomUUID } from "node:crypto";
import { type McpServerFactory, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { createEventStore } from "./event-store.ts";
import { jsonRpcError } from "./http-guards.ts";

export interface SessionOptions {
  readonly factory: McpServerFactory;
  readonly mostSessions: number;
  /** Milliseconds without a request or an open stream after which a session ends. */
  readonly idle: number;
  /** Milliseconds since any moment. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
}

export interface Sessions {
  /** Serves a request of a 2025-era client. `principal` is whoever the request was authorized for. */
  handle(request: Request, body: unknown, principal: string | undefined): Promise<Response>;
  /** Ends the sessions that have been idle for too long. */
  reap(): Promise<void>;
  close(): Promise<void>;
  readonly size: number;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly principal: string | undefined;
  openAnswers: number;
  lastUsed: number;
}

/**
 * Sessions of 2025-era clients: one protocol server and transport each. A session holds no rights and no tool
 * selection; it only carries streams, so it belongs to the principal that opened it.
 */
export function createSessions({ factory, mostSessions, idle, now, onError }: SessionOptions): Sessions {
  const sessions = new Map<string, Session>();

  const open = async (request: Request, body: unknown, principal: string | undefined): Promise<Response> => {
    if (sessions.size >= mostSessions && !(await endOldestIdle())) {
      return jsonRpcError(503, -32000, "Too many sessions are open: try again later.", { "Retry-After": "30" });
    }
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: randomUUID,
      eventStore: createEventStore(),
      onsessioninitialized: (id) => {
        sessions.set(id, session);
      },
    });
    const session: Session = { transport, principal, openAnswers: 0, lastUsed: now() };
    transport.onerror = onError;
    transport.onclose = () => {
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    const server = await factory({ era: "legacy", requestInfo: request });
    await server.connect(transport);
    const response = await serve(session, request, body);
    if (transport.sessionId === undefined) await server.close();
    return response;
  };

  const serve = async (session: Session, request: Request, body: unknown): Promise<Response> => {
    session.lastUsed = now();
    session.openAnswers += 1;
    const ended = () => {
      session.openAnswers -= 1;
      session.lastUsed = now();
    };
    const options = body === undefined ? {} : { parsedBody: body };
    return whenSent(await session.transport.handleRequest(request, options), ended);
  };

  const endOldestIdle = async (): Promise<boolean> => {
    const idlers = [...sessions.values()].filter(({ openAnswers }) => openAnswers === 0);
    const [oldest] = idlers.sort((left, right) => left.lastUsed - right.lastUsed);
    await oldest?.transport.close();
    return oldest !== undefined;
  };

  return {
    async handle(request, body, principal) {
      const id = request.headers.get("mcp-session-id");
      if (id === null) {
        if (isInitialize(body)) return open(request, body, principal);
        return jsonRpcError(400, -32000, "Bad Request: initialize first, then send Mcp-Session-Id with each request.");
      }
      const session = sessions.get(id);
      if (session === undefined || session.principal !== principal) {
        return jsonRpcError(404, -32001, "Session not found: it ended or never was. Initialize again.");
      }
      return serve(session, request, body);
    },
    async reap() {
      const since = now() - idle;
      const idlers = [...sessions.values()].filter((session) => session.openAnswers === 0 && session.lastUsed < since);
      await Promise.all(idlers.map(({ transport }) => transport.close()));
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
    get size() {
      return sessions.size;
    },
  };
}

const isInitialize = (body: unknown) =>
  typeof body === "object" && body !== null && "method" in body && body.method === "initialize";

/** The same response, with word, once, when its last byte was taken or its reader went away. */
function whenSent(response: Response, ended: () => void): Response {
  if (response.body === null) {
    ended();
    return response;
  }
  const reader = response.body.getReader();
  let over = false;
  const end = () => {
    if (!over) ended();
    over = true;
  };
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await reader.read().catch((error: unknown) => {
        end();
        throw error;
      });
      if (over) return;
      if (!done) return controller.enqueue(value);
      end();
      controller.close();
    },
    cancel(reason) {
      end();
      return reader.cancel(reason);
    },
  });
  return new Response(body, { status: response.status, headers: response.headers });
}
