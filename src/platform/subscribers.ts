import { commentSubscriber } from "./comments/follow.ts";
import { computedPagesSubscriber, computedSpecSubscriber } from "./computed/follow.ts";
import type { ContentSubscriber } from "./content/commit.ts";
import type { SpecSubscriber } from "./openapi/spec-subscriber.ts";
import { searchSubscriber } from "./search/index-content.ts";

/** What follows from each change of content, in this order and in its transaction. Links are indexed when asked for. */
export const contentSubscribers: readonly ContentSubscriber[] = [
  searchSubscriber,
  commentSubscriber,
  computedPagesSubscriber,
];

export const specSubscribers: readonly SpecSubscriber[] = [computedSpecSubscriber];
