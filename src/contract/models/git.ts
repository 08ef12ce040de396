import { z } from "zod";
import { Timestamp } from "./paging.ts";

/** The source file of a page, file or passage that is synchronized with a Git repository. */
export const GitBlob = z.looseObject({
  oid: z.string().describe("Hash that Git gives the file's bytes, as an export writes them"),
  path: z.string().describe("Path within the repository"),
});
export type GitBlob = z.infer<typeof GitBlob>;

/** The commit that a revision came from or was exported as. */
export const GitCommit = z.looseObject({
  oid: z.string().describe("Hash of the commit"),
  message: z.string().describe("Message of the commit"),
  createdByService: z.boolean().optional().describe("The commit is an export of the service"),
  createdByGitBook: z.boolean().optional().describe("Name that the public service gives `createdByService`"),
  url: z.string().optional().describe("Page of the commit at the provider"),
  ref: z.string().optional().describe("Branch the commit came from"),
});
export type GitCommit = z.infer<typeof GitCommit>;

const GitOperation = z.looseObject({
  state: z.enum(["running", "failure", "success", "timeout"]).describe("State of the operation"),
  direction: z.enum(["export", "import"]).describe("`export` writes to the repository, `import` reads it"),
  startedAt: Timestamp.describe("When it began"),
  endedAt: Timestamp.optional().describe("When it ended; absent while running"),
  ref: z.string().optional().describe("The requested branch; for those who may import and export"),
  error: z.string().optional().describe("Why it failed"),
  errorCode: z.string().optional().describe("The same as a code of the API, or `timeout`"),
  errorAction: z
    .looseObject({
      label: z.string().describe("What can be done"),
      url: z.string().describe("Where it can be done"),
    })
    .optional()
    .describe("An action that may resolve the failure"),
  progress: z
    .looseObject({
      done: z.number().describe("Units completed"),
      total: z.number().nullable().describe("Units in total; null while unknown"),
      message: z.string().describe("Current step"),
    })
    .optional()
    .describe("Progress while running"),
  commit: z.string().optional().describe("Hash of the commit that the branch points to afterwards"),
  revision: z
    .string()
    .optional()
    .describe("Revision that was created or exported; absent when there was nothing to do"),
  warnings: z.array(z.string()).optional().describe("What was skipped or read differently; the first 50"),
});

/** How a space is synchronized with a Git repository. */
export const GitInfo = z.looseObject({
  repoName: z.string().optional().describe("Name of the repository"),
  installationProvider: z
    .enum(["github", "gitlab", "github-legacy"])
    .optional()
    .describe("Who hosts the repository; `github-legacy` is the older installation"),
  installationStatus: z
    .enum(["unauthenticated", "active", "pending"])
    .optional()
    .describe("Whether the provider grants the service access"),
  installationId: z.string().optional().describe("Id of what connects them"),
  parentInstallationId: z.string().optional().describe("Id of the installation it belongs to"),
  integration: z.string().optional().describe("Name of the integration that connects them"),
  url: z.string().optional().describe("Address of the repository's files, for links in published content"),
  operation: GitOperation.optional().describe("The last import or export"),
  operationTimeout: z.int().optional().describe("How long an import or export may run"),
  updatedAt: Timestamp.optional().describe("When these facts last changed"),
  repository: z
    .looseObject({
      url: z.string().describe("Its address, without credentials"),
      ref: z.string().describe("Branch, as `refs/heads/<branch>`"),
      directory: z.string().optional().describe("Folder of the content in it; absent for its root"),
      commit: z.string().optional().describe("Hash of the last commit that both have in common"),
    })
    .optional()
    .describe("What the space was last in sync with; for those who may import and export"),
  changed: z.boolean().optional().describe("The space has content that the last import or export did not have"),
});
export type GitInfo = z.infer<typeof GitInfo>;

const gitText = z.string().max(2048);

/** Body members that an import and an export have in common. */
export const gitRepository = {
  url: gitText.min(1).describe("Address of the repository; may hold a user name and password"),
  ref: z
    .string()
    .max(512)
    .regex(/^refs\/heads\/\S+$/, "a branch is written refs/heads/<branch>")
    .describe("Branch, as `refs/heads/<branch>`"),
  repoCacheID: gitText.optional().describe("Names the clone to reuse in later calls"),
  repoTreeURL: gitText.optional().describe("Prefix of links to files of the repository"),
  repoCommitURL: gitText.optional().describe("Prefix of links to commits"),
  repoProjectDirectory: gitText.optional().describe("Folder of the content in the repository; its root when left out"),
  timestamp: Timestamp.optional().describe("When the cause happened; imports and exports run in this order"),
  force: z.boolean().optional().describe("True runs it even if it would be skipped"),
  gitInfo: z
    .object({
      provider: z.enum(["github", "gitlab"]).optional().describe("Who hosts the repository"),
      url: gitText.optional().describe("Address of the repository's files"),
    })
    .optional()
    .describe("What the space stores about the repository"),
};
