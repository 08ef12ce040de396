import type { Differences } from "./difference.ts";

const format = {
  'query format defaults to "document"': "The description shows no default, and an answer must have a form.",
};
const markdownReferences = {
  "query format.markdown.refs is one of relative, stable": "Values from the public description; none are shown.",
};
const comment = {
  'query format defaults to "markdown"': "The description shows no default, and an answer must have a form.",
};
const subject = { "body subject is at most 100": "The bound that the change request's own field has." };
const status = {
  "query status is one of archived, draft, merged, open": "Values from the public description; none are shown.",
};

export const changes: Differences = {
  getPageInChangeRequestById: { added: { ...format, ...markdownReferences } },
  getPageInChangeRequestByPath: { added: { ...format, ...markdownReferences } },
  listChangeRequestsForSpace: { added: status },
  listChangeRequestsForOrganization: {
    added: {
      'query status defaults to ["open"]': "As in the list of a space; the public service takes several.",
      "query status is optional": "The public service has it, and the list of a space too.",
    },
  },
  createChangeRequest: {
    added: {
      ...subject,
      "body conversationsIssuesCluster is optional":
        "One of the other members allowed: the answer has it, so it can be set.",
    },
  },
  updateChangeRequestById: {
    added: {
      "body status is one of archived, draft, open": "Values from the public description; merging is an operation.",
    },
  },
  getChangeRequestChanges: {
    added: {
      "query limit defaults to 10": "The description shows no default; ten keep an answer short.",
      "query limit is at most 1000": "The bound of every list.",
    },
  },
  getReviewsByChangeRequestId: { added: comment },
  getChangeRequestReviewById: { added: comment },
  requestReviewersForChangeRequest: { added: subject },
};
