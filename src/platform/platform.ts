import { loadOperation } from "../contract/load.ts";
import { type AnyOperation, effects } from "../contract/operation.ts";
import { authenticate } from "./access/authenticate.ts";
import { SpaceContent } from "./content/space-content.ts";
import type { Context } from "./context.ts";
import { handlerOf } from "./handlers/index.ts";
import { FileLinks } from "./http/file-links.ts";
import { hasBody, readBody } from "./http/read-body.ts";
import { errorResponse, renderFailure } from "./http/render.ts";
import { ContractRouter, MethodProblem } from "./http/router.ts";
import { serveFile } from "./http/serve-file.ts";
import { parseInput } from "./http/validation.ts";
import { fetchAll } from "./outbound/fetch-all.ts";
import { createOutbound, type Fetched, type Outbound } from "./outbound/outbound.ts";
import { Problem } from "./problem.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { randomText } from "./store/ids.ts";
import { settingOr } from "./store/settings.ts";
import type { Queries } from "./store/tables.ts";

export interface PlatformOptions {
  /** The data folder; made when it does not exist. */
  readonly folder: string;
  /** The present time; tests set their own. */
  readonly now?: () => Date;
  /** Where unforeseen failures are written, one line each. */
  readonly log?: (line: string) => void;
  /** The way to URLs that users give; public addresses alone when left out. */
  readonly outbound?: Outbound;
}

/** The documentation platform of one data folder. */
export interface Platform {
  readonly database: Database;
  /** ISO 8601, UTC. */
  now(): string;
  /** Answers `/v1` and download links; the same over HTTP and in process. */
  fetch(request: Request): Promise<Response>;
  close(): Promise<void>;
}

/** Opens a data folder. Throws `DataFolderError`. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const database = await openDatabase(options.folder);
  const now = () => (options.now?.() ?? new Date()).toISOString();
  const log = options.log ?? ((line) => process.stderr.write(`${line}\n`));
  const fileLinks = new FileLinks(
    await database.write((queries) => settingOr(queries, "file-links", () => randomText(43))),
  );
  const outbound = options.outbound ?? createOutbound();
  const router = new ContractRouter();

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname.startsWith("/files/")) return serveFile(database, fileLinks, request, now());
    const route = router.find(request.method, url.pathname);
    const { operation } = await loadOperation(route.summary);
    const contextIn = async (queries: Queries, fetched: Context["fetched"]): Promise<Context> => ({
      queries,
      content: new SpaceContent(queries),
      user: await authenticate(queries, request, now()),
      now: now(),
      origin: url.origin,
      fileLinks,
      fetched,
      ifMatch: readIfMatch(request),
    });
    if (hasBody(operation)) await database.read((queries) => authenticate(queries, request, now()));
    const body = await readBody(operation, request);
    const handler = handlerOf(route.summary) ?? (() => Promise.reject(notImplemented(operation)));
    const parse = () => parseInput(operation, route.params, url.searchParams, body);
    let fetched: ReadonlyMap<string, Fetched> = new Map();
    if (typeof handler !== "function") {
      const input = parse();
      const urls = handler.urls(input);
      if (urls.length > 0) {
        await database.read(async (queries) => handler.allow(input, await contextIn(queries, fetched)));
        fetched = await fetchAll(outbound, urls);
      }
    }
    const run = typeof handler === "function" ? handler : handler.run;
    const transaction = effects[operation.effect].readOnly ? database.read : database.write;
    return transaction(async (queries) => {
      const context = await contextIn(queries, fetched);
      return respond(operation, await run(parse(), context));
    });
  }

  return {
    database,
    now,
    fetch: (request) =>
      answer(request).catch((failure: unknown) => {
        if (!(failure instanceof MethodProblem)) return renderFailure(failure, log);
        return errorResponse(failure.code, failure.message, { Allow: failure.allowed.join(", ") });
      }),
    close: () => database.close(),
  };
}

function notImplemented({ id, summary }: AnyOperation): Problem {
  return new Problem("not_implemented", `The embedded platform does not do this yet: ${id} (${summary}).`);
}

function respond({ success }: AnyOperation, result: unknown): Response {
  if (success === "removed") {
    return new Response(null, { status: (result as { deleted: boolean }).deleted ? 205 : 204 });
  }
  if (success === 204) return new Response(null, { status: 204 });
  const location = success === 201 ? (result as { urls?: { location?: string } }).urls?.location : undefined;
  return Response.json(result, { status: success, headers: location === undefined ? {} : { Location: location } });
}

/** The revision in `If-Match`, with or without the quotes HTTP asks for. */
function readIfMatch(request: Request): string | undefined {
  const value = request.headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^(W\/)?"(.*)"$/, "$2");
}
