import { randomUUID } from "node:crypto";
import { type McpServerFactory, WebStandardStreamableHTTPServerTransport } from "@modelcontextprotocol/server";
import { rateLimitHeaders } from "../../contract/rate-limit.ts";
import { jsonRpcError } from "../access/http-guards.ts";
import { hasCapacity } from "../fair-share.ts";
import { isObject, isRequestId, type RequestId } from "../plain-calls/message-checks.ts";
import { followRequests, type RunningRequests, whenSent } from "./in-flight.ts";
import { createSessionEvents, EventsTogether, reconnectAfter } from "./session-events.ts";

interface SessionOptions {
  readonly factory: McpServerFactory;
  /** For all callers; those with fewer than others may exceed it. */
  readonly maxSessions: number;
  /** Of one caller. */
  readonly maxPerCaller: number;
  /** Milliseconds after which a session without a request or an open stream ends. */
  readonly idle: number;
  /** Milliseconds since an arbitrary moment. */
  readonly now: () => number;
  readonly onError: (error: Error) => void;
  /** Other processes that have sessions. */
  readonly owners?: SessionOwnership | undefined;
}

/** Sessions of several processes, each of which may receive requests for another's. */
export interface SessionOwnership {
  /** The prefix of this process's session ids. */
  readonly prefix: string;
  /** Has the process with the session answer; undefined if there is none. */
  answerElsewhere(session: string, request: Request, body: unknown): Promise<Response | undefined>;
}

export interface Sessions {
  /** Serves a request of a 2025-era client that was authorized for `principal`. */
  handle(request: Request, body: unknown, principal: string | undefined): Promise<Response>;
  /** Ends sessions that have been idle too long. */
  reap(): Promise<void>;
  /** Answers every running call with an error. */
  fail(message: string): Promise<void>;
  close(): Promise<void>;
  readonly size: number;
}

interface Session {
  readonly transport: WebStandardStreamableHTTPServerTransport;
  readonly principal: string | undefined;
  requests?: RunningRequests;
  /** Whether a stream may have responses to several requests. */
  sendsBatches: boolean;
  openResponses: number;
  lastUsed: number;
}

/**
 * Sessions of 2025-era clients: one protocol server and transport each. A session holds no rights and no tool
 * selection; it only carries streams, so it belongs to the principal that opened it.
 */
export function createSessions(options: SessionOptions): Sessions {
  const { factory, maxSessions, maxPerCaller, idle, now, onError, owners } = options;
  const sessions = new Map<string, Session>();
  const together = new EventsTogether();
  /** Sessions that are still being opened. They count toward the limit. */
  const opening = new Set<Session>();

  /** The refusal if there is no room for the caller's new session; an idle one is ended first to make room. */
  const refuseWhenFull = async (principal: string | undefined): Promise<Response | undefined> => {
    const all = [...sessions.values(), ...opening];
    const counts = new Map<string | undefined, number>();
    for (const session of all) counts.set(session.principal, (counts.get(session.principal) ?? 0) + 1);
    const countSessions = (session: Session) => counts.get(session.principal) ?? 0;
    // Includes the one being opened.
    const own = (counts.get(principal) ?? 1) - 1;
    if (own >= maxPerCaller) {
      if (await endOldestIdle(all.filter((session) => session.principal === principal))) return undefined;
      return jsonRpcError(429, -32000, "You have too many sessions open: end some first.", {
        ...rateLimitHeaders({ seconds: 30, limit: maxPerCaller }),
      });
    }
    if (all.length <= maxSessions) return undefined;
    // Starting with the caller that has the most; callers with fewer than this one are spared.
    const greediest = all.filter((session) => countSessions(session) > own);
    for (const count of [...new Set(greediest.map(countSessions))].sort((left, right) => right - left)) {
      if (await endOldestIdle(greediest.filter((session) => countSessions(session) === count))) return undefined;
    }
    const shares = { max: maxSessions, maxPerCaller };
    if (hasCapacity(shares, { all: all.length - 1, own, others: counts.size - 1 })) return undefined;
    return jsonRpcError(503, -32000, "Too many sessions are open: try again later.", { "Retry-After": "30" });
  };

  const open = async (request: Request, body: unknown, principal: string | undefined): Promise<Response> => {
    const events = createSessionEvents(together);
    const transport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => `${owners?.prefix ?? ""}${randomUUID()}`,
      eventStore: events,
      retryInterval: reconnectAfter,
      onsessioninitialized: (id) => {
        sessions.set(id, session);
        opening.delete(session);
      },
    });
    const session: Session = { transport, principal, sendsBatches: false, openResponses: 0, lastUsed: now() };
    opening.add(session);
    transport.onerror = onError;
    transport.onclose = () => {
      events.close();
      if (transport.sessionId !== undefined) sessions.delete(transport.sessionId);
    };
    try {
      const refused = await refuseWhenFull(principal);
      if (refused !== undefined) return refused;
      const server = await factory({ era: "legacy", requestInfo: request });
      await server.connect(transport);
      session.requests = followRequests(transport);
      const response = await serve(session, request, body);
      if (transport.sessionId === undefined) await server.close();
      return response;
    } finally {
      opening.delete(session);
    }
  };

  const serve = async (session: Session, request: Request, body: unknown): Promise<Response> => {
    const ended = use(session);
    session.sendsBatches ||= Array.isArray(body);
    const options = body === undefined ? {} : { parsedBody: body };
    const response = await session.transport.handleRequest(request, options);
    const cancelled = session.sendsBatches ? undefined : cancelledRequest(body);
    // The SDK leaves it open until the session ends, although nothing follows.
    if (cancelled !== undefined) session.transport.closeSSEStream(cancelled);
    return whenSent(response, ended);
  };

  /** Keeps a session from being idle until the returned function is called. */
  const use = (session: Session): (() => void) => {
    session.lastUsed = now();
    session.openResponses += 1;
    return () => {
      session.openResponses -= 1;
      session.lastUsed = now();
    };
  };

  const endOldestIdle = async (among: readonly Session[]): Promise<boolean> => {
    const idlers = among.filter((session) => session.openResponses === 0 && !opening.has(session));
    const [oldest] = idlers.sort((left, right) => left.lastUsed - right.lastUsed);
    // Before any wait, so that two new sessions do not take the same place.
    if (oldest?.transport.sessionId !== undefined) sessions.delete(oldest.transport.sessionId);
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
      const elsewhere = session === undefined ? await owners?.answerElsewhere(id, request, body) : undefined;
      if (elsewhere !== undefined) return elsewhere;
      if (session === undefined || session.principal !== principal) {
        return jsonRpcError(404, -32001, "Session not found: it ended or never was. Initialize again.");
      }
      return serve(session, request, body);
    },
    async reap() {
      const since = now() - idle;
      const idlers = [...sessions.values()].filter(
        (session) => session.openResponses === 0 && session.lastUsed < since,
      );
      await Promise.all(idlers.map(({ transport }) => transport.close()));
    },
    async fail(message) {
      await Promise.all([...sessions.values()].map(({ requests }) => requests?.fail(message)));
    },
    async close() {
      await Promise.all([...sessions.values()].map(({ transport }) => transport.close()));
    },
    get size() {
      return sessions.size;
    },
  };
}

/** The id of the request that a message cancels. */
function cancelledRequest(body: unknown): RequestId | undefined {
  if (!isObject(body) || body.method !== "notifications/cancelled" || !isObject(body.params)) return undefined;
  const { requestId } = body.params;
  return isRequestId(requestId) ? requestId : undefined;
}

const isInitialize = (body: unknown) => isObject(body) && body.method === "initialize";
