import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ParsedInput } from "../../../contract/operation.ts";
import type { git as operations } from "../../../contract/operations/git.ts";
import { may } from "../../access/roles.ts";
import { findVisibleSpace, spaceFor } from "../../access/scope.ts";
import { requireLive } from "../../content/branches.ts";
import { findRevision } from "../../content/revisions-rows.ts";
import type { Context } from "../../kernel/context.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { Handlers, Transactions } from "../../kernel/handler.ts";
import { latestJob } from "../../kernel/jobs/jobs-rows.ts";
import type { Outbound } from "../../kernel/outbound/outbound.ts";
import { Problem } from "../../kernel/problem.ts";
import { GitFailure } from "./git-process.ts";
import {
  type GitExportInput,
  type GitImportInput,
  type GitInput,
  gitLane,
  parseRemote,
  projectFolder,
  type Remote,
  requireBranch,
} from "./remote.ts";
import { missingBranch, Repository } from "./repository.ts";
import { findSync } from "./rows.ts";
import { presentGitInfo } from "./view.ts";

export const git: Handlers<"git"> = {
  import: {
    async run(input, context) {
      const { space } = await spaceFor(context, input.spaceId, "admin");
      if (input.standalone !== true) requireLive(space);
      const { gitInput, credentials } = readInput(input, context);
      const job: GitImportInput = { ...gitInput, standalone: input.standalone ?? false };
      await start(context, space, "git-import", await asCaused(job, input.timestamp, context), credentials);
    },
    dryRun: ({ url, ref }, transactions, { outbound }) =>
      checkBranch({ url, ref, mustExist: true }, transactions, outbound),
  },

  export: {
    async run(input, context) {
      const { space } = await spaceFor(context, input.spaceId, "admin");
      const { gitInput, credentials } = readInput(input, context);
      const job: GitExportInput = { ...gitInput, message: input.commitMessage };
      await start(context, space, "git-export", await asCaused(job, input.timestamp, context), credentials);
    },
    dryRun: ({ url, ref }, transactions, { outbound }) =>
      checkBranch({ url, ref, mustExist: false }, transactions, outbound),
  },

  async getInfo({ spaceId }, context) {
    const { queries } = context;
    const { space, role } = await spaceFor(context, spaceId, "view");
    const info = presentGitInfo({
      sync: await findSync(queries, space.id),
      job: await latestJob(queries, gitLane(space.id)),
      root: (await findRevision(queries, space.id, space.revision))?.root,
      isAdmin: may(role, "admin"),
    });
    if (info !== undefined) return info;
    throw new Problem("not_found", `Space ${space.id} is not connected to Git: nothing was imported or exported yet.`);
  },

  /** This service never had legacy installations, so there is never one to remove. */
  async removeLegacyInstallation({ spaceId }, context) {
    if ((await findVisibleSpace(context, spaceId)) === undefined) return { deleted: false };
    await spaceFor(context, spaceId, "admin");
    return { deleted: false };
  },
};

function checkBranch(
  { url, ...branch }: Pick<BranchCheck, "ref" | "mustExist"> & { readonly url: string },
  { signal }: Transactions,
  outbound: Outbound,
): Promise<void> {
  const remote = parseRemote(url, (address) => outbound.hasFolder(address));
  return checkRemoteBranch({ ...branch, remote }, outbound, signal);
}

type Both = ParsedInput<typeof operations.export> | ParsedInput<typeof operations.import>;

function readInput(input: Both, { now, hasFolder }: Context): { gitInput: GitInput; credentials: string | undefined } {
  const remote = parseRemote(input.url, hasFolder);
  requireBranch(input.ref);
  const gitInput = {
    space: input.spaceId,
    url: remote.url,
    ref: input.ref,
    directory: projectFolder(input.repoProjectDirectory),
    withCredentials: remote.credentials !== undefined,
    clone: input.repoCacheID ?? remote.url,
    causedAt: input.timestamp === undefined ? now : new Date(input.timestamp).toISOString(),
    force: input.force ?? false,
    treeUrl: withoutCredentials(input.repoTreeURL),
    commitUrl: toLinkPrefix(withoutCredentials(input.repoCommitURL)),
    provider: input.gitInfo?.provider,
    filesUrl: withoutCredentials(input.gitInfo?.url),
  };
  return { gitInput, credentials: remote.credentials };
}

/** A new request sorts after everything that was done or requested before, whatever the clock showed then. */
async function asCaused<Input extends GitInput>(
  input: Input,
  timestamp: unknown,
  { queries }: Context,
): Promise<Input> {
  if (timestamp !== undefined) return input;
  const done = (await findSync(queries, input.space))?.caused_at ?? "";
  const lastRequested = (await latestJob(queries, gitLane(input.space)))?.ordered_at ?? "";
  return { ...input, causedAt: [input.causedAt, done, lastRequested].sort().at(-1) ?? input.causedAt };
}

/** Everyone who can read the space sees link prefixes. */
const withoutCredentials = (url: string | undefined) => url?.replace(/\/\/[^/@\s]*@/, "//");

/** The prefix of links to commits; the hash follows it. */
const toLinkPrefix = (url: string | undefined) => (url ? url.replace(/[^/=]$/, "$&/") : undefined);

async function start(
  context: Context,
  { organization }: Row<"space">,
  kind: string,
  input: GitInput,
  secret: string | undefined,
): Promise<undefined> {
  const lane = gitLane(input.space);
  await context.enqueue({ kind, input, memberOf: organization, lane, orderedAt: input.causedAt, secret });
  return undefined;
}

interface BranchCheck {
  readonly remote: Remote;
  readonly ref: string;
  /** An export may create the branch; an import needs an existing one. */
  readonly mustExist: boolean;
}

/**
 * Asks a repository for its branch without fetching anything. Throws the `Problem` with which an import or export would
 * fail immediately: unknown host or repository, rejected credentials, missing branch. Works in a separate folder,
 * because a job may be using the clone.
 */
async function checkRemoteBranch(
  { remote, ref, mustExist }: BranchCheck,
  outbound: Outbound,
  signal: AbortSignal,
): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-git-"));
  try {
    const repository = await Repository.open({ folder, name: ref, remote, outbound, signal });
    const tip = await repository.tip(ref);
    if (tip === undefined && mustExist) throw await missingBranch(ref, repository);
  } catch (error) {
    if (error instanceof GitFailure) throw new Problem("unprocessable", `The repository: ${error.reason}.`);
    throw error;
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
