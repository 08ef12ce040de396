import type { ExpressionBuilder, Generated } from "kysely";
import { compiledRow, compiledRows, compiledStatement } from "../kernel/database/compiled-query.ts";
import { insertionOrder, newestFirst } from "../kernel/database/row-order.ts";
import type { NewRow, Queries, Row, Tables, Timestamp } from "../kernel/database/tables.ts";
import type { Sealed } from "../kernel/secrets/sealed-columns.ts";

export const insertEvent = compiledStatement((queries, row: NewRow<"integration_event">) =>
  queries.insertInto("integration_event").values(row),
);

export const findEvent = compiledRow((queries, integration: string, id: string) =>
  queries.selectFrom("integration_event").selectAll().where("integration", "=", integration).where("id", "=", id),
);

/** Limit on the waiting events that are considered at once. */
const maxConsidered = 100;

/** The events that an installation waits for, oldest first. */
export const nextWaiting = compiledRows((queries, installation: string) =>
  queries
    .selectFrom("integration_event")
    .selectAll()
    .where("installation", "=", installation)
    .where("status", "=", "waiting")
    .orderBy(insertionOrder("integration_event"))
    .limit(maxConsidered),
);

/** The tasks of an integration, the one that is due first in front. */
export const nextTasks = compiledRows((queries, integration: string) =>
  queries
    .selectFrom("integration_event")
    .selectAll()
    .where("integration", "=", integration)
    .where("type", "=", "task")
    .where("status", "=", "waiting")
    .orderBy("due_at")
    .orderBy(insertionOrder("integration_event"))
    .limit(maxConsidered),
);

/** Removes the tasks of an integration that wait. */
export async function deleteTasks(queries: Queries, integration: string): Promise<void> {
  await queries
    .deleteFrom("integration_event")
    .where("integration", "=", integration)
    .where("type", "=", "task")
    .where("status", "=", "waiting")
    .execute();
}

export async function countTasks(queries: Queries, integration: string): Promise<number> {
  const { count } = await queries
    .selectFrom("integration_event")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("integration", "=", integration)
    .where("type", "=", "task")
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  return count;
}

/** Requests to a script's public endpoint that are stored for each integration: anybody can send them. */
const maxRequests = 100;

export async function deleteOlderRequests(queries: Queries, integration: string): Promise<void> {
  await queries
    .deleteFrom("integration_event")
    .where("integration", "=", integration)
    .where("type", "=", "fetch")
    .where("id", "not in", (events) =>
      events
        .selectFrom("integration_event as latest")
        .select("latest.id")
        .where("latest.integration", "=", integration)
        .where("latest.type", "=", "fetch")
        .orderBy("latest.created_at", "desc")
        .orderBy("latest.id")
        .limit(maxRequests),
    )
    .execute();
}

export async function updateEvent(
  queries: Queries,
  id: string,
  change: Partial<Row<"integration_event">>,
): Promise<void> {
  await queries.updateTable("integration_event").set(change).where("id", "=", id).execute();
}

export interface EventFilter {
  readonly integration: string;
  /** If left out, all except `waiting`. */
  readonly status?: Row<"integration_event">["status"] | undefined;
  readonly installation?: string | undefined;
}

/** Newest first, before `order`. */
export function listEvents(queries: Queries, filter: EventFilter, before: number | undefined, limit: number) {
  const query = queries
    .selectFrom("integration_event")
    .selectAll()
    .where((builder) => matches(builder, filter));
  return newestFirst(query, "integration_event", before, limit).execute();
}

export async function countEvents(queries: Queries, filter: EventFilter): Promise<number> {
  const { count } = await queries
    .selectFrom("integration_event")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where((builder) => matches(builder, filter))
    .executeTakeFirstOrThrow();
  return count;
}

const matches = (
  { eb, and }: ExpressionBuilder<Tables, "integration_event">,
  { integration, status, installation }: EventFilter,
) =>
  and([
    eb("integration", "=", integration),
    status === undefined ? eb("status", "!=", "waiting") : eb("status", "=", status),
    ...(installation === undefined ? [] : [eb("installation", "=", installation)]),
  ]);

/** Removes an installation's pending events. */
export async function deleteWaiting(queries: Queries, installation: string): Promise<void> {
  await queries
    .deleteFrom("integration_event")
    .where("installation", "=", installation)
    .where("status", "=", "waiting")
    .execute();
}

export async function deleteEvents(queries: Queries, integration: string): Promise<void> {
  await queries.deleteFrom("integration_event").where("integration", "=", integration).execute();
}

/** Deletes some events that were completed before a time. Returns their number. */
export async function forgetSettledEvents(queries: Queries, time: string, limit: number): Promise<number> {
  const { numDeletedRows } = await queries
    .deleteFrom("integration_event")
    .where("id", "in", (events) =>
      events.selectFrom("integration_event").select("id").where("settled_at", "<", time).limit(limit),
    )
    .executeTakeFirst();
  return Number(numDeletedRows);
}

interface IntegrationEventTable {
  id: string;
  /** By name. */
  integration: string;
  /** Null if it concerns no installation. */
  installation: string | null;
  organization: string;
  type: string;
  /** JSON. */
  payload: Sealed;
  status: "waiting" | "success" | "failed";
  attempts: Generated<number>;
  /** JSON: log lines from its handling, oldest first. */
  logs: Generated<Sealed>;
  created_at: Timestamp;
  due_at: Timestamp;
  settled_at: Timestamp | null;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    integration_event: IntegrationEventTable;
  }
}
