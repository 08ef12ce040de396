import { createMcpHandler, isLegacyRequest, type McpServerFactory } from "@modelcontextprotocol/server";
import { escapeControls, quotedExcerpt } from "../../client/excerpt.ts";
import { findSearchParams } from "../../contract/request-url.ts";
import { type Selection, SelectionError, type Surface } from "../../tools/surface.ts";
import type { Authorize, Lasting } from "../access/authorize.ts";
import { listHeaderNames } from "../access/client-address.ts";
import {
  createSiteRules,
  jsonRpcError,
  preflight,
  readableFrom,
  refuseForeign,
  type Site,
  type SiteRules,
} from "../access/http-guards.ts";
import { ceiling } from "../fair-share.ts";
import type { Log } from "../log.ts";
import { createHttpCalls } from "../plain-calls/http-calls.ts";
import type { PlainCalls } from "../plain-calls/plain-calls.ts";
import { transportProblem } from "../protocol-errors.ts";
import { bindScope } from "../request-scope.ts";
import type { ResourceWatches } from "../watches/resource-watches.ts";
import { createInFlight, followBody } from "./in-flight.ts";
import { readJson } from "./json-body.ts";
import { createListenStreams } from "./listen.ts";
import { createSessions, type SessionOwnership } from "./sessions.ts";

export interface HttpOptions extends Site {
  readonly factory: McpServerFactory;
  /** Responds to plain calls in requests of 2026; if left out, each request gets a server. */
  readonly plainCalls?: PlainCalls;
  /** What the process lists; a request can narrow it. */
  readonly surface: Surface;
  /** What clients subscribe to. If left out, there are no notifications. */
  readonly watches?: ResourceWatches;
  /** Returns the caller of a request, or the response that refuses it. If left out, requests act as the process. */
  readonly authorize?: Authorize;
  readonly maxBodyBytes?: number;
  readonly maxSessions?: number;
  /** The most streams of notifications. */
  readonly maxStreams?: number;
  /** The most sessions of one caller, and its most streams of notifications. */
  readonly maxPerCaller?: number;
  /** Milliseconds. */
  readonly sessionIdle?: number;
  /** Milliseconds between checks whether the holder of a stream still has access. */
  readonly recheck?: number;
  /** Finds sessions of other processes. */
  readonly owners?: SessionOwnership | undefined;
  readonly log: Log;
}

export interface HttpHandler {
  /** Serves one request to the MCP endpoint. */
  readonly fetch: (request: Request) => Promise<Response>;
  /**
   * Accepts no new requests and waits at most this many milliseconds until those in flight are answered. Returns
   * whether they were.
   */
  drain(maxMs: number): Promise<boolean>;
  /** Ends calls with open response streams with an error, as far as the streams allow. */
  fail(message: string): Promise<void>;
  /** Cancels running calls and ends every session. */
  close(): Promise<void>;
}

const minute = 60_000;

/** The default limits of the endpoint. */
export const defaultLimits = {
  maxBodyBytes: 4 * 1024 * 1024,
  maxSessions: 200,
  maxStreams: 1000,
  maxPerCaller: 100,
  sessionIdle: 30 * minute,
} as const;

const methods: readonly string[] = ["POST", "GET", "DELETE"];

/** The MCP endpoint over HTTP, for clients of both protocol eras. */
export function createHttpHandler(options: HttpOptions): HttpHandler {
  const { factory, surface, authorize, log } = options;
  const { maxBodyBytes, maxSessions, maxStreams, maxPerCaller, sessionIdle } = { ...defaultLimits, ...options };
  const site = createSiteRules(options);
  const onError = (error: Error) => log("debug", `http: ${transportProblem(error.message)}`);

  const listenStreams = createListenStreams(options.watches, { max: maxStreams, maxPerCaller });
  const modern = createMcpHandler(factory, {
    legacy: "reject",
    onerror: onError,
    bus: listenStreams.bus,
    maxSubscriptions: ceiling(maxStreams),
  });
  const sessions = createSessions({
    factory,
    maxSessions,
    maxPerCaller,
    idle: sessionIdle,
    now: Date.now,
    onError,
    owners: options.owners,
  });
  const plainCalls = options.plainCalls && createHttpCalls(options.plainCalls);
  const inFlight = createInFlight();
  let draining = false;
  const reaper = setInterval(() => void sessions.reap(), Math.max(1000, sessionIdle / 4)).unref();

  const answer = async (request: Request): Promise<Response> => {
    const { method } = request;
    if (method === "OPTIONS") return preflight(request, methods);
    if (!methods.includes(method)) {
      return jsonRpcError(405, -32000, "Method Not Allowed.", { Allow: "POST, GET, DELETE, OPTIONS" });
    }
    const caller = await authorize?.(request);
    if (caller instanceof Response) return caller;
    const narrowed = narrow(surface, request);
    if (narrowed instanceof Response) return narrowed;
    bindScope(request, { client: caller?.client, principal: caller?.principal, surface: narrowed });

    const body = method === "POST" ? await readJson(request, maxBodyBytes) : undefined;
    if (body instanceof Response) return body;
    const parsedBody = body?.value;
    const refused = await caller?.refuse?.(parsedBody);
    if (refused !== undefined) return refused;
    const kind = getRequestKind(method, parsedBody);
    if (draining && kind !== "message") return shuttingDown();
    const plain = method === "POST" ? plainCalls?.respond(request, parsedBody) : undefined;
    if (plain !== undefined) return inFlight.track(plain);
    const serveModern = () => modern.fetch(request, parsedBody === undefined ? {} : { parsedBody });
    const legacy = await isLegacyRequest(request, parsedBody);
    const answered = legacy
      ? sessions.handle(request, parsedBody, caller?.principal)
      : listenStreams.serve(parsedBody, caller, serveModern);
    if (kind === "call") return inFlight.track(answered);
    const lasts = kind === "stream" ? caller?.lasts : undefined;
    return lasts === undefined ? answered : whileAllowed(await answered, lasts, options.recheck);
  };

  return {
    async fetch(request) {
      const refused = refuseForeign(request, site);
      if (refused !== undefined) return refused;
      const response = await answer(request).catch((error: unknown) => {
        log("error", `http: ${error instanceof Error ? error.stack : String(error)}`);
        return jsonRpcError(500, -32603, "Internal error: the server's log has the details.");
      });
      return readableFrom(request.headers.get("origin"), response);
    },
    drain(maxMs) {
      draining = true;
      return inFlight.finished(maxMs);
    },
    fail: (message) => sessions.fail(message),
    async close() {
      clearInterval(reaper);
      plainCalls?.close();
      await Promise.all([modern.close(), sessions.close()]);
    },
  };
}

function narrow(surface: Surface, request: Request): Surface | Response {
  try {
    const selection: Selection | undefined = readSelection(request, listHeaderNames(request));
    return selection === undefined ? surface : surface.narrow(selection);
  } catch (error) {
    if (error instanceof SelectionError) return jsonRpcError(400, -32602, escapeControls(error.message));
    throw error;
  }
}

/** A call gets an answer eventually; a stream stays open until it is closed; a message has no answer. */
function getRequestKind(method: string, body: unknown): "call" | "stream" | "message" {
  if (method === "GET") return "stream";
  const messages: readonly unknown[] = Array.isArray(body) ? body : [body];
  const requests = messages.filter((message) => isRequest(message));
  if (requests.length === 0) return "message";
  return requests.some(({ method }) => method === "subscriptions/listen") ? "stream" : "call";
}

const isRequest = (message: unknown): message is { readonly method: unknown } =>
  typeof message === "object" && message !== null && "method" in message && "id" in message;

const shuttingDown = () =>
  jsonRpcError(503, -32000, "This server is shutting down.", { "Retry-After": "5", Connection: "close" });

/** Milliseconds between checks whether the rights are still valid. */
const defaultRecheck = 5000;

/** The same response, but its body ends when the rights it was opened with end. */
export function whileAllowed(response: Response, lasts: Lasting, recheck = defaultRecheck): Response {
  let timer: NodeJS.Timeout | undefined;
  const body = followBody(response, () => clearTimeout(timer));
  const remaining = () => (lasts.until ?? Number.POSITIVE_INFINITY) - Date.now();
  const check = async () => {
    // If the check fails now, the next one decides.
    if (remaining() <= 0 || (await lasts.still?.().catch(() => true)) === false) return body.end();
    schedule();
  };
  const schedule = () => {
    const next = lasts.still === undefined ? maxTimer : recheck;
    if (!body.isOver)
      timer = setTimeout(() => void check(), Math.max(0, Math.min(remaining(), next, maxTimer))).unref();
  };
  schedule();
  return body.response;
}

/** A day; timers accept at most 24. */
const maxTimer = 24 * 60 * 60 * 1000;

interface MetricsEndpoint {
  /** Everything counted so far, in the Prometheus text format. */
  readonly text: () => Promise<string>;
  /** Access: everyone who may use the MCP endpoint. */
  readonly authorize: Authorize;
  readonly site: SiteRules;
}

/** Answers `/metrics` for callers who may use the MCP endpoint. */
export function serveMetrics({ text, authorize, site }: MetricsEndpoint): (request: Request) => Promise<Response> {
  return async (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") {
      return new Response("Method Not Allowed.\n", { status: 405, headers: { Allow: "GET, HEAD" } });
    }
    const refused = refuseForeign(request, site);
    if (refused !== undefined) return refused;
    const caller = await authorize(request);
    if (caller instanceof Response) return caller;
    return new Response(await text(), {
      headers: { "Content-Type": "text/plain; version=0.0.4; charset=utf-8", "Cache-Control": "no-store" },
    });
  };
}

const selectionNames = ["read_only", "propose_only", "toolsets", "tools", "exclude_tools"] as const;
type SelectionName = (typeof selectionNames)[number];

/**
 * The tools that one request selects, by URL (`?toolsets=content,sites&read_only`) or header (`X-Copydesk-Toolsets`,
 * `X-Copydesk-Read-Only`, ...), which can repeat. Restrictions (`read_only`, `propose_only` and
 * `exclude_tools`) always apply; for the other lists, the header overrides the URL. Undefined if the
 * request selects nothing. Throws `SelectionError` for a malformed selection, which must not be ignored because it was
 * meant as a limit.
 */
export function readSelection(
  { url, headers }: Pick<Request, "url" | "headers">,
  headerNames: Iterable<string> = headers.keys(),
): Selection | undefined {
  let selects = false;
  for (const name of headerNames) selects = isSelecting(name) || selects;
  const searchParams = findSearchParams({ url });
  if (!selects && searchParams === undefined) return undefined;
  for (const name of searchParams?.keys() ?? []) refuseMisspelled(name);
  const inHeader = (name: SelectionName) => [headers.get(toHeaderName(name))].filter((value) => value !== null);
  const inUrl = (name: SelectionName) => searchParams?.getAll(name) ?? [];
  const list = (name: SelectionName) => namesIn(name, inHeader(name)) ?? namesIn(name, inUrl(name));

  // Repeated headers arrive as one, joined by a comma.
  const isSwitchedOn = (name: SelectionName) =>
    [...inHeader(name), ...inUrl(name)]
      .flatMap((value) => value.split(","))
      .map((text) => isOn(name, text))
      .includes(true);

  const selection: Selection = {
    readOnly: isSwitchedOn("read_only"),
    proposeOnly: isSwitchedOn("propose_only"),
    toolsets: list("toolsets"),
    tools: list("tools"),
    excludeTools: namesIn("exclude_tools", [...inHeader("exclude_tools"), ...inUrl("exclude_tools")]),
  };
  const limits = selection.readOnly === true || selection.proposeOnly === true;
  const isSelection = limits || selection.toolsets || selection.tools || selection.excludeTools;
  return isSelection ? selection : undefined;
}

const prefix = "x-copydesk-";
const toHeaderName = (name: string) => prefix + name.replaceAll("_", "-");

/** A misspelled limit must not be ignored silently. Names that resemble none of ours belong to someone else. */
function refuseMisspelled(name: string): void {
  const known = selectionNames.find((one) => withoutSpelling(one) === withoutSpelling(name));
  if (known === undefined || known === name) return;
  throw new SelectionError(`The URL says ${quotedExcerpt(name, 40)}; write ${known}.`);
}

/** Whether a header is one of ours. Those that begin like ours, in any spelling, are meant for this server. */
function isSelecting(name: string): boolean {
  if (!/^(?:x[-_]?)?copydesk/.test(name)) return false;
  if (selectionNames.some((known) => toHeaderName(known) === name)) return true;
  throw new SelectionError(
    `There is no header ${quotedExcerpt(name, 60)}. There are: ${selectionNames.map(toHeaderName).join(", ")}.`,
  );
}

/** `ReadOnly`, `read-only`, `read_only[]` and `tool` in the singular mean the same. */
function withoutSpelling(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "")
    .replace(/s$/, "");
}

/** The names in comma-separated lists; undefined if there is no list. */
function namesIn(what: SelectionName, lists: readonly string[]): string[] | undefined {
  const names = lists.map((text) => text.split(",").flatMap((name) => (name.trim() === "" ? [] : [name.trim()])));
  if (names.some((some) => some.length === 0)) {
    throw new SelectionError(`${what} names nothing. Name something, or leave it out.`);
  }
  return names.length === 0 ? undefined : names.flat();
}

/** Without a value, as in `?read_only`, it is on. */
function isOn(name: SelectionName, text: string): boolean {
  if (/^(false|0|no|off)$/i.test(text.trim())) return false;
  if (/^(true|1|yes|on|)$/i.test(text.trim())) return true;
  throw new SelectionError(`${name} takes true or false, not ${quotedExcerpt(text, 40)}.`);
}
