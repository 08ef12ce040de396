import type { Context } from "./context.ts";

/** An event in an organization, about the organization as a whole or one space or site. */
export interface Happening {
  /** A type of integration event; or `site_removed`, which integrations learn in another form. */
  readonly type: string;
  readonly organization: string;
  readonly on?: { readonly kind: "space" | "site"; readonly content: string };
  /** Additional members of the event. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A feature that reacts to events, in the transaction in which they happen. */
export interface HappeningSubscriber {
  happened(context: Context, happening: Happening): Promise<void>;
}

/** Notifies the subscribers, in turn. */
export async function announce(context: Context, happening: Happening): Promise<void> {
  for (const subscriber of context.happeningSubscribers) await subscriber.happened(context, happening);
}

/** Announces an event about a space. */
export function announceOf(
  context: Context,
  space: { readonly id: string; readonly organization: string },
  type: string,
  members: Readonly<Record<string, unknown>> = {},
): Promise<void> {
  return announce(context, {
    type,
    organization: space.organization,
    on: { kind: "space", content: space.id },
    members,
  });
}

/** Announces an event about a site. */
export function announceSite(
  context: Context,
  site: { readonly id: string; readonly organization: string },
  type: string,
): Promise<void> {
  return announce(context, { type, organization: site.organization, on: { kind: "site", content: site.id } });
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
    readonly happeningSubscribers: readonly HappeningSubscriber[];
  }
}
