export { GitFailure } from "./git-process.ts";
export type { GitAuthor } from "./make-commit.ts";
export { isBranch } from "./remote.ts";
export { forgetBlobs, removeSync } from "./rows.ts";
export { gitSyncs } from "./view.ts";
