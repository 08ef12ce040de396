import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Outbound } from "../kernel/outbound/outbound.ts";
import { Problem } from "../kernel/problem.ts";
import { GitFailure } from "./git-process.ts";
import type { Remote } from "./remote.ts";
import { missingBranch, Repository } from "./repository.ts";

export interface LookedAt {
  readonly remote: Remote;
  readonly ref: string;
  /** An export may make a new branch; an import needs one. */
  readonly mustExist: boolean;
}

/**
 * Asks a repository for its branch and fetches nothing. Throws the `Problem` with which an import or export would fail
 * at once: no such host or repository, credentials that are refused, a branch that is not there. Works in a folder of
 * its own, since a job may be at work in the clone.
 */
export async function lookAtBranch(
  { remote, ref, mustExist }: LookedAt,
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
