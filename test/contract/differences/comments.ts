import type { Differences } from "./difference.ts";

const markdown = {
  'query format defaults to "markdown"':
    "The description shows no default, and an answer must have a form; its comments are in Markdown.",
};
const format = {
  ...markdown,
  "query format is one of document, markdown": "Values from the public description; none are shown.",
};
const filters = {
  ...format,
  "query order is one of asc, desc": "Values from the public description; only the default is shown.",
  "query status is one of all, open, resolved": "Values from the public description; only the default is shown.",
};

export const comments: Differences = {
  listCommentsInSpace: { added: filters },
  getCommentInSpace: { added: format },
  listCommentRepliesInSpace: { added: markdown },
  postCommentReplyInSpace: {
    added: { "body body is required": "The public service requires it; a reply is nothing else." },
    missing: { "body body is optional": "See above." },
  },
  getCommentReplyInSpace: { added: format },
  listCommentsInChangeRequest: { added: filters },
  getCommentInChangeRequest: { added: format },
  listCommentRepliesInChangeRequest: { added: format },
  postCommentReplyInChangeRequest: { added: format },
  getCommentReplyInChangeRequest: { added: markdown },
};
