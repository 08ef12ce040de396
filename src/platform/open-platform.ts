import { errors } from "../contract/errors.ts";
import { getPath } from "../contract/request-url.ts";
import type { ValueCall, ValueResponse } from "../contract/value-call.ts";
import type { Acting } from "./access/authenticate.ts";
import { requireJobMember } from "./access/members-rows.ts";
import { findUser } from "./access/people-rows.ts";
import { FileLinks, serveFile, takeUpload } from "./content/files/index.ts";
import { withObjectStorage } from "./content/large-contents.ts";
import { OpenAPILinks, serveOpenAPI } from "./content/openapi/index.ts";
import { SpaceContent } from "./content/space-content.ts";
import { type GitAuthor, gitSyncs } from "./exchange/git/index.ts";
import { PdfLinks, PdfRenderer, servePdf } from "./exchange/pdf/index.ts";
import {
  type CallOptions,
  ContractRouter,
  MethodProblem,
  Pipeline,
  readHttpRequest,
  readValueCall,
  renderHttp,
  renderValue,
  type ValueCaller,
} from "./http/index.ts";
import type { MailSettings } from "./identity/mail/index.ts";
import { IntegrationTokens, servePicture } from "./integrations/index.ts";
import { jobKinds } from "./job-kinds.ts";
import { limitCaches } from "./kernel/caches.ts";
import type { Setup } from "./kernel/context.ts";
import { type Database, type DatabaseAtTime, openDatabase } from "./kernel/database/database.ts";
import { randomText } from "./kernel/database/ids.ts";
import { errorResponse, failureBody, renderFailure, toFailure } from "./kernel/error-response.ts";
import type { JobKinds } from "./kernel/jobs/job-kind.ts";
import { JobRunner } from "./kernel/jobs/runner.ts";
import type { ModelSettings } from "./kernel/language-model/index.ts";
import { type ContextSource, newContext } from "./kernel/new-context.ts";
import { ObjectStorage, type ObjectStorageSettings } from "./kernel/object-storage.ts";
import { createOutbound, type Outbound } from "./kernel/outbound/outbound.ts";
import { Problem } from "./kernel/problem.ts";
import type { SecretKeys } from "./kernel/secrets/secret-keys.ts";
import { useSecretKeys, withKeysChecked } from "./kernel/secrets/secrets-rows.ts";
import { findSecretSetting, secretSettingOr } from "./kernel/settings-rows.ts";
import { type ConversationSettings, defaultSettings } from "./knowledge/conversations/index.ts";
import { type TranslationSettings, withoutProvider } from "./knowledge/translations/index.ts";
import { Upkeep } from "./operations/upkeep/index.ts";
import type { PublishedSites, ReaderServices } from "./publishing/published/index.ts";
import { hasSite, PreviewLinks, ReaderTokens, readersAccess } from "./publishing/sites/index.ts";
import { findHandler } from "./registry.ts";
import { contentSubscribers, eventSubscribers, specSubscribers, transferSubscribers } from "./subscribers.ts";

export type { ImportPlan, ImportWarning, PlanImportOptions } from "./exchange/space-files/index.ts";
export type { TrustedRemotes } from "./kernel/outbound/trusted-remotes.ts";
export type { Acting, MailSettings, ModelSettings, ObjectStorageSettings, Outbound, TranslationSettings };

export interface PlatformOptions {
  /** The data folder; made when it does not exist. */
  readonly folder: string;
  /** URL of the database; that of the data folder when left out. */
  readonly database?: string | undefined;
  /** Encrypt the secrets in the database; they are stored as they are when left out. */
  readonly secretKeys?: SecretKeys | undefined;
  /** Object storage for large files and texts; they are in the database when left out. */
  readonly files?: ObjectStorageSettings | undefined;
  /** The present time; tests set their own. */
  readonly now?: () => Date;
  /** Where unforeseen failures are written, one line each. */
  readonly log?: (line: string) => void;
  /** The way to URLs that users give; only public addresses when left out. */
  readonly outbound?: Outbound;
  /** Limit of the content cache, which all platforms of this process share, in bytes. */
  readonly cacheBytes?: number;
  /** How conversations are treated; masked when left out. */
  readonly conversations?: ConversationSettings;
  /** The language model that the operator named. */
  readonly model?: ModelSettings | undefined;
  /** Who translates; whoever runs a translation when left out. */
  readonly translation?: TranslationSettings;
  /** Whose name commits bear; that of the person who exports when left out. */
  readonly gitAuthor?: GitAuthor | undefined;
  /** Path of the program that runs scripts of integrations; that of the package next to this one when left out. */
  readonly scriptRuntime?: string | undefined;
  /** Where clients reach the server, without a slash at its end. */
  readonly publicUrl?: string | undefined;
  /** How mail is sent; none is when left out, and mail that is due is left to processes that can. */
  readonly mail?: MailSettings | undefined;
  /** What jobs this process runs; all there are when left out. */
  readonly jobs?: JobKinds;
}

/** The documentation platform of one data folder. */
export interface Platform extends DatabaseAtTime {
  /** Serves `/v1` and the links that its responses hold. A dry run is only possible for operations. */
  fetch(request: Request, options?: CallOptions): Promise<Response>;
  /** The same for the call of an operation by values. */
  call(call: ValueCall, caller: ValueCaller): Promise<ValueResponse>;
  /**
   * Serves a reader of a published site; undefined if the address belongs to none. Under a host name that is not
   * the server's own, only sites of that name are found.
   */
  serveReader(request: Request, isOwnHost: boolean, services?: ReaderServices): Promise<Response | undefined>;
  /** This process serves browsers at a URL from now on: links in responses to in-process callers lead there. */
  serveAt(url: string): void;
  /** Looks for jobs from now on, also those that other processes left. Otherwise the first request starts that. */
  takeUpJobs(): void;
  /** Whether a path is one that `fetch` handles, where other content is served as well. */
  serves(pathname: string): boolean;
  /** Names the integration or installation that a token is of; undefined for other tokens, and for expired ones. */
  findIntegrationSubject(token: string): string | undefined;
  /** Resolves when the jobs that are due and that no other process has are done. */
  jobsSettled(): Promise<void>;
  /** Records that the process ends with an uncaught error, and returns its running jobs to the queue. */
  recordCrash(): Promise<void>;
  /** Jobs that still run are returned to the queue, for another process or the next start. */
  close(): Promise<void>;
}

/** Opens a data folder. Throws `DataFolderError` and `DatabaseServerError`. */
export async function openPlatform(options: PlatformOptions): Promise<Platform> {
  if (options.cacheBytes !== undefined) limitCaches(options.cacheBytes);
  const opened = withKeysChecked(await openDatabase(options.folder, options.database));
  const database = options.files === undefined ? opened : withObjectStorage(opened, new ObjectStorage(options.files));
  const now = () => (options.now?.() ?? new Date(database.now())).toISOString();
  const log = options.log ?? ((line) => process.stderr.write(`${line}\n`));
  const linkKey = await openSecrets(database, options.secretKeys).catch(async (error: unknown) => {
    await database.close();
    throw error;
  });
  const fileLinks = new FileLinks(linkKey);
  const pdfLinks = new PdfLinks(linkKey);
  const openapiLinks = new OpenAPILinks(linkKey);
  const renderer = new PdfRenderer(database, options.folder);
  const outbound = options.outbound ?? createOutbound();
  const closing = new AbortController();
  const router = new ContractRouter();
  const runner = new JobRunner({
    database,
    folder: options.folder,
    kinds: options.jobs ?? kindsFor(options),
    outbound,
    log,
    now,
    async contextFor(queries, job) {
      const user = await findUser(queries, job.created_by);
      if (user === undefined) throw new Problem("forbidden", "The user who requested this no longer exists.");
      await requireJobMember(queries, user, job);
      return newContext(contexts, queries, { user, origin: job.origin, queued: [] });
    },
  });
  let servedAt: string | undefined;
  const setup: Setup = {
    contentSubscribers,
    specSubscribers,
    eventSubscribers,
    fileLinks,
    pdfLinks,
    openapiLinks,
    previewLinks: new PreviewLinks(linkKey),
    readersAccess,
    gitSyncs,
    hasSite,
    transferSubscribers,
    readerTokens: new ReaderTokens(linkKey),
    integrationTokens: new IntegrationTokens(linkKey),
    callApi: (request) => rendered(request, serve(request)),
    conversations: options.conversations ?? defaultSettings,
    model: options.model,
    translation: options.translation ?? withoutProvider,
    gitAuthor: options.gitAuthor,
    scriptRuntime: options.scriptRuntime,
    hasFolder: (url) => outbound.hasFolder(url),
    publicUrl: options.publicUrl,
    servedAt: () => servedAt,
    mail: options.mail,
  };
  const contexts: ContextSource = {
    setup,
    runner,
    now,
    createParts: (queries) => ({ content: new SpaceContent(queries) }),
  };
  const { folder } = options;
  const pipeline = new Pipeline({
    database,
    folder,
    outbound,
    runner,
    contexts,
    findHandler: findHandler,
    closing: closing.signal,
  });

  async function serve(request: Request, options: CallOptions = {}): Promise<Response> {
    const pathname = getPath(request);
    if (pathname.startsWith("/files/")) return serveFile(database, fileLinks, request, now());
    if (pathname === "/uploads") return takeUpload(database, request, now(), options.acting);
    if (pathname.startsWith("/pdf/")) return servePdf(renderer, pdfLinks, request, now());
    if (pathname.startsWith("/openapi/")) return serveOpenAPI(database, openapiLinks, request, now());
    if (pathname.startsWith("/integrations/")) {
      const { serveIntegration } = await import("./integrations/serve-integration.ts");
      return serveIntegration({ database, contexts, outbound, closing: closing.signal, log }, request);
    }
    if (pathname.startsWith("/integration-pictures/")) return servePicture(database, request);
    const route = router.find(request.method, pathname);
    const response = await pipeline.handle(readHttpRequest(request, route, options));
    return renderHttp(response, request.headers.get("accept-encoding") ?? "");
  }

  async function callByValues(call: ValueCall, caller: ValueCaller): Promise<ValueResponse> {
    const route = router.findById(call.operation, call.params);
    return renderValue(await pipeline.handle(readValueCall(call, route, caller)));
  }

  const failedValue = (failure: unknown): ValueResponse => {
    const failed = toFailure(failure, log);
    return { status: errors[failed.code].status, error: failureBody(failed), retryAfter: failed.retryAfter };
  };

  const rendered = <Served>(request: Request, served: Promise<Served>): Promise<Served | Response> =>
    served.catch((failure: unknown) => {
      if (request.signal.aborted && failure === request.signal.reason) {
        return errorResponse("request_timeout", "The caller disconnected before there was a response.");
      }
      if (!(failure instanceof MethodProblem)) return renderFailure(failure, log);
      return errorResponse(failure.code, failure.message, { Allow: failure.allowed.join(", ") });
    });

  let sites: Promise<PublishedSites> | undefined;
  const openSites = async () => {
    const { PublishedSites } = await import("./publishing/published/index.ts");
    return new PublishedSites({
      database,
      now,
      publicUrl: options.publicUrl,
      previewLinks: setup.previewLinks,
      renderer,
      contextFor: (queries, user, origin) => newContext(contexts, queries, { user, origin, queued: [] }),
      wake: () => runner.wake(),
      model: options.model,
      closing: closing.signal,
      log,
    });
  };
  const serveReader: Platform["serveReader"] = async (...asked) => {
    sites ??= openSites();
    return (await sites).serve(...asked);
  };

  const upkeep = new Upkeep(async () => {
    const { sweep } = await import("./operations/upkeep/sweep.ts");
    await sweep({ database, folder: options.folder, now });
  }, log);
  upkeep.start();

  return {
    database,
    now,
    serves: (pathname) => /^\/(v1|files|openapi|pdf|uploads|integrations|integration-pictures)(\/|$)/.test(pathname),
    findIntegrationSubject: (token) => setup.integrationTokens.findSubject(token, now()),
    fetch: (request, options) => rendered(request, serve(request, options)),
    call: (call, caller) => callByValues(call, caller).catch(failedValue),
    serveReader: (...asked) => rendered(asked[0], serveReader(...asked)),
    serveAt(url) {
      servedAt = url;
    },
    takeUpJobs: () => runner.wake(),
    recordCrash: () => runner.recordCrash(),
    jobsSettled: () => runner.settled(),
    async close() {
      closing.abort(new Problem("unavailable", "The platform is closing. Send the request again after a moment."));
      await upkeep.close();
      await (await sites)?.close();
      await runner.close();
      await database.close();
    },
  };
}

function kindsFor({ mail }: PlatformOptions): JobKinds {
  if (mail !== undefined) return jobKinds;
  const { "invitation-mail": _, ...others } = jobKinds;
  return others;
}

/** The key that signs links. Throws `SecretKeyError`. */
async function openSecrets(database: Database, keys: SecretKeys | undefined): Promise<string> {
  await useSecretKeys(database, keys);
  return readLinkKey(database);
}

/** Read first: a folder that is damaged takes no write, and can still be read. */
async function readLinkKey(database: Database): Promise<string> {
  const name = "file-links";
  const stored = await database.read((queries) => findSecretSetting(queries, name));
  return stored ?? database.write((queries) => secretSettingOr(queries, name, () => randomText(43)));
}
