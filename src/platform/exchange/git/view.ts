import type { GitInfo } from "../../../contract/models/git.ts";
import type { Queries, Row } from "../../kernel/database/tables.ts";
import { getJobState, parseJobError } from "../../kernel/jobs/job-outcome.ts";
import type { JobRow } from "../../kernel/jobs/jobs-rows.ts";
import { type GitInput, type GitResult, repositoryName } from "./remote.ts";
import { findSyncs } from "./rows.ts";

/** How long an import or export may run, in milliseconds. */
const operationTimeout = 20 * 60_000;

/** Which repositories spaces are synchronized with, by space, for everyone who can read them. */
export async function gitSyncs(queries: Queries, spaces: readonly string[]): Promise<ReadonlyMap<string, GitInfo>> {
  const syncs = await findSyncs(queries, spaces);
  return new Map([...syncs.values()].map((sync) => [sync.space, presentGitSync(sync)]));
}

function presentGitSync(sync: Row<"git_sync">): GitInfo {
  return {
    repoName: repositoryName(sync.url),
    ...presentConnection(sync.space, sync, "active"),
    ...((sync.files_url ?? sync.tree_url) === null ? {} : { url: sync.files_url ?? sync.tree_url ?? "" }),
    updatedAt: sync.updated_at,
  };
}

interface Repository {
  readonly url: string;
  readonly provider?: string | null | undefined;
}

/**
 * A space is connected by its imports and exports, without a separate installation: the connection has the space's id.
 * The API knows two providers; other hosts are presented as the one with similar URLs.
 */
function presentConnection(
  space: string,
  { url, provider }: Repository,
  installationStatus: "active" | "pending",
): Pick<GitInfo, "installationId" | "installationProvider" | "installationStatus"> {
  const isGitLab = provider == null ? /(?:^|[.-])gitlab[.-]/.test(new URL(url).hostname) : provider === "gitlab";
  return { installationId: space, installationProvider: isGitLab ? "gitlab" : "github", installationStatus };
}

interface GitState {
  readonly sync: Row<"git_sync"> | undefined;
  /** The import or export that was requested last. */
  readonly job: JobRow | undefined;
  /** Root of the space's content. */
  readonly root: string | undefined;
  /** Whether the reader may import and export. */
  readonly isAdmin: boolean;
}

/**
 * The same, with the result of the last import or export and, for those who may start one, what the next one needs.
 * Undefined if there never was one.
 */
export function presentGitInfo({ sync, job, root, isAdmin }: GitState): GitInfo | undefined {
  if (sync === undefined && job === undefined) return undefined;
  return {
    ...(job === undefined ? {} : presentConnection(parseInput(job).space, parseInput(job), "pending")),
    ...(sync === undefined ? {} : presentGitSync(sync)),
    ...(sync === undefined || !isAdmin ? {} : { repository: presentRepository(sync) }),
    ...(sync?.root == null || root === undefined ? {} : { changed: sync.root !== root }),
    ...(job === undefined ? {} : { operation: presentOperation(job, isAdmin), operationTimeout }),
  };
}

const presentRepository = ({ url, ref, directory, commit }: Row<"git_sync">): NonNullable<GitInfo["repository"]> => ({
  url,
  ref,
  ...(directory === "" ? {} : { directory }),
  ...(commit === null ? {} : { commit }),
});

const parseInput = (job: JobRow) => JSON.parse(job.input) as GitInput;

/** The error may name hosts, branches and files that readers of the space have no access to. */
const hiddenReason = "The reason is shown to those who may import and export.";

function presentOperation(job: JobRow, isAdmin: boolean): NonNullable<GitInfo["operation"]> {
  const state = getJobState(job);
  const error = parseJobError(job);
  const isOver = state !== "waiting" && state !== "running";
  const { commit, revision, warnings = [] } = (job.result === null ? {} : JSON.parse(job.result)) as GitResult;
  return {
    state: !isOver ? "running" : state === "succeeded" ? "success" : error?.code === "timeout" ? "timeout" : "failure",
    direction: job.kind === "git-export" ? "export" : "import",
    startedAt: job.started_at ?? job.created_at,
    ...(job.ended_at === null ? {} : { endedAt: job.ended_at }),
    ...(isAdmin ? { ref: parseInput(job).ref } : {}),
    ...(error === undefined ? {} : { error: isAdmin ? error.message : hiddenReason, errorCode: error.code }),
    ...(isOver || job.message === "" ? {} : { progress: { done: job.done, total: job.total, message: job.message } }),
    ...(commit === undefined ? {} : { commit }),
    ...(revision === undefined ? {} : { revision }),
    ...(warnings.length === 0 ? {} : { warnings: [...warnings] }),
  };
}
