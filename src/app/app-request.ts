import type { PageContext } from "../accounts/page-context.ts";
import type { Client } from "../client/client.ts";
import { type AppRoute, appPath } from "../contract/app-addresses.ts";
import type { AppRecords } from "../platform/app-records.ts";
import type { ToolContext } from "../resolve/context.ts";
import type { Child } from "../site/html.ts";
import type { ComparisonQueue } from "./difference/comparison-queue.ts";

/** A signed-in person's request. Everything is read and written as that person, with their rights. */
export interface AppRequest {
  readonly context: PageContext;
  readonly client: Client;
  readonly person: { readonly id: string; readonly name: string };
  readonly query: URLSearchParams;
  readonly records: AppRecords;
  /** What compares long pages waits here for its turn. */
  readonly comparisons: ComparisonQueue;
  /** For reading change requests through the tools' code. */
  readonly tools: ToolContext;
  /** The address of a route, as browsers request it. */
  href(route: AppRoute, query?: Readonly<Record<string, string | undefined>>): string;
}

interface Parts {
  readonly records: AppRecords;
  readonly comparisons: ComparisonQueue;
  readonly context: PageContext;
  readonly client: Client;
  readonly person: AppRequest["person"];
}

/** Token limits only apply when results are presented to agents. */
const answerTokens = 100_000;

export function appRequest({ context, client, person, records, comparisons }: Parts): AppRequest {
  const { signal } = context.request;
  return {
    context,
    client,
    person,
    records,
    comparisons,
    query: context.url.searchParams,
    tools: { client, signal, answerTokens, progress: () => {} },
    href: (route, query = {}) => context.addresses.path(appPath(route)) + queryText(query),
  };
}

function queryText(query: Readonly<Record<string, string | undefined>>): string {
  const presentEntries = Object.entries(query).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]]));
  return presentEntries.length === 0 ? "" : `?${new URLSearchParams(presentEntries)}`;
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
