import type { Context } from "./context.ts";

/** An event in an organization, about the organization as a whole or one space or site. */
export interface PlatformEvent {
  /** A type of integration event; or `site_removed`, which integrations learn in another form. */
  readonly type: string;
  readonly organization: string;
  readonly on?: { readonly kind: "space" | "site"; readonly content: string };
  /** Additional members of the event. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A feature that reacts to events, in the transaction in which they happen. */
export interface PlatformEventSubscriber {
  onEvent(context: Context, event: PlatformEvent): Promise<void>;
}

/** Notifies the subscribers, in turn. */
export async function publishEvent(context: Context, event: PlatformEvent): Promise<void> {
  for (const subscriber of context.eventSubscribers) await subscriber.onEvent(context, event);
}

/** Announces an event about a space. */
export function publishSpaceEvent(
  context: Context,
  space: { readonly id: string; readonly organization: string },
  type: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return publishEvent(context, {
    type,
    organization: space.organization,
    on: { kind: "space", content: space.id },
    members,
  });
}

/** Announces an event about a site. */
export function publishSiteEvent(
  context: Context,
  site: { readonly id: string; readonly organization: string },
  type: string,
): Promise<void> {
  return publishEvent(context, { type, organization: site.organization, on: { kind: "site", content: site.id } });
}

/** The members that events have about a change request. */
export const aboutChangeRequest = (row: {
  readonly id: string;
  readonly number: number;
  readonly subject: string;
}) => ({
  changeRequestId: row.id,
  changeRequestNumber: row.number,
  subject: row.subject,
});

declare module "./context.ts" {
  interface Setup {
    /** In the order in which they are notified. */
    readonly eventSubscribers: readonly PlatformEventSubscriber[];
  }
}
