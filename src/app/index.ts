import type { PageContext } from "../accounts/page-context.ts";
import { type Client, createClient } from "../client/client.ts";
import { ApiError, ClientError } from "../client/errors.ts";
import { type AppRoute, readAppPath } from "../contract/app-addresses.ts";
import { errors } from "../contract/errors.ts";
import type { ValueService } from "../contract/value-call.ts";
import type { AppRecords } from "../platform/app-records.ts";
import { Problem } from "../platform/kernel/problem.ts";
import { h } from "../site/index.ts";
import { act } from "./act.ts";
import { type AppPage, type AppRequest, appRequest } from "./app-request.ts";
import { serveAsset } from "./assets.ts";
import { ComparisonQueue } from "./difference/comparison-queue.ts";
import { type LiveOptions, serveLive } from "./live/serve-live.ts";
import { NotFound, Refusal, respond } from "./respond.ts";
import { computeVersion, show } from "./show.ts";

export interface AppOptions extends LiveOptions {
  readonly records: AppRecords;
  /** The platform as a user may use it; links in answers use `origin`. */
  readonly createService: (user: string, origin: string) => ValueService;
}

/** Serves the desk's pages, below `/app/`; undefined for unknown paths. */
export type App = (context: PageContext) => Promise<Response | undefined>;

/** Megabytes: the text of the longest page, each byte of which a form may encode as three. */
const maxFormMegabytes = 20;

export function createApp(options: AppOptions): App {
  const comparisons = new ComparisonQueue();
  return async (context) => {
    const { pathname } = context.url;
    const asset = serveAsset(pathname);
    if (asset !== undefined) return asset;
    const isLive = pathname === "/app/~live";
    const route = isLive ? readLiveRoute(context) : readAppPath(pathname);
    if (route === undefined) return undefined;
    const person = await context.person();
    if (person === undefined) return signInFirst(context, isLive);
    const client = createUserClient(options, context, person.user.id);
    const request = appRequest({
      context,
      client,
      person: { id: person.user.id, name: person.user.display_name },
      records: options.records,
      comparisons,
    });
    if (isLive) return serveLive(context, () => computeVersion(request, route), options);
    return serveRoute(request, route);
  };
}

function createUserClient({ createService }: AppOptions, { addresses: { origin } }: PageContext, user: string): Client {
  return createClient({ baseUrl: origin, values: createService(user, origin) });
}

/** The version of a live page. The query is that of the page. */
function readLiveRoute(context: PageContext): AppRoute | undefined {
  const at = context.url.searchParams.get("at") ?? "";
  const base = context.addresses.path("");
  const path = at.startsWith(`${base}/app`) ? at.slice(base.length) : at;
  if (!path.startsWith("/app") || !URL.canParse(path, context.url)) return undefined;
  const page = new URL(path, context.url);
  for (const [name, value] of page.searchParams) context.url.searchParams.append(name, value);
  return readAppPath(page.pathname);
}

function signInFirst(context: PageContext, isLive: boolean): Response {
  if (isLive) return new Response("Sign in again.\n", { status: 204 });
  const { pathname, search } = context.url;
  const returnTo = pathname === "/app" ? "/app/" : pathname + search;
  return context.goTo(`/app/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
}

async function serveRoute(request: AppRequest, route: AppRoute): Promise<Response> {
  const { context } = request;
  try {
    switch (context.request.method) {
      case "GET":
      case "HEAD":
        return respond(request, await show(request, route));
      case "POST": {
        const done = await act(request, route, await context.form(maxFormMegabytes));
        return typeof done === "string" ? context.goTo(withoutBase(request, done)) : respond(request, done);
      }
      default:
        throw new Problem("method_not_allowed", "This page accepts GET and POST.");
    }
  } catch (error) {
    // The client left, and its request ended.
    if (context.request.signal.aborted) return new Response(null, { status: 499 });
    const failure = toFailure(error);
    if (failure === undefined) throw error;
    return respond(request, failurePage(request, route, failure));
  }
}

/** `goTo` prepends the server's base path. */
const withoutBase = ({ context }: AppRequest, href: string) => href.slice(context.addresses.path("").length);

interface Failure {
  readonly status: number;
  readonly message: string;
}

/** The message shown to a person; undefined for an unexpected error. */
function toFailure(error: unknown): Failure | undefined {
  if (error instanceof NotFound) return { status: 404, message: "There is no such page, or you may not see it." };
  if (error instanceof Refusal) return { status: 409, message: error.message };
  if (error instanceof ApiError) return { status: error.status, message: error.serviceMessage };
  if (error instanceof ClientError) return { status: 502, message: error.message };
  if (error instanceof Problem) return { status: errors[error.code].status, message: error.message };
  return undefined;
}

function failurePage(request: AppRequest, route: AppRoute, { status, message }: Failure): AppPage {
  const isMissing = status === 404;
  return {
    title: isMissing ? "Not found" : "This did not work",
    status,
    organization: "organization" in route && !isMissing ? route.organization : undefined,
    main: [
      h("h1", {}, isMissing ? "Not found" : "This did not work"),
      h("p", { role: "alert" }, message),
      h(
        "p",
        {},
        h(
          "a",
          { href: request.href(isMissing ? { kind: "home" } : route) },
          isMissing ? "To your desk" : "Back to the page",
        ),
      ),
    ],
  };
}
