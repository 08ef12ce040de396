import type { Context } from "./context.ts";

/** Something that happened in an organization, to the whole of it or to one space or site. */
export interface Happening {
  /** A type of integration event. */
  readonly type: string;
  readonly organization: string;
  readonly on?: { readonly kind: "space" | "site"; readonly content: string };
  /** What is to be told besides. */
  readonly members?: Readonly<Record<string, unknown>>;
}

/** A feature that follows what happens, in the transaction in which it happens. */
export interface HappeningSubscriber {
  happened(context: Context, happening: Happening): Promise<void>;
}

/** Tells the subscribers, one after the other. */
export async function announce(context: Context, happening: Happening): Promise<void> {
  for (const subscriber of context.happeningSubscribers) await subscriber.happened(context, happening);
}

/** The same, of a space. */
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

/** The same, of a site. */
export function announceSite(
  context: Context,
  site: { readonly id: string; readonly organization: string },
  type: string,
): Promise<void> {
  return announce(context, { type, organization: site.organization, on: { kind: "site", content: site.id } });
}

/** What events say of a change request. */
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
    /** In the order in which they are told. */
    readonly happeningSubscribers: readonly HappeningSubscriber[];
  }
}
