import { spaceFor } from "../../access/scope.ts";
import { requireLive } from "../../content/branches.ts";
import { publish } from "../../content/commit.ts";
import { EditedMap, type StoredMap } from "../../content/content-map.ts";
import { mergeContent } from "../../content/merge-content.ts";
import { type CommitOfRevision, findRevision, insertRevision } from "../../content/revisions-rows.ts";
import { indexAhead, pagesToIndex, type SectionDraft } from "../../content/search/index.ts";
import type { Context } from "../../kernel/context.ts";
import { createId } from "../../kernel/database/ids.ts";
import type { Row } from "../../kernel/database/tables.ts";
import type { JobKind, RunningJob } from "../../kernel/jobs/job-kind.ts";
import { Problem } from "../../kernel/problem.ts";
import { ImportError, type ImportPlan, type PutAside, planContent } from "../space-files/index.ts";
import { commitSource, contentRoot } from "./commit-source.ts";
import { publishGitEvent } from "./git-events.ts";
import { GitFailure, type GitOptions } from "./git-process.ts";
import { commitMessage } from "./make-commit.ts";
import { type LastPlan, type PlannedCommit, planChanges } from "./plan-changes.ts";
import { type GitImportInput, type GitResult, repositoryName } from "./remote.ts";
import { isOvertaken, missingBranch, openRepository } from "./repository.ts";
import { findBlobsByOid, findSync, putSync } from "./rows.ts";
import { BlobStore, knownFiles, readingVersion, storeBlobs } from "./store-blobs.ts";
import { syncChanges, syncPlan } from "./sync-plan.ts";
import { BlobReader, listTree } from "./tree.ts";

/** A commit prepared to become content. */
interface Prepared {
  readonly commit: CommitOfRevision;
  readonly plan: ImportPlan;
  readonly stored: PutAside;
  /** Ids for its pages that are new, by key. */
  readonly newIds: ReadonlyMap<string, string>;
  /** Its new and changed pages in the search index. */
  readonly indexed?: SectionDraft | undefined;
  /** Root of the content that the plan is a change of; undefined for a complete plan. */
  readonly baseRoot: string | undefined;
  readonly planned: Omit<LastPlan, "content">;
}

/** A full plan is made after this time, in milliseconds, so that what is known about the files is not forgotten. */
const wholeAfter = 7 * 24 * 60 * 60 * 1000;

/** Imports a branch of a repository into a space. */
export const gitImportJob: JobKind<GitImportInput> = {
  time: 20 * 60_000,
  getSpace: ({ space }) => space,
  async run(input, job) {
    try {
      if (await isOvertaken(input, job)) return async () => ({}) satisfies GitResult;
      const repository = await openRepository(input, job);
      job.progress(0, undefined, "Checking the branch");
      const tip = await repository.tip(input.ref);
      if (tip === undefined) throw await missingBranch(input.ref, repository);
      const { sync, now } = await job.read(async ({ queries, now }) => ({
        sync: await findSync(queries, input.space),
        now,
      }));
      await job.step((context) => publishGitEvent(context, input.space, "space_gitsync_started", { commitId: tip }));
      const isKnown = sync?.commit === tip && isSameBranch(sync, input);
      if (isKnown && !input.force && !input.standalone) {
        return async (context) => {
          const result = await recordSync(context, input, {});
          await publishGitEvent(context, input.space, "space_gitsync_completed", { state: "success", commitId: tip });
          return result;
        };
      }
      job.progress(0, undefined, "Fetching");
      const fetched = await repository.fetch(input.ref);
      const prepared = await prepare(fetched, repository.local, { input, sync, now, job });
      const indexed = input.standalone ? undefined : await indexedAhead(input, prepared, job);
      return async (context) => {
        const result = await store(context, input, { ...prepared, indexed }, job);
        await publishGitEvent(context, input.space, "space_gitsync_completed", {
          state: "success",
          commitId: fetched,
          ...(result.revision === undefined ? {} : { revisionId: result.revision }),
        });
        return result;
      };
    } catch (error) {
      if (error instanceof ImportError && error.code !== "aborted") throw new Problem("unprocessable", error.message);
      if (error instanceof GitFailure) throw new Problem("unprocessable", `The repository: ${error.reason}.`);
      throw error;
    }
  },
};

export const isSameBranch = (sync: Row<"git_sync">, input: Pick<GitImportInput, "url" | "ref" | "directory">) =>
  sync.url === input.url && sync.ref === input.ref && sync.directory === input.directory;

interface ImportRequest {
  readonly input: GitImportInput;
  readonly sync: Row<"git_sync"> | undefined;
  readonly now: string;
  readonly job: RunningJob;
}

async function prepare(commit: string, repository: GitOptions, request: ImportRequest): Promise<Prepared> {
  const { input, sync, now, job } = request;
  const message = await commitMessage(commit, repository);
  const blobs = new BlobReader(repository);
  try {
    const last = lastPlan(request);
    const content = sync?.root ?? "";
    const changes = last && (await planChanges({ last, content, commit, repository, blobs, job }));
    const { summary, layout, ...planned } = changes ?? (await planWhole(commit, repository, blobs, request));
    const { plan } = planned;
    const stored = await storeBlobs({ ...planned, job });
    return {
      commit: {
        oid: commit,
        message,
        createdByService: false,
        ref: input.ref,
        ...(input.commitUrl === undefined ? {} : { url: input.commitUrl + commit }),
      },
      plan,
      stored,
      newIds: new Map(changes ? [] : plan.pages.map(({ key }) => [key, createId()])),
      baseRoot: changes && content,
      planned: {
        version: readingVersion,
        at: (changes && last?.at) ?? now,
        commit,
        directory: input.directory,
        layout,
        summary,
        warnings: changes ? last.warnings : plan.warnings.slice(0, 50).map(({ message }) => message),
      },
    };
  } finally {
    blobs.close();
  }
}

/** The import that this one continues; undefined if the whole commit must be planned, as `force` requires. */
function lastPlan({ input, sync, now }: ImportRequest): LastPlan | undefined {
  if (input.force || sync?.root == null || sync.planned === null || !isSameBranch(sync, input)) return undefined;
  const last = JSON.parse(sync.planned) as LastPlan;
  const isFresh = last.version === readingVersion && Date.parse(now) - Date.parse(last.at) < wholeAfter;
  return isFresh && last.directory === input.directory ? last : undefined;
}

async function planWhole(
  commit: string,
  repository: GitOptions,
  blobs: BlobReader,
  { input, job }: ImportRequest,
): Promise<PlannedCommit> {
  const files = await listTree(commit, input.directory, repository, { checked: true });
  const known = await job.read(({ queries }) =>
    findBlobsByOid(queries, [...new Set([...files.values()].map(({ oid }) => oid))]),
  );
  const read = knownFiles(known);
  const store = new BlobStore(known, read, job);
  const source = commitSource({
    name: repositoryName(input.url),
    files,
    blobs,
    readings: read.readings,
    store,
  });
  const { layout, ...plan } = await planContent(source, {
    keepsBytes: true,
    signal: job.signal,
    onProgress: ({ done, total }) => job.progress(done, total ?? undefined, "Reading"),
  });
  const { root, summary } = await contentRoot(source);
  const getOid = (path: string) => files.get(root === "" ? path : `${root}/${path}`)?.oid ?? "";
  return { plan, getOid, known, files: read, store, layout, summary: getOid(summary) || null };
}

/** The space, and what the commit makes of its content. */
async function applyPlan(context: Context, input: GitImportInput, prepared: Prepared) {
  const { queries, content, now } = context;
  const { plan, stored, newIds, baseRoot } = prepared;
  const { space } = await spaceFor(context, input.space, "admin");
  if (!input.standalone) requireLive(space);
  const sync = await findSync(queries, space.id);
  const revision = await findRevision(queries, space.id, space.revision);
  if (revision === undefined) throw new Error(`Space ${space.id} lost its revision ${space.revision}`);
  const present = content.at(revision.root);
  const base = sync?.root != null && isSameBranch(sync, input) ? content.at(sync.root) : undefined;
  if (base === undefined && !input.force && !input.standalone) await requireEmpty(present);

  const start = input.force || base === undefined ? present : base;
  const incoming = new EditedMap(start);
  if (baseRoot === undefined) await syncPlan(content, incoming, plan, { stored, newIds, now });
  else if (baseRoot === start.root) await syncChanges(incoming, plan, stored, now);
  else throw new Error(`Space ${space.id} was synchronized with other content in the meantime`);
  return { space, sync, present, start, incoming };
}

/** Indexes the pages that would be new or changed in the space's present content. */
async function indexedAhead(input: GitImportInput, prepared: Prepared, job: RunningJob) {
  const { pages, now } = await job.read(async (context) => {
    const { incoming } = await applyPlan(context, input, prepared);
    return { pages: await pagesToIndex(incoming), now: context.now };
  });
  const { read, step, onEnd, signal } = job;
  const onProgress = (done: number, total: number) => job.progress(done, total, "Indexing");
  return indexAhead({ space: input.space, pages, now, read, step, onEnd, signal, onProgress });
}

/** The last transaction: puts the branch's content in the space, or merges it. */
async function store(context: Context, input: GitImportInput, prepared: Prepared, job: RunningJob): Promise<GitResult> {
  const { queries, content, now, user } = context;
  const { commit, planned, indexed } = prepared;
  const { space, sync, present, start, incoming } = await applyPlan(context, input, prepared);
  const facts: CommitOfRevision = { ...commit, createdByService: sync?.exported === 1 && sync.commit === commit.oid };
  const warnings = [...planned.warnings];
  const root = await content.store(incoming);
  if (input.standalone) {
    const revisionId = await insertRevision(queries, {
      space: space.id,
      root,
      parents: [space.revision],
      type: "edits",
      createdAt: now,
      createdBy: user.id,
      git: facts,
    });
    return { commit: commit.oid, revision: revisionId, warnings };
  }
  const next = start.root === present.root ? incoming : await merged(context, { base: start, present, root });
  const result = { commit: commit.oid, warnings };
  await recordSync(context, input, {
    root,
    commit: commit.oid,
    exported: facts.createdByService ? 1 : 0,
    summary: planned.summary,
    planned: JSON.stringify({ ...planned, content: root } satisfies LastPlan),
  });
  if (next.changes.size === 0) return result;
  const revisionId = await publish(context, space, {
    map: next,
    git: facts,
    indexed,
    onProgress: (done, total) => job.progress(done, total, "Indexing"),
  });
  return { ...result, revision: revisionId };
}

/** Merges what the branch changed since the last synchronization into a space that was edited too. */
async function merged(
  context: Context,
  sides: { base: StoredMap; present: StoredMap; root: string },
): Promise<EditedMap> {
  const kept = new EditedMap(sides.present);
  const incoming = context.content.at(sides.root);
  const conflicts = await mergeContent({ base: sides.base, kept, incoming, yielding: "incoming" }, context.content);
  if (conflicts.length === 0) return kept;
  const titles = [...new Set(conflicts.map(({ title }) => JSON.stringify(title)))];
  const shown = titles.slice(0, 5).join(", ") + (titles.length > 5 ? ", …" : "");
  throw new Problem(
    "conflict",
    `The branch and the space changed the same pages since they were last in sync: ${shown}. Nothing was imported. Export to another branch and merge the edits in the repository, or send force to use the branch's content; the space's content stays in its history.`,
  );
}

async function requireEmpty(present: StoredMap): Promise<void> {
  if ((await present.scan("page/")).length === 0) return;
  throw new Problem(
    "conflict",
    "The space has pages and is not in sync with this branch. Send force to replace them with the branch's content; they stay in the space's history.",
  );
}

/** Records which branch the space is synchronized with, and the content both have in common. */
export async function recordSync(
  context: Context,
  input: Omit<GitImportInput, "standalone">,
  common: Partial<Pick<Row<"git_sync">, "root" | "commit" | "exported" | "summary" | "planned">>,
): Promise<GitResult> {
  const { queries, now } = context;
  const before = await findSync(queries, input.space);
  const same = before?.url === input.url ? before : undefined;
  const sameBranch = before !== undefined && isSameBranch(before, input) ? before : undefined;
  await putSync(queries, {
    space: input.space,
    url: input.url,
    ref: input.ref,
    directory: input.directory,
    provider: input.provider ?? same?.provider ?? null,
    tree_url: input.treeUrl ?? sameBranch?.tree_url ?? null,
    files_url: input.filesUrl ?? same?.files_url ?? null,
    root: before?.root ?? null,
    commit: before?.commit ?? null,
    exported: before?.exported ?? 0,
    summary: before?.summary ?? null,
    planned: before?.planned ?? null,
    ...common,
    caused_at: input.causedAt,
    updated_at: now,
  });
  return before?.commit == null ? {} : { commit: before.commit };
}
