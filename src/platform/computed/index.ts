export { computedPagesSubscriber, computedSpecSubscriber, followComputed, followCopy, recompute } from "./follow.ts";
export { listComputedPages, removeComputedPagesOf } from "./rows.ts";
