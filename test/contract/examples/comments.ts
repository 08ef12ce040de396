import type { Examples } from "./example.ts";

const paragraph = {
  object: "document",
  data: { schemaVersion: 8 },
  nodes: [
    {
      object: "block",
      type: "paragraph",
      isVoid: false,
      data: {},
      nodes: [{ object: "text", leaves: [{ object: "leaf", text: "The port is 8443 since version 3.", marks: [] }] }],
    },
  ],
};

export const comments: Examples = {
  listCommentsInSpace: {
    input: {
      spaceId: "space1",
      order: "asc",
      format: "markdown",
      status: "open",
      targetPage: "page1",
      authors: ["user1", "user2"],
      page: "cursor1",
      limit: 20,
    },
    sends:
      "GET /v1/spaces/space1/comments?order=asc&format=markdown&status=open&targetPage=page1&authors=user1&authors=user2&page=cursor1&limit=20",
  },
  postCommentInSpace: {
    input: {
      spaceId: "space1",
      node: "block1",
      page: "page1",
      body: { markdown: "Is this port still **8080**?" },
      tableCell: { record: "row3", definition: "column2" },
    },
    sends: "POST /v1/spaces/space1/comments",
    body: {
      node: "block1",
      page: "page1",
      body: { markdown: "Is this port still **8080**?" },
      tableCell: { record: "row3", definition: "column2" },
    },
  },
  getCommentInSpace: {
    input: { spaceId: "space1", commentId: "comment1", format: "document" },
    sends: "GET /v1/spaces/space1/comments/comment1?format=document",
  },
  updateCommentInSpace: {
    input: {
      spaceId: "space1",
      commentId: "comment1",
      resolved: true,
      body: { markdown: "Was this port ever 8080?" },
      addedReactions: ["1f44d"],
      removedReactions: ["1f44e"],
    },
    sends: "PUT /v1/spaces/space1/comments/comment1",
    body: {
      resolved: true,
      body: { markdown: "Was this port ever 8080?" },
      addedReactions: ["1f44d"],
      removedReactions: ["1f44e"],
    },
  },
  deleteCommentInSpace: {
    input: { spaceId: "space1", commentId: "comment1" },
    sends: "DELETE /v1/spaces/space1/comments/comment1",
  },
  listCommentRepliesInSpace: {
    input: { spaceId: "space1", commentId: "comment1", page: "cursor1", limit: 50, format: "markdown" },
    sends: "GET /v1/spaces/space1/comments/comment1/replies?page=cursor1&limit=50&format=markdown",
  },
  postCommentReplyInSpace: {
    input: { spaceId: "space1", commentId: "comment1", body: { document: paragraph } },
    sends: "POST /v1/spaces/space1/comments/comment1/replies",
    body: { body: { document: paragraph } },
  },
  getCommentReplyInSpace: {
    input: { spaceId: "space1", commentId: "comment1", commentReplyId: "reply1", format: "markdown" },
    sends: "GET /v1/spaces/space1/comments/comment1/replies/reply1?format=markdown",
  },
  updateCommentReplyInSpace: {
    input: {
      spaceId: "space1",
      commentId: "comment1",
      commentReplyId: "reply1",
      body: { markdown: "It is 8443." },
      addedReactions: ["1f389"],
      removedReactions: ["1f615"],
    },
    sends: "PUT /v1/spaces/space1/comments/comment1/replies/reply1",
    body: { body: { markdown: "It is 8443." }, addedReactions: ["1f389"], removedReactions: ["1f615"] },
  },
  deleteCommentReplyInSpace: {
    input: { spaceId: "space1", commentId: "comment1", commentReplyId: "reply1" },
    sends: "DELETE /v1/spaces/space1/comments/comment1/replies/reply1",
  },
  listCommentersInSpace: {
    input: { spaceId: "space1", page: "cursor1", limit: 10 },
    sends: "GET /v1/spaces/space1/commenters?page=cursor1&limit=10",
  },
  listCommentsInChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "17",
      order: "desc",
      format: "document",
      status: "resolved",
      targetPage: "page1",
      authors: ["user1"],
      page: "cursor1",
      limit: 100,
    },
    sends:
      "GET /v1/spaces/space1/change-requests/17/comments?order=desc&format=document&status=resolved&targetPage=page1&authors=user1&page=cursor1&limit=100",
  },
  postCommentInChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "17",
      node: "block4",
      page: "page2",
      body: { markdown: "Please name the region, as in the [limits](https://docs.example.com/limits)." },
      tableCell: { record: "row1", definition: "column1" },
    },
    sends: "POST /v1/spaces/space1/change-requests/17/comments",
    body: {
      node: "block4",
      page: "page2",
      body: { markdown: "Please name the region, as in the [limits](https://docs.example.com/limits)." },
      tableCell: { record: "row1", definition: "column1" },
    },
  },
  getCommentInChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "change1", commentId: "comment1", format: "markdown" },
    sends: "GET /v1/spaces/space1/change-requests/change1/comments/comment1?format=markdown",
  },
  updateCommentInChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      commentId: "comment1",
      resolved: false,
      body: { document: paragraph },
      addedReactions: ["1f440", "1f680"],
      removedReactions: ["1f44d"],
    },
    sends: "PUT /v1/spaces/space1/change-requests/change1/comments/comment1",
    body: {
      resolved: false,
      body: { document: paragraph },
      addedReactions: ["1f440", "1f680"],
      removedReactions: ["1f44d"],
    },
  },
  deleteCommentInChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "change1", commentId: "comment1" },
    sends: "DELETE /v1/spaces/space1/change-requests/change1/comments/comment1",
  },
  listCommentRepliesInChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      commentId: "comment1",
      format: "document",
      page: "cursor1",
      limit: 5,
    },
    sends:
      "GET /v1/spaces/space1/change-requests/change1/comments/comment1/replies?format=document&page=cursor1&limit=5",
  },
  postCommentReplyInChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      commentId: "comment1",
      format: "markdown",
      body: { markdown: "Done in the third paragraph." },
    },
    sends: "POST /v1/spaces/space1/change-requests/change1/comments/comment1/replies?format=markdown",
    body: { body: { markdown: "Done in the third paragraph." } },
  },
  getCommentReplyInChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      commentId: "comment1",
      commentReplyId: "reply1",
      format: "document",
    },
    sends: "GET /v1/spaces/space1/change-requests/change1/comments/comment1/replies/reply1?format=document",
  },
  updateCommentReplyInChangeRequest: {
    input: {
      spaceId: "space1",
      changeRequestId: "change1",
      commentId: "comment1",
      commentReplyId: "reply1",
      resolved: false,
      body: { markdown: "Done in the second paragraph." },
      addedReactions: ["1f44d"],
      removedReactions: ["1f44e"],
    },
    sends: "PUT /v1/spaces/space1/change-requests/change1/comments/comment1/replies/reply1",
    body: {
      resolved: false,
      body: { markdown: "Done in the second paragraph." },
      addedReactions: ["1f44d"],
      removedReactions: ["1f44e"],
    },
  },
  deleteCommentReplyInChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "change1", commentId: "comment1", commentReplyId: "reply1" },
    sends: "DELETE /v1/spaces/space1/change-requests/change1/comments/comment1/replies/reply1",
  },
  listCommentersInChangeRequest: {
    input: { spaceId: "space1", changeRequestId: "17", page: "cursor1", limit: 10 },
    sends: "GET /v1/spaces/space1/change-requests/17/commenters?page=cursor1&limit=10",
  },
};
