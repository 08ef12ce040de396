import type { Differences } from "./difference.ts";

const oneConversation =
  "The description shows one of two bodies. The public one is a conversation or an array of them: the value of one field here.";

export const conversations: Differences = {
  ingestConversation: {
    added: { "body conversations is required": oneConversation },
    missing: {
      "body id is optional": oneConversation,
      "body metadata is optional": oneConversation,
      "body parts is optional": oneConversation,
      "body subject is optional": oneConversation,
    },
  },
  listConversationsIssues: {
    added: {
      "query conversation is at most 255":
        "A conversation has the id of the system it comes from: any text as long as ingesting takes.",
    },
  },
  listConversationsIssuesClusters: {
    added: {
      "query order is one of asc, desc": "Values from the public description; only the default is shown.",
      "query orderBy is one of conversations, issues, tasksBacklog, tasksStarted, tasksTotal, updatedAt":
        "Values from the public description; only the default is shown.",
    },
  },
};
