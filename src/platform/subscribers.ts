import type { ContentSubscriber } from "./content/commit.ts";
import { computedPagesSubscriber, computedSpecSubscriber } from "./content/computed/index.ts";
import type { SpecSubscriber } from "./content/openapi/index.ts";
import { searchSubscriber } from "./content/search/index.ts";
import { contentEventSubscriber, eventSubscriber, installationTransferSubscriber } from "./integrations/index.ts";
import type { PlatformEventSubscriber } from "./kernel/events.ts";
import { commentSubscriber } from "./review/comments/index.ts";
import { approvalSubscriber } from "./review/reviews/index.ts";
import { linkTransferSubscriber } from "./workspace/links/index.ts";
import type { TransferSubscriber } from "./workspace/spaces/index.ts";

/**
 * What follows from each change of content, in this order and in its transaction. Links are indexed when they are
 * requested.
 */
export const contentSubscribers: readonly ContentSubscriber[] = [
  searchSubscriber,
  commentSubscriber,
  approvalSubscriber,
  computedPagesSubscriber,
  contentEventSubscriber,
];

export const specSubscribers: readonly SpecSubscriber[] = [computedSpecSubscriber];

/** Subscribers of events, in the transaction of the event. */
export const eventSubscribers: readonly PlatformEventSubscriber[] = [eventSubscriber];

/** What follows when spaces change their organization, in the transaction of the transfer. */
export const transferSubscribers: readonly TransferSubscriber[] = [
  linkTransferSubscriber,
  installationTransferSubscriber,
];
