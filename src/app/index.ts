import type { Visit } from "../accounts/visit.ts";
import { type Client, createClient } from "../client/client.ts";
import { ApiError, ClientError } from "../client/errors.ts";
import { type AppPlace, readAppPath } from "../contract/app-addresses.ts";
import { errors } from "../contract/errors.ts";
import type { ValueService } from "../contract/value-call.ts";
import type { DeskRecords } from "../platform/desk-records.ts";
import { Problem } from "../platform/kernel/problem.ts";
import { h } from "../site/index.ts";
import { act } from "./act.ts";
import { type AppPage, type AppRequest, appRequest } from "./app-request.ts";
import { serveAsset } from "./assets.ts";
import { ComparisonQueue } from "./difference/comparison-queue.ts";
import { type LiveOptions, serveLive } from "./live/serve-live.ts";
import { NotFound, Refusal, respond } from "./respond.ts";
import { show, versionOf } from "./show.ts";

export interface AppOptions extends LiveOptions {
  readonly records: DeskRecords;
  /** The platform as a user may use it; links in answers use `origin`. */
  readonly serviceOf: (user: string, origin: string) => ValueService;
}

/** Serves the desk's pages, below `/app/`; undefined for unknown paths. */
export type App = (visit: Visit) => Promise<Response | undefined>;

/** Megabytes: the text of the longest page, each byte of which a form may encode as three. */
const mostOfForm = 20;

export function createApp(options: AppOptions): App {
  const comparisons = new ComparisonQueue();
  return async (visit) => {
    const { pathname } = visit.url;
    const asset = serveAsset(pathname);
    if (asset !== undefined) return asset;
    const isLive = pathname === "/app/~live";
    const place = isLive ? livePlace(visit) : readAppPath(pathname);
    if (place === undefined) return undefined;
    const person = await visit.person();
    if (person === undefined) return signInFirst(visit, isLive);
    const client = clientOf(options, visit, person.user.id);
    const request = appRequest({
      visit,
      client,
      person: { id: person.user.id, name: person.user.display_name },
      records: options.records,
      comparisons,
    });
    if (isLive) return serveLive(visit, () => versionOf(request, place), options);
    return answer(request, place);
  };
}

function clientOf({ serviceOf }: AppOptions, { place: { origin } }: Visit, user: string): Client {
  return createClient({ baseUrl: origin, values: serviceOf(user, origin) });
}

/** The version of a live page. The query is that of the page. */
function livePlace(visit: Visit): AppPlace | undefined {
  const at = visit.url.searchParams.get("at") ?? "";
  const base = visit.place.path("");
  const path = at.startsWith(`${base}/app`) ? at.slice(base.length) : at;
  if (!path.startsWith("/app") || !URL.canParse(path, visit.url)) return undefined;
  const page = new URL(path, visit.url);
  for (const [name, value] of page.searchParams) visit.url.searchParams.append(name, value);
  return readAppPath(page.pathname);
}

function signInFirst(visit: Visit, isLive: boolean): Response {
  if (isLive) return new Response("Sign in again.\n", { status: 204 });
  const { pathname, search } = visit.url;
  const returnTo = pathname === "/app" ? "/app/" : pathname + search;
  return visit.goTo(`/app/sign-in?returnTo=${encodeURIComponent(returnTo)}`);
}

async function answer(request: AppRequest, place: AppPlace): Promise<Response> {
  const { visit } = request;
  try {
    switch (visit.request.method) {
      case "GET":
      case "HEAD":
        return respond(request, await show(request, place));
      case "POST": {
        const done = await act(request, place, await visit.form(mostOfForm));
        return typeof done === "string" ? visit.goTo(withoutBase(request, done)) : respond(request, done);
      }
      default:
        throw new Problem("method_not_allowed", "This page takes GET and POST.");
    }
  } catch (error) {
    // The client left, and what it asked for ended.
    if (visit.request.signal.aborted) return new Response(null, { status: 499 });
    const failure = failureOf(error);
    if (failure === undefined) throw error;
    return respond(request, failurePage(request, place, failure));
  }
}

/** `goTo` prepends the server's base path. */
const withoutBase = ({ visit }: AppRequest, href: string) => href.slice(visit.place.path("").length);

interface Failure {
  readonly status: number;
  readonly message: string;
}

/** The message shown to a person; undefined for an unexpected error. */
function failureOf(error: unknown): Failure | undefined {
  if (error instanceof NotFound) return { status: 404, message: "There is no such page, or you may not see it." };
  if (error instanceof Refusal) return { status: 409, message: error.message };
  if (error instanceof ApiError) return { status: error.status, message: error.serviceMessage };
  if (error instanceof ClientError) return { status: 502, message: error.message };
  if (error instanceof Problem) return { status: errors[error.code].status, message: error.message };
  return undefined;
}

function failurePage(request: AppRequest, place: AppPlace, { status, message }: Failure): AppPage {
  const isMissing = status === 404;
  return {
    title: isMissing ? "Not found" : "This did not work",
    status,
    organization: "organization" in place && !isMissing ? place.organization : undefined,
    main: [
      h("h1", {}, isMissing ? "Not found" : "This did not work"),
      h("p", { role: "alert" }, message),
      h(
        "p",
        {},
        h(
          "a",
          { href: request.href(isMissing ? { kind: "home" } : place) },
          isMissing ? "To your desk" : "Back to the page",
        ),
      ),
    ],
  };
}
