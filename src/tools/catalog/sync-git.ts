import { setTimeout as sleep } from "node:timers/promises";
import { z } from "zod";
import { ApiError } from "../../client/errors.ts";
import type { GitInfo } from "../../contract/models/git.ts";
import { countDocuments } from "../../contract/models/page.ts";
import type { Space } from "../../contract/models/space.ts";
import { git } from "../../contract/operations/git.ts";
import { pages } from "../../contract/operations/pages.ts";
import { revisions } from "../../contract/operations/revisions.ts";
import { spaces } from "../../contract/operations/spaces.ts";
import { ToolError } from "../../present/tool-error.ts";
import { webAddressNote, withAddress } from "../../present/web-address.ts";
import { counted, quoted } from "../../present/wording.ts";
import type { ToolContext, ToolResult } from "../../resolve/context.ts";
import { flattenTree } from "../../resolve/pages.ts";
import { lookUp } from "../../resolve/reads.ts";
import { findSpace } from "../../resolve/spaces.ts";
import { usedTo } from "../../resolve/uses.ts";
import {
  type Direction,
  exportedText,
  failureText,
  importedText,
  progressText,
  type Sync,
  stateText,
} from "../git/outcome.ts";
import { credentialsHidden, resolveTarget, shownTarget, type Target, wasInSync } from "../git/repository.ts";
import { followOperation } from "../operations/follow.ts";
import { defineTool, getFurthestReach, named } from "../tool.ts";
import { awaitTrial } from "../trial.ts";

const input = {
  space: named.space,
  direction: z.enum(["import", "export"]).optional(),
  url: z.string().min(1).max(2048).optional().describe("https, with user:token@ if needed; default the last one"),
  branch: z.string().min(1).max(512).optional().describe("Default the last one"),
  directory: z.string().max(2048).optional().describe("Of the content in the repository"),
  message: z.string().min(1).max(10_000).optional().describe("Of the commit to export"),
  force: z.boolean().optional().describe("Overwrite what the other side changed"),
};

export const syncGit = defineTool({
  name: "sync_git",
  title: "Sync a space with Git",
  description:
    "Import a branch of a Git repository into a space, or export the space to it as a commit. Without direction, shows how they differ.",
  toolset: "git",
  uses: [
    git.import,
    git.export,
    git.getInfo,
    pages.list,
    revisions.get,
    revisions.listChanges,
    spaces.listLinks,
    ...usedTo.findSpace,
  ],
  input,
  plan: ({ direction }) => ({
    reach: direction === undefined ? "reads" : getFurthestReach({ uses: [git[direction]] }),
  }),
  async consequence(args, context) {
    const space = await requireSpace(args, context);
    const order = await createOrder(args, space, context);
    if (order.direction === undefined) return undefined;
    const call = toSyncCall(order);
    const options = { signal: context.signal, trial: true, deadline: checkTime };
    const isChecked = await awaitTrial(
      order.direction === "import"
        ? context.client.git.import(call, options)
        : context.client.git.export({ ...call, commitMessage: order.message }, options),
    ).catch(throwHidden(order.sync));
    return withAddress(`${await formatQuestion(order, context)}${isChecked ? "" : unchecked}`, space);
  },
  async run(args, context): Promise<ToolResult> {
    const space = await requireSpace(args, context);
    const work = () => syncSpace(args, space, context);
    if (args.direction === undefined) return { text: await work() };
    return { text: [await oneAtATime(space.id, work), ...webAddressNote(space)].join("\n") };
  },
});

/** Milliseconds that the check of a repository may take before confirmation: more than its own limit. */
const checkTime = 90_000;

const unchecked =
  " This service cannot check the repository first: the run shows whether the address, the branch and the credentials are right.";

type SyncInput = Parameters<(typeof syncGit)["run"]>[0];

async function syncSpace(args: SyncInput, space: Space, context: ToolContext): Promise<string> {
  const order = await createOrder(args, space, context);
  if (order.direction === undefined) return stateText(order.sync.name, order.info, context.answerTokens);
  const { sync, direction } = order;
  const discreet = { ...context, progress: hidden(sync, context) };
  const after = await carryOut(order, discreet).catch(throwHidden(sync));
  if (after !== undefined && isOfAnother(after, order)) {
    const gitState = sync.hide(stateText(sync.name, after, context.answerTokens));
    return `The ${direction} of ${sync.name} was requested, and then another import or export. The service reports only the latest: look at the content to see the result of this one.\n${gitState}`;
  }
  if (after?.operation === undefined || after.operation.state === "running") {
    const state = after?.operation === undefined ? "The service has not started yet" : progressText(after.operation);
    const how = `sync_git with "space": "${space.id}" alone shows the result.`;
    return `The ${direction} of ${sync.name} continues by itself (${sync.hide(state)}). ${how}`;
  }
  if (after.operation.state !== "success") throw new ToolError(failureText(after.operation, sync));
  return direction === "import"
    ? importedText(after.operation, sync, context)
    : exportedText(after.operation, after.changed, sync, context);
}

/** Another process may have started something after this call did. */
const isOfAnother = ({ operation }: GitInfo, { direction, target }: PlannedSync): boolean =>
  operation !== undefined &&
  (operation.direction !== direction || (operation.ref !== undefined && operation.ref !== target.ref));

/** What a call will do, with its names resolved. */
type Order =
  | PlannedSync
  | { readonly direction: undefined; readonly sync: Pick<Sync, "space" | "name">; readonly info: GitInfo };

interface PlannedSync {
  readonly direction: Direction;
  readonly sync: Sync;
  readonly info: GitInfo;
  readonly target: Target;
  readonly message: string;
  readonly force: boolean;
}

/** Throws ToolError for invalid arguments, before any request. */
async function requireSpace(args: SyncInput, context: ToolContext): Promise<Space> {
  const { direction, url, branch, directory, message } = args;
  if (direction === undefined && [url, branch, directory, message, args.force].some((one) => one !== undefined)) {
    throw new ToolError("Give direction, import or export. With the space alone, only the state is reported.");
  }
  if (direction === "export" && message === undefined) throw new ToolError("Give message: the message of the commit.");
  return findSpace(args.space, context);
}

/** Throws ToolError for what cannot be done, before any change. */
async function createOrder(args: SyncInput, space: Space, context: ToolContext): Promise<Order> {
  const { direction, url, branch, directory, message, force = false } = args;
  const info = await readGitInfo(space.id, context);
  const name = `space ${quoted(space.title)} (${space.id})`;
  if (direction === undefined) return { direction, info, sync: { space, name } };
  if (info.operation?.state === "running") {
    throw new ToolError(
      `Nothing was started: an ${info.operation.direction} of ${name} is running since ${info.operation.startedAt} (${progressText(info.operation)}). sync_git with the space alone shows when it has ended.`,
    );
  }
  const target = resolveTarget({ url, branch, directory }, info.repository);
  const sync = {
    space,
    name,
    target: shownTarget(target),
    wasInSync: wasInSync(target, info),
    completeBranch: info.repository !== undefined && info.changed === false ? shownTarget(info.repository) : undefined,
    hide: credentialsHidden(target.url),
  };
  return { direction, info, sync, target, message: message ?? "", force };
}

async function formatQuestion({ direction, sync, message, force }: PlannedSync, context: ToolContext): Promise<string> {
  const { space, name, target } = sync;
  const at = `${name}, at revision ${space.revision},`;
  if (direction === "export") {
    const over = force ? " What the branch changed since both were last in sync is overwritten." : "";
    return `Write ${at} to ${target}, as a commit with the message ${quoted(message, 300)}, for all who read the repository.${over}`;
  }
  const over = force
    ? `: all its content, ${counted(await countPages(space.id, context), "page")}, is replaced by the branch's. What it has now stays in its history.`
    : ". Where both changed the same passage, nothing is imported.";
  return `Import ${target} into ${at} for all its readers${over}`;
}

async function countPages(spaceId: string, { client, signal }: ToolContext): Promise<number> {
  const { pages } = await client.pages.list({ spaceId }, { signal });
  return countDocuments(flattenTree(pages).map(({ page }) => page));
}

/** What both directions send. */
const toSyncCall = ({ sync, target, force }: PlannedSync) => ({
  spaceId: sync.space.id,
  url: target.url,
  ref: target.ref,
  ...(target.directory === "" ? {} : { repoProjectDirectory: target.directory }),
  ...(force ? { force } : {}),
});

async function carryOut(order: PlannedSync, context: ToolContext): Promise<GitInfo | undefined> {
  const { direction, sync, info, message } = order;
  const { client, signal } = context;
  const spaceId = sync.space.id;
  const call = toSyncCall(order);
  if (direction === "import") await client.git.import(call, { signal });
  else await client.git.export({ ...call, commitMessage: message }, { signal });
  context.progress(0, undefined, `The ${direction} has started and continues even if this call is cancelled`);
  return followSync(git[direction], { spaceId, before: info.operation?.startedAt }, context);
}

const hidden =
  ({ hide }: Sync, { progress }: ToolContext): ToolContext["progress"] =>
  (done, total, message) =>
    progress(done, total, hide(message));

/** A service may quote the address it was given, with its credentials. */
function throwHidden({ hide }: Sync): (error: unknown) => never {
  return (error) => {
    if (error instanceof ApiError && hide(error.message) !== error.message) throw new ToolError(hide(error.message));
    throw error;
  };
}

/** Milliseconds for a service to record the request, and between two polls. */
const maxStartMs = 10_000;

const pause = { first: 100, max: 2000 };

/** Hosts allow a call about a minute. */
const timeoutMs = 40_000;

/**
 * Waits for the import or export that was just started, after one that had begun at `before`. Returns what is known
 * of it, ended or not; undefined if the service has not recorded it yet.
 */
async function followSync(
  operation: typeof git.import | typeof git.export,
  { spaceId, before }: { readonly spaceId: string; readonly before: string | undefined },
  context: ToolContext,
): Promise<GitInfo | undefined> {
  const { signal } = context;
  for (let [wait, waited] = [pause.first, 0]; ; wait = Math.min(2 * wait, pause.max)) {
    const noted = (await readGitInfo(spaceId, context)).operation?.startedAt;
    if (noted !== undefined && noted !== before) break;
    if (waited + wait > maxStartMs) return undefined;
    await sleep(wait, undefined, { signal });
    waited += wait;
  }
  const followed = await followOperation(operation, { spaceId }, context, timeoutMs);
  return followed?.result as GitInfo | undefined;
}

/** The sync state of a space; empty if it has no repository, which a service answers with 404. */
async function readGitInfo(spaceId: string, { client, signal }: ToolContext): Promise<GitInfo> {
  return (await lookUp(client.git.getInfo({ spaceId }, { signal }))) ?? {};
}

const busySpaces = new Set<string>();

/**
 * Prevents two calls of one process for the same space: a service reports only the last operation, so one of the
 * calls would receive the other's outcome.
 */
async function oneAtATime<Result>(space: string, work: () => Promise<Result>): Promise<Result> {
  if (busySpaces.has(space)) {
    throw new ToolError(
      `Nothing was started: another call of sync_git is importing or exporting space ${space}. sync_git with the space alone shows when that has ended.`,
    );
  }
  busySpaces.add(space);
  try {
    return await work();
  } finally {
    busySpaces.delete(space);
  }
}
