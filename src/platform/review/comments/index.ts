export { toCommentedContent } from "./commented-content.ts";
export { commentSubscriber } from "./follow.ts";
export { postComment } from "./posting.ts";
export { countOpenComments, findComments, listCommentContributors, removeCommentsOn } from "./rows.ts";
export { presentComments } from "./view.ts";
