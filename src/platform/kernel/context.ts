import type { Queries, Row } from "./database/tables.ts";
import type { NewJob } from "./jobs/new-job.ts";
import type { Fetched } from "./outbound/outbound.ts";

/** What a platform was set up with. Each feature adds what it needs, in a `declare module`. */
export interface Setup {
  /** Whether a repository at a `file://` address may be asked for. */
  hasFolder(url: URL): boolean;
  /** Where browsers reach the server, without a slash at its end; undefined where that is as they ask. */
  readonly publicUrl: string | undefined;
  /** Where this process serves browsers, for calls that come in process; undefined while it serves nothing. */
  servedAt(): string | undefined;
}

/** What a handler works with: one caller, one transaction. Features add what belongs to a transaction alike. */
export interface Context extends Setup {
  readonly queries: Queries;
  readonly user: Row<"user">;
  /** ISO 8601, UTC. */
  readonly now: string;
  /** Scheme, host and port the caller reached the service at. */
  readonly origin: string;
  /** What the URLs in the request's input gave, by URL. */
  readonly fetched: ReadonlyMap<string, Fetched>;
  /** The revision of the request's `If-Match` header. */
  readonly ifMatch: string | undefined;
  /** Puts a job into the queue with this transaction and returns its id. It begins once the transaction is through. */
  enqueue(job: NewJob): Promise<string>;
}

type OfCall = "queries" | "user" | "now" | "origin" | "fetched" | "ifMatch" | "enqueue" | "entry";

/** What features add to each transaction. */
export type TransactionParts = Omit<Context, keyof Setup | OfCall>;
