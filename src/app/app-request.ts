import type { Visit } from "../accounts/visit.ts";
import type { Client } from "../client/client.ts";
import { type AppPlace, appPath } from "../contract/app-addresses.ts";
import type { ToolContext } from "../desk/context.ts";
import type { DeskRecords } from "../platform/desk-records.ts";
import type { Child } from "../site/html.ts";
import type { ComparisonQueue } from "./difference/comparison-queue.ts";

/** A signed-in person's request. Everything is read and written as that person, with their rights. */
export interface AppRequest {
  readonly visit: Visit;
  readonly client: Client;
  readonly person: { readonly id: string; readonly name: string };
  readonly query: URLSearchParams;
  readonly records: DeskRecords;
  /** What compares long pages waits here for its turn. */
  readonly comparisons: ComparisonQueue;
  /** For reading change requests through the tools' code. */
  readonly tools: ToolContext;
  /** The address of a place, as browsers ask for it. */
  href(place: AppPlace, query?: Readonly<Record<string, string | undefined>>): string;
}

interface Parts {
  readonly records: DeskRecords;
  readonly comparisons: ComparisonQueue;
  readonly visit: Visit;
  readonly client: Client;
  readonly person: AppRequest["person"];
}

/** Token limits only apply when results are presented to agents. */
const answerTokens = 100_000;

export function appRequest({ visit, client, person, records, comparisons }: Parts): AppRequest {
  const { signal } = visit.request;
  return {
    visit,
    client,
    person,
    records,
    comparisons,
    query: visit.url.searchParams,
    tools: { client, signal, answerTokens, progress: () => {} },
    href: (place, query = {}) => visit.place.path(appPath(place)) + queryText(query),
  };
}

function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const given = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return given.length === 0 ? "" : `?${new URLSearchParams(given)}`;
}

/** One page of the desk, without the common frame. */
export interface AppPage {
  readonly title: string;
  readonly main: Child;
  /** The sidebar: the pages of a space. */
  readonly sidebar?: Child;
  readonly breadcrumbs?: readonly Crumb[];
  /** The organization that the page belongs to. */
  readonly organization?: string | undefined;
  readonly status?: number;
  /** The content takes the full width. */
  readonly isWide?: boolean;
  /** The version of the displayed state; if present, the page updates itself when others change it. */
  readonly version?: string | undefined;
}

export interface Crumb {
  readonly title: string;
  readonly href?: string | undefined;
}
