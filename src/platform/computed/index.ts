export { computedPagesSubscriber, computedSpecSubscriber, followComputed, followCopy, recompute } from "./follow.ts";
export { listComputedPages } from "./rows.ts";
