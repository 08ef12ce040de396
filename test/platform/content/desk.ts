import type { Client } from "../../../src/client/client.ts";
import { ApiError } from "../../../src/client/errors.ts";
import type { MergeConflict } from "../../../src/contract/models/change-request.ts";
import type { ContentUpdate } from "../../../src/contract/models/content-change.ts";
import type { PageSummary } from "../../../src/contract/models/page.ts";
import type { OperationInput } from "../../../src/contract/operation.ts";
import type { changeRequestContent } from "../../../src/contract/operations/change-request-content.ts";
import { openWorkspace, type PlatformWorkspace } from "../../support/platform-workspace.ts";

export type Change = OperationInput<typeof changeRequestContent.apply>["changes"][number];

/** A new space to edit, with its workspace. */
export interface Desk {
  readonly workspace: PlatformWorkspace;
  readonly client: Client;
  readonly space: string;
  /** Starts a change request. */
  branch(): Promise<Branch>;
  /** Applies and merges changes, and returns the ids of the created pages, in order. */
  publish(...changes: Change[]): Promise<string[]>;
  /** Paths of the space's pages, in the order of the table of contents. */
  paths(): Promise<string[]>;
  text(path: string): Promise<string>;
  /** Paths of the pages found by a search. */
  search(query: string): Promise<string[]>;
}

export interface Branch {
  readonly id: string;
  readonly client: Client;
  readonly space: string;
  /** Applies changes, and returns the ids of the created pages, in order. */
  edit(...changes: Change[]): Promise<string[]>;
  apply(changes: Change[], options?: { ifMatch: string }): Promise<ContentUpdate>;
  merge(): Promise<Outcome>;
  update(): Promise<Outcome>;
  paths(): Promise<string[]>;
  text(path: string): Promise<string>;
  /** `type path` of each change. */
  changes(): Promise<string[]>;
}

export interface Outcome {
  readonly revision: string;
  readonly result: string;
  readonly conflicts?: MergeConflict[] | undefined;
}

export async function openDesk(): Promise<Desk> {
  const workspace = await openWorkspace();
  const { client, organization } = workspace;
  const { id: space } = await client.spaces.create({ organizationId: organization, title: "Docs" });
  const desk: Desk = {
    workspace,
    client,
    space,
    branch: () => openBranch(client, space),
    async publish(...changes) {
      const branch = await desk.branch();
      const made = await branch.edit(...changes);
      const outcome = await branch.merge();
      if (outcome.result !== "merge") throw new Error(JSON.stringify(outcome.conflicts));
      return made;
    },
    paths: async () => pathsOf((await client.pages.list({ spaceId: space })).pages),
    async text(path) {
      const page = await client.pages.getByPath({ spaceId: space, pagePath: path, format: "markdown" });
      return page.markdown ?? "";
    },
    async search(query) {
      const found = await client.search.space({ spaceId: space, query });
      return found.items.map((page) => page.path);
    },
  };
  return desk;
}

export async function openBranch(client: Client, space: string): Promise<Branch> {
  const { id } = await client.changeRequests.create({ spaceId: space, subject: "Change" });
  const address = { spaceId: space, changeRequestId: id };
  const branch: Branch = {
    id,
    client,
    space,
    async edit(...changes) {
      const { changes: done } = await branch.apply(changes);
      return done.flatMap((change) => (change.object === "created_page" ? [change.page.id] : []));
    },
    async apply(changes, options) {
      return (await client.changeRequestContent.apply(
        { ...address, compat: false, changes },
        options,
      )) as ContentUpdate;
    },
    merge: () => client.changeRequests.merge(address),
    update: () => client.changeRequests.updateFromSpace(address),
    paths: async () => pathsOf((await client.changeRequestContent.pages(address)).pages),
    async text(path) {
      const page = await client.changeRequestContent.pageByPath({ ...address, pagePath: path, format: "markdown" });
      return page.markdown ?? "";
    },
    async changes() {
      const { changes } = await client.changeRequestContent.changes({ ...address, limit: 1000 });
      return changes.map((change) => {
        switch (change.type) {
          case "file_created":
          case "file_edited":
          case "file_deleted":
            return `${change.type} ${change.file.name}`;
          case "page_created":
          case "page_edited":
          case "page_deleted":
          case "page_moved":
            return `${change.type} ${change.page.path}`;
          default:
            return change.type;
        }
      });
    },
  };
  return branch;
}

export const insert = (title: string, markdown: string, more: Partial<Change & { operation: "insert_page" }> = {}) =>
  ({ operation: "insert_page", title, document: { markdown }, ...more }) satisfies Change;
export const write = (page: string, markdown: string) =>
  ({ operation: "update_page", page, document: { markdown } }) satisfies Change;
export const remove = (page: string) => ({ operation: "delete_page", page }) satisfies Change;

/** The status and message of a call that must fail. */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call;
  } catch (error) {
    if (error instanceof ApiError) return `${error.status} ${error.serviceMessage}`;
    throw error;
  }
  throw new Error("the call was not refused");
}

export function pathsOf(pages: readonly PageSummary[]): string[] {
  return pages.flatMap((page) => [page.path ?? "", ...pathsOf(page.pages ?? [])]);
}
