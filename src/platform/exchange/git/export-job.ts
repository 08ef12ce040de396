import { spaceFor } from "../../access/scope.ts";
import { gitHash } from "../../content/blob-address.ts";
import { findRevision, setRevisionGit } from "../../content/revisions-rows.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { JobKind, LastStep, RunningJob } from "../../kernel/jobs/job-kind.ts";
import { Problem } from "../../kernel/problem.ts";
import { ExportError, leftOutNote, withRedirects } from "../space-files/index.ts";
import { type ContentRoot, commitSource, contentRoot } from "./commit-source.ts";
import { publishGitEvent } from "./git-events.ts";
import { GitFailure } from "./git-process.ts";
import { isSameBranch, recordSync } from "./import-job.ts";
import { makeCommit, parentOfOwn } from "./make-commit.ts";
import { type GitExportInput, type GitResult, repositoryName } from "./remote.ts";
import {
  type ExportChanges,
  exportChanges,
  exportRedirects,
  type RenderedContent,
  renderChanges,
  renderContent,
} from "./render-content.ts";
import { isOvertaken, openRepository, type Pushed, type Repository } from "./repository.ts";
import { findSync } from "./rows.ts";
import { BlobReader, listTree, type TreeFile } from "./tree.ts";

/** How often an export starts over because others pushed to the branch in the meantime. */
const maxTries = 3;

/** Writes a space's content to a branch of a repository. */
export const gitExportJob: JobKind<GitExportInput> = {
  time: 20 * 60_000,
  getSpace: ({ space }) => space,
  async run(input, job) {
    try {
      if (await isOvertaken(input, job)) return async () => ({}) satisfies GitResult;
      let startsNewHistory = false;
      for (let tries = 0; tries < maxTries; tries += 1) {
        const last = await exportSpace(input, job, startsNewHistory);
        if (typeof last === "function") return last;
        startsNewHistory ||= last === "unrelated";
      }
      throw new Problem(
        "conflict",
        `ref: ${input.ref} changed on every attempt. Export again when others have stopped pushing.`,
      );
    } catch (error) {
      if (error instanceof ExportError) throw new Problem("unprocessable", error.message);
      if (error instanceof GitFailure) throw new Problem("unprocessable", `The repository: ${error.reason}.`);
      throw error;
    }
  },
};

/**
 * Returns why it must be tried again, if it must. A new branch starts over without history if the repository no longer
 * has the commit to start from.
 */
async function exportSpace(
  input: GitExportInput,
  job: RunningJob,
  startsNewHistory: boolean,
): Promise<LastStep | Exclude<Pushed, "done">> {
  const { space, root, known, author } = await readSpace(input, job);
  const repository = await openRepository(input, job);
  job.progress(0, undefined, "Checking the branch");
  const exists = (await repository.tip(input.ref)) !== undefined;
  const tip = exists ? await repository.fetch(input.ref) : undefined;
  const origin = tip === undefined && !startsNewHistory ? await findOrigin(known, input, repository) : undefined;
  const start = tip ?? origin;
  const isKnown = known !== undefined && (origin !== undefined || isSameBranch(known, input));
  const sync = isKnown && start !== undefined ? known : undefined;
  const branch = start === undefined ? new Map<string, TreeFile>() : await branchFiles(start, input, repository);
  const branchRoot = await readBranchRoot(branch, input, repository);
  job.progress(0, undefined, "Comparing");
  const render = (content: string) => renderContent(content, space.title, job);
  const inStep = sync?.root ?? undefined;
  const short = inStep === undefined || input.force ? undefined : await renderChanges(inStep, root, job);
  const base = short?.base ?? (inStep === undefined ? undefined : await render(inStep));
  const rendered = short?.space ?? (inStep === root && base !== undefined ? base : await render(root));
  const changes = exportChanges({
    space: rendered,
    base,
    branch,
    ...branchRoot,
    summaryBefore: sync?.summary ?? null,
    force: input.force,
  });
  writeRedirects(changes, { space: rendered, base, branchRoot, force: input.force });
  if (changes.conflicts.length > 0) throw inConflict(changes.conflicts);
  const hasNoChanges = changes.written.size === 0 && changes.removed.length === 0;
  const about = {
    message: input.message,
    author,
    at: input.causedAt,
  };
  // A process that was killed may have pushed the commit before it could record that.
  const pushed = hasNoChanges && tip !== undefined ? await parentOfOwn(tip, about, repository.local) : undefined;
  const isOurs = !hasNoChanges || pushed !== undefined;
  const parent = pushed === undefined ? start : (pushed ?? undefined);
  // If the branch has commits that were never imported, the next import must look at it.
  const isInStep = parent === undefined || (base !== undefined && (sync?.commit === parent || sync?.commit === tip));
  const newCommit = hasNoChanges ? origin : await commitChanges();
  const commit = newCommit ?? tip;
  if (commit !== undefined) {
    await job.step((context) => publishGitEvent(context, input.space, "space_gitsync_started", { commitId: commit }));
  }
  const pushing = newCommit === undefined ? "done" : await pushCommit(newCommit);
  if (pushing !== "done") return pushing;
  return async (context: Parameters<typeof recordSync>[0]): Promise<GitResult> => {
    await spaceFor(context, input.space, "admin");
    await recordSync(context, input, {
      root,
      commit: isInStep ? (commit ?? null) : null,
      exported: isInStep && isOurs ? 1 : (sync?.exported ?? 0),
      summary: changes.summary ?? null,
    });
    if (commit !== undefined) {
      const completed = { state: "success", commitId: commit, revisionId: space.revision } as const;
      await publishGitEvent(context, input.space, "space_gitsync_completed", completed);
    }
    const warnings = rendered.leftOut.slice(0, 50).map(leftOutNote);
    if (commit === undefined || !isOurs) return { warnings, ...(commit === undefined ? {} : { commit }) };
    await setRevisionGit(context.queries, space.revision, {
      oid: commit,
      message: input.message,
      createdByService: true,
      ref: input.ref,
      ...(input.commitUrl === undefined ? {} : { url: input.commitUrl + commit }),
    });
    return { commit, revision: space.revision, warnings };
  };

  async function commitChanges(): Promise<string> {
    const total = changes.written.size;
    const onWritten = (done: number) => job.progress(done, total, "Writing");
    const { written, removed } = changes;
    const findMode = (path: string) => branch.get(path)?.mode;
    const { directory } = input;
    return makeCommit({ parent: start, directory, written, removed, findMode, ...about, onWritten }, repository.local);
  }

  async function pushCommit(newCommit: string): Promise<Pushed> {
    job.progress(changes.written.size, changes.written.size, "Pushing");
    // A push cannot be undone, so check that the caller still has the right.
    await job.read((context) => spaceFor(context, input.space, "admin"));
    return repository.push(input.ref, newCommit, tip);
  }
}

async function readSpace(input: GitExportInput, job: RunningJob) {
  return job.read(async (context) => {
    const { space } = await spaceFor(context, input.space, "admin");
    const revision = await findRevision(context.queries, space.id, space.revision);
    if (revision === undefined) throw new Error(`Space ${space.id} lost its revision ${space.revision}`);
    const known: Row<"git_sync"> | undefined = await findSync(context.queries, space.id);
    const { id, display_name: name, email } = context.user;
    const author = context.gitAuthor ?? { name, email: email ?? `${id}@users.invalid` };
    return { space, root: revision.root, known, author };
  });
}

/**
 * The commit a new branch starts from: the last one that another branch and the space had in common, so that the two
 * can be merged and the new branch has the files outside the space.
 */
async function findOrigin(
  known: Row<"git_sync"> | undefined,
  input: GitExportInput,
  repository: Repository,
): Promise<string | undefined> {
  if (known?.commit == null || known.root === null || !isSameBranch(known, { ...input, ref: known.ref })) return;
  return (await repository.obtain(known.commit)) ? known.commit : undefined;
}

async function branchFiles(tip: string, input: GitExportInput, repository: Repository) {
  return listTree(tip, input.directory, repository.local, { checked: false }).catch((error: unknown) => {
    // The branch does not have the folder yet.
    if (error instanceof GitFailure && error.kind === "refused" && input.directory !== "")
      return new Map<string, TreeFile>();
    throw error;
  });
}

async function readBranchRoot(branch: ReadonlyMap<string, TreeFile>, input: GitExportInput, repository: Repository) {
  const blobs = new BlobReader(repository.local);
  try {
    const name = repositoryName(input.url);
    return await contentRoot(commitSource({ name, files: branch, blobs, readings: new Map() }));
  } finally {
    blobs.close();
  }
}

/** Adds the configuration to the changes if its redirects change. */
function writeRedirects(
  changes: ExportChanges,
  sides: { space: RenderedContent; base: RenderedContent | undefined; branchRoot: ContentRoot; force: boolean },
): void {
  const { space, base, branchRoot, force } = sides;
  const branch = branchRoot.redirects;
  const { edits, inConflict } = exportRedirects({ space: space.redirects, base: base?.redirects, branch, force });
  if (edits.size === 0 && !inConflict) return;
  const text = withRedirects(branchRoot.config.text ?? "", edits);
  if (inConflict || text === undefined) {
    changes.conflicts.push(branchRoot.config.path);
    return;
  }
  const bytes = Buffer.from(text);
  changes.written.set(branchRoot.config.path, { oid: gitHash(bytes), read: async () => bytes });
}

function inConflict(paths: readonly string[]): Problem {
  const shown =
    paths
      .slice(0, 5)
      .map((path) => JSON.stringify(path))
      .join(", ") + (paths.length > 5 ? ", …" : "");
  return new Problem(
    "conflict",
    `The branch and the space changed the same files since they were last in sync: ${shown}. Nothing was written. Import the branch first, or send force to overwrite it.`,
  );
}
