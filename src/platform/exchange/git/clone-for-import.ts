import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createOutbound, type Outbound } from "../../kernel/outbound/outbound.ts";
import { anyRemote, type TrustedRemotes } from "../../kernel/outbound/trusted-remotes.ts";
import { Problem } from "../../kernel/problem.ts";
import { type ContentSource, ImportError } from "../space-files/index.ts";
import { commitSource } from "./commit-source.ts";
import { GitFailure } from "./git-process.ts";
import { parseRemote, type Remote, repositoryName } from "./remote.ts";
import { Repository } from "./repository.ts";
import { BlobReader, listTree } from "./tree.ts";

/** Whether the text is the URL of a repository rather than a path. */
export const isRepositoryUrl = (text: string): boolean => /^(?:https?|file):\/\//i.test(text);

/**
 * The content of a repository's main branch, for a person on this machine, who may use any address and any file. The
 * clone is deleted afterwards. `remotes` says which proxy to use. Throws `ImportError`.
 */
export async function cloneForImport(
  url: string,
  signal: AbortSignal,
  remotes: TrustedRemotes = anyRemote,
): Promise<{ readonly source: ContentSource; close(): Promise<void> }> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-git-"));
  const remove = () => rm(folder, { recursive: true, force: true });
  try {
    const remote = parseRemote(url, anyRemote.hasFolder);
    const outbound = createOutbound(() => true, { ...remotes, leadsInto: anyRemote.leadsInto });
    const clone = await openClone({ remote, ref: "HEAD", folder, outbound, signal });
    return {
      source: clone.source,
      async close() {
        clone.close();
        await remove();
      },
    };
  } catch (error) {
    await remove();
    if (!(error instanceof Problem) && !(error instanceof GitFailure)) throw error;
    const reason = error instanceof GitFailure ? error.reason : error.message.replace(/^url: /, "");
    throw new ImportError(
      "bad_repository",
      "",
      `The repository cannot be imported: ${reason.replace(/\.$/, "")}.`,
      error,
    );
  }
}

interface CloneOptions {
  readonly remote: Remote;
  /** A branch, or `HEAD` for the main one. */
  readonly ref: string;
  /** The folder that contains the clone and is deleted with it. */
  readonly folder: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
}

interface OpenClone {
  readonly source: ContentSource;
  close(): void;
}

/** The content of a repository's branch, to be planned once. Throws `Problem`, `GitFailure` and `ImportError`. */
export async function openClone({ remote, ref, folder, outbound, signal }: CloneOptions): Promise<OpenClone> {
  const repository = await Repository.open({ folder, name: "import", remote, outbound, signal });
  const commit = await repository.fetch(ref);
  const files = await listTree(commit, "", repository.local, { checked: true });
  const blobs = new BlobReader(repository.local);
  const source = commitSource({ name: repositoryName(remote.url), files, blobs, readings: new Map() });
  return { source, close: () => blobs.close() };
}
