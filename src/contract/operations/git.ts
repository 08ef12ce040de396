import { z } from "zod";
import { GitInfo, gitRepository } from "../models/git.ts";
import { SpaceId } from "../models/id.ts";
import { del, get, post } from "../operation.ts";

const { force, gitInfo, ...repository } = gitRepository;

const follow = { by: "getSpaceGitInfo", state: ["operation", "state"], while: ["running"] } as const;

export const git = {
  import: post("/spaces/{spaceId}/git/import", {
    id: "importGitRepository",
    summary: "Start importing a branch of a Git repository into a space as its content",
    description: "Returns as soon as the import has started; the space's revision changes when it has ended.",
    effect: "run",
    reach: "changes_content",
    insteadOf: ["mergeChangeRequest"],
    params: { spaceId: SpaceId },
    body: {
      ...repository,
      force,
      standalone: z.boolean().optional().describe("True creates a revision and leaves the space's content unchanged"),
      gitInfo,
    },
    success: 204,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
    follow,
  }),
  export: post("/spaces/{spaceId}/git/export", {
    id: "exportToGitRepository",
    summary: "Start an export that writes a space's content to a branch of a Git repository",
    description: "Returns as soon as the export has started.",
    effect: "run",
    reach: "publishes",
    params: { spaceId: SpaceId },
    body: {
      ...repository,
      commitMessage: z.string().min(1).max(10_000).describe("Message of the commit"),
      force,
      gitInfo,
    },
    success: 204,
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
    follow,
  }),
  getInfo: get("/spaces/{spaceId}/git/info", {
    id: "getSpaceGitInfo",
    summary: "Read which Git repository a space is synchronized with",
    description: "A space that was never imported from or exported to a repository returns 404.",
    effect: "read",
    params: { spaceId: SpaceId },
    returns: GitInfo,
    errors: ["not_found"],
    source: "platform-api-1",
  }),
  removeLegacyInstallation: del("/spaces/{spaceId}/git/legacy-installation", {
    id: "deleteLegacyGitInstallation",
    summary: "Remove a space's older Git installation, to make way for a Git integration",
    effect: "delete",
    reach: "deletes",
    params: { spaceId: SpaceId },
    returns: null,
    errors: ["not_found", "forbidden"],
    source: "platform-api-1",
  }),
};
