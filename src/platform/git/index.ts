export { GitFailure } from "./git-process.ts";
export type { GitAuthor } from "./make-commit.ts";
export { isBranch } from "./remote.ts";
export { findSyncs, forgetBlobs, removeSync } from "./rows.ts";
export { presentGitSync } from "./view.ts";
