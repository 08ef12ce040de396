import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { bringForward, hasOpenJob } from "../kernel/jobs/jobs-rows.ts";
import { sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { insertEvent } from "./events-rows.ts";

/** Records an event for one installation, whatever it listens to. */
export async function recordEvent(
  context: Context,
  { id: installation, integration, organization }: Pick<Row<"installation">, "id" | "integration" | "organization">,
  event: Readonly<Record<string, unknown>> & { readonly type: string },
): Promise<void> {
  const id = createId();
  const payload = JSON.stringify({ eventId: id, installationId: installation, ...event });
  await insertEvent(context.queries, {
    id,
    integration,
    installation,
    organization,
    type: event.type,
    payload: sealColumn(context.queries, "integration_event.payload", { id }, payload),
    logs: sealColumn(context.queries, "integration_event.logs", { id }, "[]"),
    status: "waiting",
    created_at: context.now,
    due_at: context.now,
    settled_at: null,
  });
  const { queries } = context;
  const queued = queuedIn.get(queries) ?? new Set();
  if (queued.has(installation)) return;
  queuedIn.set(queries, queued.add(installation));
  await ensureDelivery(context, installation);
}

/** Installations whose delivery the transaction has already queued. */
const queuedIn = new WeakMap<Queries, Set<string>>();

/** Queues delivery of an installation's pending events, unless it is queued already. */
export function ensureDelivery(context: Context, installation: string): Promise<void> {
  return ensureQueued(context, { installation }, context.now);
}

/** Records a task of an integration, which its script receives after a time. */
export async function recordTask(
  context: Context,
  { name, organization }: Row<"integration">,
  task: Readonly<Record<string, unknown>>,
  dueAt: string,
): Promise<void> {
  const id = createId();
  const payload = JSON.stringify({ eventId: id, type: "task", task });
  await insertEvent(context.queries, {
    id,
    integration: name,
    installation: null,
    organization,
    type: "task",
    payload: sealColumn(context.queries, "integration_event.payload", { id }, payload),
    logs: sealColumn(context.queries, "integration_event.logs", { id }, "[]"),
    status: "waiting",
    created_at: context.now,
    due_at: dueAt,
    settled_at: null,
  });
  await ensureQueued(context, { integration: name }, dueAt);
}

/** The events of an installation, or the tasks of an integration. */
export type DeliveryInput =
  | { readonly installation: string; readonly integration?: undefined }
  | { readonly integration: string; readonly installation?: undefined };

const getLane = ({ installation, integration }: DeliveryInput) =>
  installation === undefined ? `integration tasks ${integration}` : `integration ${installation}`;

/** A job that waits for a later event is brought forward. */
async function ensureQueued(context: Context, input: DeliveryInput, dueAt: string): Promise<void> {
  const lane = getLane(input);
  if (!(await hasOpenJob(context.queries, lane))) return queueDelivery(context, input, dueAt);
  await bringForward(context.queries, lane, dueAt);
}

/** Queues delivery of what waits. */
export async function queueDelivery(context: Context, input: DeliveryInput, dueAt: string): Promise<void> {
  await context.enqueue({ kind: "integration-delivery", input, lane: getLane(input), dueAt });
}
