import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { ContentSource } from "../import/content-source.ts";
import { ImportError } from "../import/import-error.ts";
import { createOutbound } from "../outbound/outbound.ts";
import { anyRemote } from "../outbound/trusted-remotes.ts";
import { Problem } from "../problem.ts";
import { BlobReader } from "./blob-reader.ts";
import { commitSource } from "./commit-source.ts";
import { GitFailure } from "./git-process.ts";
import { parseRemote, type Remote, repositoryName } from "./remote.ts";
import { Repository } from "./repository.ts";
import { listTree } from "./tree.ts";

export interface OpenClone {
  readonly source: ContentSource;
  /** Removes the clone. */
  close(): Promise<void>;
}

/** Whether a person means a repository rather than a path. */
export const isRepositoryUrl = (text: string): boolean => /^(?:https?|file):\/\//i.test(text);

/**
 * What the main branch of a repository holds, for a person at this machine, who may name any address and any file. The
 * clone is thrown away. Throws `ImportError`.
 */
export async function cloneForImport(url: string, signal: AbortSignal): Promise<OpenClone> {
  try {
    return await clone(parseRemote(url, anyRemote.hasFolder), signal);
  } catch (error) {
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

async function clone(remote: Remote, signal: AbortSignal): Promise<OpenClone> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-git-"));
  const outbound = createOutbound(() => true, anyRemote);
  try {
    const repository = await Repository.open({ folder, name: "import", remote, outbound, signal });
    const commit = await repository.fetch("HEAD");
    const files = await listTree(commit, "", repository.local, { checked: true });
    const blobs = new BlobReader(repository.local);
    return {
      source: commitSource({ name: repositoryName(remote.url), files, blobs, readings: new Map() }),
      async close() {
        blobs.close();
        await rm(folder, { recursive: true, force: true });
      },
    };
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw error;
  }
}
