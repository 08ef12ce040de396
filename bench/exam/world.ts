import { execFileSync } from "node:child_process";
import { fileURLToPath } from "node:url";
import type { Client } from "../../src/client/client.ts";
import { paginate } from "../../src/client/paginate.ts";
import type { ChangeRequest } from "../../src/contract/models/change-request.ts";
import type { ContentChange } from "../../src/contract/models/content-change.ts";
import type { PageSummary } from "../../src/contract/models/page.ts";
import { openWorkspace } from "../workspace.ts";

const cli = fileURLToPath(new URL("../../dist/cli.js", import.meta.url));

/** The workspace of one job: a data folder with the documentation imported as its first space. */
export interface World {
  readonly client: Client;
  readonly organization: string;
  readonly space: string;
  /** Id of the page at a path. Throws if there is none. */
  pageId(path: string, changeRequest?: string): Promise<string>;
  /** Markdown of the page at a path of the space or of a change request; undefined if there is no such page. */
  text(path: string, changeRequest?: string): Promise<string | undefined>;
  paths(changeRequest?: string): Promise<string[]>;
  /** Opens a change request with changes in it. */
  propose(subject: string, changes: readonly ContentChange[]): Promise<ChangeRequest>;
  merge(changeRequest: ChangeRequest): Promise<void>;
  changeRequests(status: "open" | "draft" | "merged" | "archived"): Promise<ChangeRequest[]>;
  /** The one change request that is open or a draft besides those named. Throws where there is not exactly one. */
  proposal(...besides: readonly string[]): Promise<ChangeRequest>;
}

export function importDocumentation(data: string, docs: string): void {
  execFileSync(process.execPath, [cli, "import", docs, "--data", data], { stdio: "ignore" });
}

export async function withWorld<Result>(data: string, work: (world: World) => Promise<Result>): Promise<Result> {
  const { client, organization, platform } = await openWorkspace(data);
  try {
    return await work(await describeWorld(client, organization));
  } finally {
    await platform.jobsSettled();
    await platform.close();
  }
}

async function describeWorld(client: Client, organization: string): Promise<World> {
  const spaces: { id: string; createdAt: string }[] = [];
  for await (const found of paginate(client.spaces.list, { organizationId: organization })) spaces.push(found);
  spaces.sort((one, other) => one.createdAt.localeCompare(other.createdAt));
  const spaceId = spaces[0]?.id ?? "";

  const tree = async (changeRequestId?: string): Promise<Map<string, string>> => {
    const { pages } =
      changeRequestId === undefined
        ? await client.pages.list({ spaceId })
        : await client.changeRequestContent.pages({ spaceId, changeRequestId });
    return new Map(flatten(pages));
  };
  const changeRequests: World["changeRequests"] = async (status) =>
    (await client.changeRequests.listInSpace({ spaceId, status, limit: 1000 })).items;

  return {
    client,
    organization,
    space: spaceId,
    changeRequests,
    paths: async (changeRequest) => [...(await tree(changeRequest)).keys()],
    async pageId(path, changeRequest) {
      const id = (await tree(changeRequest)).get(path);
      if (id === undefined) throw new Error(`there is no page ${path}`);
      return id;
    },
    async text(path, changeRequestId) {
      const pageId = (await tree(changeRequestId)).get(path);
      if (pageId === undefined) return undefined;
      const page =
        changeRequestId === undefined
          ? await client.pages.get({ spaceId, pageId, format: "markdown" })
          : await client.changeRequestContent.page({ spaceId, changeRequestId, pageId, format: "markdown" });
      return (page as { markdown?: string }).markdown ?? "";
    },
    async propose(subject, changes) {
      const { id } = await client.changeRequests.create({ spaceId, subject });
      await client.changeRequestContent.apply({ spaceId, changeRequestId: id, changes: [...changes] });
      await client.changeRequests.update({ spaceId, changeRequestId: id, status: "open" });
      return client.changeRequests.get({ spaceId, changeRequestId: id });
    },
    async merge({ id }) {
      const { result } = await client.changeRequests.merge({ spaceId, changeRequestId: id });
      if (result !== "merge") throw new Error("a change request of the world does not merge");
    },
    async proposal(...besides) {
      const found = [...(await changeRequests("open")), ...(await changeRequests("draft"))].filter(
        ({ id }) => !besides.includes(id),
      );
      const [only, another] = found;
      if (only === undefined || another !== undefined) throw new Error(`${found.length} change requests were opened`);
      return only;
    },
  };
}

function flatten(pages: readonly PageSummary[]): [path: string, id: string][] {
  return pages.flatMap((page) => [
    [page.path, page.id] as [string, string],
    ...flatten("pages" in page ? (page.pages as readonly PageSummary[]) : []),
  ]);
}
