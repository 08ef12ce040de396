import { commentSubscriber } from "./comments/index.ts";
import { computedPagesSubscriber, computedSpecSubscriber } from "./computed/index.ts";
import type { ContentSubscriber } from "./content/commit.ts";
import { contentEventSubscriber, eventSubscriber, installationTransferSubscriber } from "./integrations/index.ts";
import type { HappeningSubscriber } from "./kernel/happenings.ts";
import { linkTransferSubscriber } from "./links/index.ts";
import type { SpecSubscriber } from "./openapi/index.ts";
import { approvalSubscriber } from "./reviews/index.ts";
import { searchSubscriber } from "./search/index.ts";
import type { TransferSubscriber } from "./spaces/index.ts";

/** What follows from each change of content, in this order and in its transaction. Links are indexed when asked for. */
export const contentSubscribers: readonly ContentSubscriber[] = [
  searchSubscriber,
  commentSubscriber,
  approvalSubscriber,
  computedPagesSubscriber,
  contentEventSubscriber,
];

export const specSubscribers: readonly SpecSubscriber[] = [computedSpecSubscriber];

/** Who is told of what happens, in the transaction in which it happens. */
export const happeningSubscribers: readonly HappeningSubscriber[] = [eventSubscriber];

/** What follows when spaces change their organization, in the transaction of the transfer. */
export const transferSubscribers: readonly TransferSubscriber[] = [
  linkTransferSubscriber,
  installationTransferSubscriber,
];
