import { commentSubscriber } from "./comments/index.ts";
import { computedPagesSubscriber, computedSpecSubscriber } from "./computed/index.ts";
import type { ContentSubscriber } from "./content/commit.ts";
import type { SpecSubscriber } from "./openapi/index.ts";
import { searchSubscriber } from "./search/index.ts";

/** What follows from each change of content, in this order and in its transaction. Links are indexed when asked for. */
export const contentSubscribers: readonly ContentSubscriber[] = [
  searchSubscriber,
  commentSubscriber,
  computedPagesSubscriber,
];

export const specSubscribers: readonly SpecSubscriber[] = [computedSpecSubscriber];
