import { loadOperation } from "../contract/load.ts";
import { type AnyOperation, effects } from "../contract/operation.ts";
import { authenticate } from "./access/authenticate.ts";
import { SpaceContent } from "./content/space-content.ts";
import type { Context } from "./context.ts";
import { type ConversationSettings, usualSettings } from "./conversations/settings.ts";
import { Made, Written } from "./handlers/handler.ts";
import { handlerOf } from "./handlers/index.ts";
import { FileLinks } from "./http/file-links.ts";
import { OpenAPILinks } from "./http/openapi-links.ts";
import { PdfLinks } from "./http/pdf-links.ts";
import { hasBody, readBody } from "./http/read-body.ts";
import { errorResponse, renderFailure } from "./http/render.ts";
import { ContractRouter, MethodProblem } from "./http/router.ts";
import { serveFile } from "./http/serve-file.ts";
import { serveOpenAPI } from "./http/serve-openapi.ts";
import { servePdf } from "./http/serve-pdf.ts";
import { takeUpload } from "./http/take-upload.ts";
import { parseInput } from "./http/validation.ts";
import type { JobKinds } from "./jobs/job-kind.ts";
import { jobKinds } from "./jobs/kinds.ts";
import { type NewJob, queueJob } from "./jobs/new-job.ts";
import { JobRunner } from "./jobs/runner.ts";
import type { ModelSettings } from "./models/settings.ts";
import { fetchAll } from "./outbound/fetch-all.ts";
import { createOutbound, type Fetched, type Outbound } from "./outbound/outbound.ts";
import { PdfPress } from "./pdf/pdf-press.ts";
import { Problem } from "./problem.ts";
import { type Database, openDatabase } from "./store/database.ts";
import { randomText } from "./store/ids.ts";
import { findUser } from "./store/people.ts";
import { settingOr } from "./store/settings.ts";
import type { Queries, Row } from "./store/tables.ts";
import { type TranslationSettings, withoutProvider } from "./translation/providers/settings.ts";
import { Upkeep } from "./upkeep/upkeep.ts";

export interface PlatformOptions {
  /** The data folder; made when it does not exist. */
  readonly folder: string;
  /** The present time; tests set their own. */
  readonly now?: () => Date;
  /** Where unforeseen failures are written, one line each. */
  readonly log?: (line: string) => void;
  /** The way to URLs that users give; public addresses alone when left out. */
  readonly outbound?: Outbound;
  /** How conversations are treated; masked when left out. */
  readonly conversations?: ConversationSettings;
  /** The language model that the operator named. */
  readonly model?: ModelSettings | undefined;
  /** Who translates; whoever runs a translation when left out. */
  readonly translation?: TranslationSettings;
  /** What jobs this process runs; all there are when left out. */
  readonly jobs?: JobKinds;
}

/** The documentation platform of one data folder. */
export interface Platform {
  readonly database: Database;
  /** ISO 8601, UTC. */
  now(): string;
  /** Answers `/v1` and the links that its answers hold; the same over HTTP and in process. */
  fetch(request: Request): Promise<Response>;
  /** Looks for jobs from now on, also those that other processes left. Else the first request is what begins it. */
  takeUpJobs(): void;
  /** Whether a path is one that `fetch` answers, where other things are served beside it. */
  serves(pathname: string): boolean;
  /** Resolves when the jobs that are due and that no other process has are done. */
  jobsSettled(): Promise<void>;
  /** Jobs that still run are handed back to the queue, for another process or the next start. */
  close(): Promise<void>;
}

/** Opens a data folder. Throws `DataFolderError`. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  const database = await openDatabase(options.folder);
  const now = () => (options.now?.() ?? new Date()).toISOString();
  const log = options.log ?? ((line) => process.stderr.write(`${line}\n`));
  const linkKey = await database.write((queries) => settingOr(queries, "file-links", () => randomText(43)));
  const fileLinks = new FileLinks(linkKey);
  const pdfLinks = new PdfLinks(linkKey);
  const openapiLinks = new OpenAPILinks(linkKey);
  const press = new PdfPress(database, options.folder);
  const outbound = options.outbound ?? createOutbound();
  const closing = new AbortController();
  const router = new ContractRouter();
  const runner = new JobRunner({
    database,
    folder: options.folder,
    kinds: options.jobs ?? jobKinds,
    outbound,
    log,
    now,
    async contextFor(queries, job) {
      const user = await findUser(queries, job.created_by);
      if (user === undefined) throw new Problem("forbidden", "The user who asked for this is gone.");
      return contextOf(queries, user, job.origin, []);
    },
  });

  const contextOf = (queries: Queries, user: Row<"user">, origin: string, queued: QueuedJob[]): Context => ({
    queries,
    content: new SpaceContent(queries),
    user,
    now: now(),
    origin,
    fileLinks,
    pdfLinks,
    conversations: options.conversations ?? usualSettings,
    model: options.model,
    translation: options.translation ?? withoutProvider,
    openapiLinks,
    fetched: new Map(),
    ifMatch: undefined,
    hasFolder: (url) => outbound.hasFolder(url),
    async enqueue(job) {
      const time = now();
      const maker = { user: user.id, origin, now: time, runner: runner.id, leaseUntil: runner.leaseUntil(time) };
      const id = await queueJob(queries, job, maker);
      queued.push({ id, secret: job.secret });
      return id;
    },
  });

  /** What a transaction queued begins when the transaction is through. */
  function begin(queued: readonly QueuedJob[]): void {
    for (const { id, secret } of queued) if (secret !== undefined) runner.keepSecret(id, secret);
    if (queued.length > 0) runner.wake();
    else runner.watch();
  }

  async function answer(request: Request): Promise<Response> {
    const url = new URL(request.url);
    if (url.pathname.startsWith("/files/")) return serveFile(database, fileLinks, request, now());
    if (url.pathname === "/uploads") return takeUpload(database, request, now());
    if (url.pathname.startsWith("/pdf/")) return servePdf(press, pdfLinks, request, now());
    if (url.pathname.startsWith("/openapi/")) return serveOpenAPI(database, openapiLinks, request, now());
    const route = router.find(request.method, url.pathname);
    const { operation } = await loadOperation(route.summary);
    let queued: QueuedJob[] = [];
    const contextIn = async (queries: Queries, fetched: Context["fetched"]): Promise<Context> => {
      queued = [];
      const user = await authenticate(queries, request, now());
      return { ...contextOf(queries, user, url.origin, queued), fetched, ifMatch: readIfMatch(request) };
    };
    if (hasBody(operation)) await database.read((queries) => authenticate(queries, request, now()));
    const body = await readBody(operation, request);
    const handler = handlerOf(route.summary) ?? (() => Promise.reject(notImplemented(operation)));
    const parse = () => parseInput(operation, route.params, url.searchParams, body);
    let fetched: ReadonlyMap<string, Fetched> = new Map();
    let prepared: unknown;
    if (typeof handler !== "function" && "prepare" in handler) {
      prepared = await handler.prepare(parse(), {
        signal: AbortSignal.any([request.signal, closing.signal]),
        read: (work) => database.read(async (queries) => work(await contextIn(queries, fetched))),
        write: (work) => database.write(async (queries) => work(await contextIn(queries, fetched))),
      });
    } else if (typeof handler !== "function") {
      const input = parse();
      const urls = handler.urls(input);
      if (urls.length > 0) {
        await database.read(async (queries) => handler.allow(input, await contextIn(queries, fetched)));
        fetched = await fetchAll(outbound, urls);
      }
    }
    const run = typeof handler === "function" ? handler : handler.run;
    const transaction = effects[operation.effect].readOnly ? database.read : database.write;
    const response = await transaction(async (queries) => {
      const context = await contextIn(queries, fetched);
      return respond(operation, await run(parse(), context, prepared));
    });
    begin(queued);
    return response;
  }

  const upkeep = new Upkeep(async () => {
    const { sweep } = await import("./upkeep/sweep.ts");
    await sweep({ database, folder: options.folder, now });
  }, log);
  upkeep.start();

  return {
    database,
    now,
    serves: (pathname) => /^\/(v1|files|openapi|pdf|uploads)(\/|$)/.test(pathname),
    fetch: (request) =>
      answer(request).catch((failure: unknown) => {
        if (request.signal.aborted && failure === request.signal.reason) {
          return errorResponse("request_timeout", "The caller went away before there was an answer.");
        }
        if (!(failure instanceof MethodProblem)) return renderFailure(failure, log);
        return errorResponse(failure.code, failure.message, { Allow: failure.allowed.join(", ") });
      }),
    takeUpJobs: () => runner.wake(),
    jobsSettled: () => runner.settled(),
    async close() {
      closing.abort(new Problem("unavailable", "The platform is closing. Send the request again after a moment."));
      await upkeep.close();
      await runner.close();
      await database.close();
    },
  };
}

type QueuedJob = { readonly id: string } & Pick<NewJob, "secret">;

function notImplemented({ id, summary }: AnyOperation): Problem {
  return new Problem("not_implemented", `The embedded platform does not do this yet: ${id} (${summary}).`);
}

function respond(operation: AnyOperation, answer: unknown): Response {
  if (answer instanceof Written) return streamJson(answer);
  const [success, result] = answer instanceof Made ? [201 as const, answer.result] : [operation.success, answer];
  if (success === "removed") {
    return new Response(null, { status: (result as { deleted: boolean }).deleted ? 205 : 204 });
  }
  if (success === 204) return new Response(null, { status: 204 });
  const location = success === 201 ? (result as { urls?: { location?: string } }).urls?.location : undefined;
  return Response.json(result, { status: success, headers: location === undefined ? {} : { Location: location } });
}

function streamJson({ pieces }: Written): Response {
  const iterator = pieces[Symbol.asyncIterator]();
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      const { done, value } = await iterator.next();
      if (done === true) controller.close();
      else controller.enqueue(value);
    },
    async cancel() {
      await iterator.return?.();
    },
  });
  return new Response(body, { headers: { "Content-Type": "application/json" } });
}

/** The revision in `If-Match`, with or without the quotes HTTP asks for. */
function readIfMatch(request: Request): string | undefined {
  const value = request.headers.get("if-match")?.trim();
  return value === undefined || value === "*" ? undefined : value.replace(/^(W\/)?"(.*)"$/, "$2");
}
