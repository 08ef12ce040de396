import type { ContentSubscriber } from "../content/commit.ts";
import type { Context } from "../kernel/context.ts";
import { createId } from "../kernel/database/ids.ts";
import type { Queries, Row } from "../kernel/database/tables.ts";
import { announceOf, type Happening, type HappeningSubscriber } from "../kernel/happenings.ts";
import { hasOpenJob } from "../kernel/jobs/jobs-rows.ts";
import { sealColumn } from "../kernel/secrets/sealed-columns.ts";
import { presentUser } from "../people/index.ts";
import { insertEvent } from "./events-rows.ts";
import { effectiveScopes } from "./installation-tokens.ts";
import { findContentInstallation, listeners } from "./installations-rows.ts";

/** The scope required for event types with a prefix; the first match applies. */
const neededScopes: readonly (readonly [prefix: string, scope: string])[] = [
  ["space_content_", "space:content:read"],
  ["change_request_", "space:content:read"],
  ["comment_", "space:content:read"],
  ["review_", "space:content:read"],
  ["translation_", "space:content:read"],
  ["space_gitsync_", "space:git:sync"],
  ["space_", "space:metadata:read"],
  ["page_feedback", "page:feedback:read"],
  ["site_view", "site:views:read"],
  ["site_", "site:metadata:read"],
  ["issue_cluster_", "conversations:ingest"],
];

/** Records an event for the installations that listen to it. Each receives one event at a time. */
export const eventSubscriber: HappeningSubscriber = {
  async happened(context, { organization, on, type, members }: Happening) {
    const scope = neededScopes.find(([prefix]) => type.startsWith(prefix))?.[1];
    const about = on === undefined ? {} : on.kind === "space" ? { spaceId: on.content } : { siteId: on.content };
    for (const listener of await listeners(context.queries, organization)) {
      if (scope !== undefined && !effectiveScopes(listener.given, listener.asked).includes(scope)) continue;
      if (on === undefined || (await worksOn(context, listener, on))) {
        await tell(context, listener, { type, ...about, ...members });
      }
    }
  },
};

type Listener = Awaited<ReturnType<typeof listeners>>[number];

async function worksOn(
  { queries }: Context,
  { id, space_selection, site_selection }: Listener,
  { kind, content }: NonNullable<Happening["on"]>,
): Promise<boolean> {
  if ((kind === "space" ? space_selection : site_selection) === "all") return true;
  return (await findContentInstallation(queries, id, kind, content))?.status === "active";
}

/** For each new content of a space or of its change requests. */
export const contentEventSubscriber: ContentSubscriber = {
  async changed(context, { space, changeRequest, revision }) {
    // Integrations have no membership that would show them e-mail addresses.
    const updatedBy = [presentUser(context, { ...context.user, email: null })];
    const what = { revisionId: revision, updatedBy };
    if (changeRequest === undefined) return announceOf(context, space, "space_content_updated", what);
    const about = { changeRequestId: changeRequest.id, changeRequestNumber: changeRequest.number };
    await announceOf(context, space, "change_request_updated", { ...about, ...what });
  },
};

/** Records an event for one installation, whatever it listens to. */
export async function tell(
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
export async function ensureDelivery(context: Context, installation: string): Promise<void> {
  if (!(await hasOpenJob(context.queries, laneOf(installation)))) await queueDelivery(context, installation);
}

export interface DeliveryInput {
  readonly installation: string;
}

const laneOf = (installation: string) => `integration ${installation}`;

/** Queues delivery of an installation's events. */
export async function queueDelivery(context: Context, installation: string, dueAt?: string): Promise<void> {
  const input: DeliveryInput = { installation };
  await context.enqueue({ kind: "integration-delivery", input, lane: laneOf(installation), dueAt });
}
