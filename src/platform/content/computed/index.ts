export { computedPagesSubscriber, computedSpecSubscriber, followComputed, followCopy, recompute } from "./follow.ts";
export { listComputedPages, removeSpaceComputedPages } from "./rows.ts";
