import type { Queries, Row } from "./database/tables.ts";
import type { NewJob } from "./jobs/new-job.ts";
import type { Fetched } from "./outbound/outbound.ts";

/** What a platform was set up with. Each feature adds its own members with `declare module`. */
export interface Setup {
  /** Whether a repository at a `file://` address may be used. */
  hasFolder(url: URL): boolean;
  /** The URL at which browsers reach the server, without a trailing slash; undefined to use the one in the request. */
  readonly publicUrl: string | undefined;
  /** Where this process serves browsers, for in-process callers; undefined while it serves nothing. */
  servedAt(): string | undefined;
}

/**
 * What a handler works with: one caller, one transaction. Features add members that belong to a transaction in the same
 * way.
 */
export interface Context extends Setup {
  readonly queries: Queries;
  readonly user: Row<"user">;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Scheme, host and port through which the caller reached the service. */
  readonly origin: string;
  /** What was fetched from the URLs in the request's input, by URL. */
  readonly fetched: ReadonlyMap<string, Fetched>;
  /** The revision of the request's `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** Queues a job within this transaction and returns its id. The job starts after the transaction is committed. */
  enqueue(job: NewJob): Promise<string>;
}

type OfCall =
  | "queries"
  | "user"
  | "now"
  | "origin"
  | "fetched"
  | "ifMatch"
  | "enqueue"
  | "entry"
  | "reader"
  | "previewToken"
  | "integration"
  | "through";

/** What features add to each transaction. */
export type TransactionParts = Omit<Context, keyof Setup | OfCall>;
