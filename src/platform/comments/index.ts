export { commentSubscriber } from "./follow.ts";
export { changeRequestPlace } from "./place.ts";
export { postComment } from "./posting.ts";
export { countOpenComments, findComments, listCommentContributors, removeCommentsOn } from "./rows.ts";
export { presentComments } from "./view.ts";
