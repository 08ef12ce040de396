import type { Differences } from "./difference.ts";

const repository = {
  "body url is at most 2048": "A bound of our own: addresses are never that long.",
  "body ref matches ^refs\\/heads\\/\\S+$": "The form that the description gives in words.",
  "body ref is at most 512": "A bound of our own: no branch has so long a name.",
  "body repoCacheID is at most 2048": "A bound of our own, as for addresses.",
  "body repoTreeURL is at most 2048": "A bound of our own, as for addresses.",
  "body repoCommitURL is at most 2048": "A bound of our own, as for addresses.",
  "body repoProjectDirectory is at most 2048": "A bound of our own, as for addresses.",
};

export const git: Differences = {
  importGitRepository: { added: repository },
  exportToGitRepository: {
    added: { ...repository, "body commitMessage is at most 10000": "A bound of our own: a message, not a book." },
  },
  cancelImportRun: { added: { "answers 201 too": "What the older public version answers." } },
};
