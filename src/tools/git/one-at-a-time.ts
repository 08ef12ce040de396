import { ToolError } from "../tool-error.ts";

const taken = new Set<string>();

/**
 * Two calls of one process for the same space do not both begin: a service tells of what was asked for last alone, so
 * one of them would be told what came of the other.
 */
export async function oneAtATime<Result>(space: string, work: () => Promise<Result>): Promise<Result> {
  if (taken.has(space)) {
    throw new ToolError(
      `Nothing was started: another call of sync_git imports or exports space ${space} right now. sync_git with the space alone tells when that has ended.`,
    );
  }
  taken.add(space);
  try {
    return await work();
  } finally {
    taken.delete(space);
  }
}
