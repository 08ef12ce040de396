import type { ContentSource } from "../import/content-source.ts";
import type { Outbound } from "../outbound/outbound.ts";
import { BlobReader } from "./blob-reader.ts";
import { commitSource } from "./commit-source.ts";
import { type Remote, repositoryName } from "./remote.ts";
import { Repository } from "./repository.ts";
import { listTree } from "./tree.ts";

export interface CloneOptions {
  readonly remote: Remote;
  /** A branch, or `HEAD` for the main one. */
  readonly ref: string;
  /** The clone goes into it, and goes away with it. */
  readonly folder: string;
  readonly outbound: Outbound;
  readonly signal: AbortSignal;
}

export interface OpenClone {
  readonly source: ContentSource;
  close(): void;
}

/** What a branch of a repository holds, to be planned once. Throws `Problem`, `GitFailure` and `ImportError`. */
export async function openClone({ remote, ref, folder, outbound, signal }: CloneOptions): Promise<OpenClone> {
  const repository = await Repository.open({ folder, name: "import", remote, outbound, signal });
  const commit = await repository.fetch(ref);
  const files = await listTree(commit, "", repository.local, { checked: true });
  const blobs = new BlobReader(repository.local);
  const source = commitSource({ name: repositoryName(remote.url), files, blobs, readings: new Map() });
  return { source, close: () => blobs.close() };
}
