import { additionalEventTypes } from "../../contract/models/integration-event.ts";
import { presentUser } from "../access/people/index.ts";
import type { ContentSubscriber } from "../content/commit.ts";
import type { Context } from "../kernel/context.ts";
import { type PlatformEvent, type PlatformEventSubscriber, publishSpaceEvent } from "../kernel/events.ts";
import { uninstallAllFrom } from "./content-installations.ts";
import { findContentInstallation, listeners } from "./installations-rows.ts";
import { effectiveScopes } from "./integration-tokens.ts";
import { recordEvent } from "./queue-event.ts";

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
export const eventSubscriber: PlatformEventSubscriber = {
  async onEvent(context, { organization, on, type, members }: PlatformEvent) {
    if (type === "site_removed" && on !== undefined) return uninstallAllFrom(context, "site", on.content);
    const scope = neededScopes.find(([prefix]) => type.startsWith(prefix))?.[1];
    const about = on === undefined ? {} : on.kind === "space" ? { spaceId: on.content } : { siteId: on.content };
    for (const listener of await listeners(context.queries, organization)) {
      if (isAdditional(type) && !(JSON.parse(listener.events ?? all) as string[]).includes(type)) continue;
      if (scope !== undefined && !effectiveScopes(listener.given, listener.asked).includes(scope)) continue;
      if (on === undefined || (await worksOn(context, listener, on))) {
        await recordEvent(context, listener, { type, ...about, ...members });
      }
    }
  },
};

const isAdditional = (type: string) => additionalEventTypes.some((one) => one === type);

/** What integrations receive that were published before they could choose. */
const all = JSON.stringify(additionalEventTypes);

type Listener = Awaited<ReturnType<typeof listeners>>[number];

async function worksOn(
  { queries }: Context,
  { id, space_selection, site_selection }: Listener,
  { kind, content }: NonNullable<PlatformEvent["on"]>,
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
    if (changeRequest === undefined) return publishSpaceEvent(context, space, "space_content_updated", what);
    const about = { changeRequestId: changeRequest.id, changeRequestNumber: changeRequest.number };
    await publishSpaceEvent(context, space, "change_request_updated", { ...about, ...what });
  },
};
