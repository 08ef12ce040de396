import type { GitInfo } from "../../contract/models/git.ts";
import { repositoryName } from "../git/remote.ts";
import { errorOf, stateOf } from "../jobs/state.ts";
import type { JobRow } from "../store/jobs.ts";
import type { Row } from "../store/tables.ts";

/** How long an import or export may run, in milliseconds. */
const operationTimeout = 20 * 60_000;

/** Which repository a space is kept in step with, as all who may read it are told. */
export function presentGitSync(sync: Row<"git_sync">): GitInfo {
  const provider = sync.provider === "github" || sync.provider === "gitlab" ? sync.provider : undefined;
  return {
    repoName: repositoryName(sync.url),
    ...(provider === undefined ? {} : { installationProvider: provider }),
    ...((sync.files_url ?? sync.tree_url) === null ? {} : { url: sync.files_url ?? sync.tree_url ?? "" }),
    updatedAt: sync.updated_at,
  };
}

/** The same with the import or export that was asked for last. */
export function presentGitInfo(sync: Row<"git_sync"> | undefined, job: JobRow | undefined): GitInfo {
  return {
    ...(sync === undefined ? {} : presentGitSync(sync)),
    ...(job === undefined ? {} : { operation: operationOf(job), operationTimeout }),
  };
}

function operationOf(job: JobRow): NonNullable<GitInfo["operation"]> {
  const state = stateOf(job);
  const error = errorOf(job);
  const isOver = state !== "waiting" && state !== "running";
  const { commit, revision } = (job.result === null ? {} : JSON.parse(job.result)) as Record<string, string>;
  return {
    state: !isOver ? "running" : state === "succeeded" ? "success" : error?.code === "timeout" ? "timeout" : "failure",
    direction: job.kind === "git-export" ? "export" : "import",
    startedAt: job.started_at ?? job.created_at,
    ...(job.ended_at === null ? {} : { endedAt: job.ended_at }),
    ...(error === undefined ? {} : { error: error.message }),
    ...(isOver || job.message === "" ? {} : { progress: { done: job.done, total: job.total, message: job.message } }),
    ...(commit === undefined ? {} : { commit }),
    ...(revision === undefined ? {} : { revision }),
  };
}
