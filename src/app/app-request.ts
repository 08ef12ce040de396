import type { Visit } from "../accounts/visit.ts";
import type { Client } from "../client/client.ts";
import { type AppPlace, appPath } from "../contract/app-addresses.ts";
import type { ToolContext } from "../desk/context.ts";
import type {
  ActFilter,
  HistoryFilter,
  JobFilter,
  ListedAct,
  ListedJob,
  ListedRevision,
} from "../platform/audit/index.ts";
import type { Child } from "../site/html.ts";

/** What a signed-in person asks for. Everything is read and written as that person, with their rights. */
export interface AppRequest {
  readonly visit: Visit;
  readonly client: Client;
  readonly person: { readonly id: string; readonly name: string };
  readonly query: URLSearchParams;
  readonly records: Records;
  /** For what tools read of change requests, which pages show to people. */
  readonly tools: ToolContext;
  /** The address of a place, as browsers ask for it. */
  href(place: AppPlace, query?: Readonly<Record<string, string | undefined>>): string;
}

/** What the platform keeps beside what its API tells. Asks nobody whether they may know. */
export interface Records {
  /** What was done, by whom and through what. */
  readonly listActs: (filter: ActFilter) => Promise<readonly ListedAct[]>;
  /** What is under way, and what ended lately. */
  readonly listJobs: (filter: JobFilter) => Promise<readonly ListedJob[]>;
  /** The revisions that led to one, with who made each through what. */
  readonly listRevisions: (filter: HistoryFilter) => Promise<readonly ListedRevision[]>;
}

interface Parts {
  readonly records: Records;
  readonly visit: Visit;
  readonly client: Client;
  readonly person: AppRequest["person"];
}

/** What tools read is cut to an answer's tokens only when it is presented to agents. */
const answerTokens = 100_000;

export function appRequest({ visit, client, person, records }: Parts): AppRequest {
  const { signal } = visit.request;
  return {
    visit,
    client,
    person,
    records,
    query: visit.url.searchParams,
    tools: { client, signal, answerTokens, progress: () => {} },
    href: (place, query = {}) => visit.place.path(appPath(place)) + queryText(query),
  };
}

function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** One page of the desk, before the frame that all have around them. */
export interface AppPage {
  readonly title: string;
  readonly main: Child;
  /** What is beside the text: the pages of a space. */
  readonly sidebar?: Child;
  readonly breadcrumbs?: readonly Crumb[];
  /** The organization that the page belongs to. */
  readonly organization?: string | undefined;
  readonly status?: number;
  /** What is shown takes the whole width. */
  readonly isWide?: boolean;
  /** Names the state that is shown: where one is given, the page follows what others change. */
  readonly version?: string | undefined;
}

export interface Crumb {
  readonly title: string;
  readonly href?: string | undefined;
}
