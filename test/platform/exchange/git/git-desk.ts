import type { GitInfo } from "../../../../src/contract/models/git.ts";
import type { PlatformOptions } from "../../../../src/platform/index.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { openWorkspace, type PlatformWorkspace } from "../../../support/platform-workspace.ts";
import { type Change, pathsOf } from "../../content/desk.ts";

/** A new space, and a platform that may access this machine's own servers. */
export interface GitDesk extends PlatformWorkspace {
  readonly space: string;
  /** Imports a branch, waits for it, and returns the result. */
  import(url: string, options?: Record<string, unknown>): Promise<NonNullable<GitInfo["operation"]>>;
  export(url: string, options?: Record<string, unknown>): Promise<NonNullable<GitInfo["operation"]>>;
  /** Paths of the space's pages, in the order of the table of contents. */
  paths(): Promise<string[]>;
  page(path: string): Promise<{ id: string; markdown: string; title: string }>;
  /** Applies and merges changes. */
  publish(...changes: Change[]): Promise<void>;
}

export const loopback = () => createOutbound((address) => address === "127.0.0.1");

export async function openGitDesk(
  outbound = loopback(),
  now?: () => Date,
  gitAuthor?: PlatformOptions["gitAuthor"],
): Promise<GitDesk> {
  const workspace = await openWorkspace({ outbound, gitAuthor, ...(now === undefined ? {} : { now }) });
  const { client, organization, platform } = workspace;
  const { id: spaceId } = await client.spaces.create({ organizationId: organization, title: "Handbook" });
  const outcome = async () => {
    await platform.jobsSettled();
    const { operation } = await client.git.getInfo({ spaceId });
    if (operation === undefined) throw new Error("nothing was imported or exported");
    return operation;
  };
  const main = { ref: "refs/heads/main" };
  return {
    ...workspace,
    space: spaceId,
    async import(url, options = {}) {
      await client.git.import({ spaceId, url, ...main, ...options });
      return outcome();
    },
    async export(url, options = {}) {
      await client.git.export({ spaceId, url, ...main, commitMessage: "Update the handbook", ...options });
      return outcome();
    },
    paths: async () => pathsOf((await client.pages.list({ spaceId })).pages),
    async page(pagePath) {
      const { id, markdown = "", title } = await client.pages.getByPath({ spaceId, pagePath, format: "markdown" });
      return { id, markdown, title };
    },
    async publish(...changes) {
      const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
      await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
      const { result } = await client.changeRequests.merge({ spaceId, changeRequestId });
      if (result !== "merge") throw new Error("the changes did not merge");
    },
  };
}
