import { setTimeout as sleep } from "node:timers/promises";
import type { GitInfo } from "../../contract/models/git.ts";
import type { git } from "../../contract/operations/git.ts";
import { followOperation } from "../follow-operation.ts";
import type { ToolContext } from "../tool.ts";
import { readGitInfo } from "./read-git-info.ts";

/** Milliseconds for a service to note what it was asked for, and between two looks. */
const longestStart = 10_000;
const pause = { first: 100, most: 2000 };
/** Hosts give a call about a minute. */
const longest = 40_000;

/**
 * Waits for the import or export that was just started, after one that had begun at `before`. Answers what is known of
 * it, ended or not; undefined where the service has not even noted it.
 */
export async function followSync(
  operation: typeof git.import | typeof git.export,
  { spaceId, before }: { readonly spaceId: string; readonly before: string | undefined },
  context: ToolContext,
): Promise<GitInfo | undefined> {
  const { signal } = context;
  for (let [wait, waited] = [pause.first, 0]; ; wait = Math.min(2 * wait, pause.most)) {
    const noted = (await readGitInfo(spaceId, context)).operation?.startedAt;
    if (noted !== undefined && noted !== before) break;
    if (waited + wait > longestStart) return undefined;
    await sleep(wait, undefined, { signal });
    waited += wait;
  }
  const followed = await followOperation(operation, { spaceId }, context, longest);
  return followed?.answer as GitInfo | undefined;
}
