import type { ExpressionBuilder, Generated } from "kysely";
import { keptRow } from "../kernel/database/kept-row.ts";
import { newestFirst, orderMade } from "../kernel/database/row-order.ts";
import type { Json, NewRow, Queries, Row, Tables, Timestamp } from "../kernel/database/tables.ts";

export async function insertEvent(queries: Queries, row: NewRow<"integration_event">): Promise<void> {
  await queries.insertInto("integration_event").values(row).execute();
}

export const findEvent = keptRow((queries, integration: string, id: string) =>
  queries.selectFrom("integration_event").selectAll().where("integration", "=", integration).where("id", "=", id),
);

/** The event of an installation that is to be sent next: the oldest that waits. */
export const nextWaiting = keptRow((queries, installation: string) =>
  queries
    .selectFrom("integration_event")
    .selectAll()
    .where("installation", "=", installation)
    .where("status", "=", "waiting")
    .orderBy(orderMade("integration_event"))
    .limit(1),
);

export async function updateEvent(
  queries: Queries,
  id: string,
  change: Partial<Row<"integration_event">>,
): Promise<void> {
  await queries.updateTable("integration_event").set(change).where("id", "=", id).execute();
}

export interface EventFilter {
  readonly integration: string;
  /** What was sent, when left out. */
  readonly status?: Row<"integration_event">["status"] | undefined;
  readonly installation?: string | undefined;
}

/** The newest first, from before `order`. */
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

/** Takes back what an installation was to be told. */
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

/** Forgets some of what was settled before a time. Returns how many events it was. */
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
  /** Null for what concerns no installation. */
  installation: string | null;
  organization: string;
  type: string;
  payload: Json;
  status: "waiting" | "success" | "failed";
  attempts: Generated<number>;
  /** What was noted while it was handled, oldest first. */
  logs: Generated<Json>;
  created_at: Timestamp;
  due_at: Timestamp;
  settled_at: Timestamp | null;
}

declare module "../kernel/database/tables.ts" {
  interface Tables {
    integration_event: IntegrationEventTable;
  }
}
