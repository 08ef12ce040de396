import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Client, createClient } from "../../src/client/client.ts";
import type { Fetch } from "../../src/client/transport.ts";
import type { ContentChange } from "../../src/contract/models/content-change.ts";
import type { PageSummary } from "../../src/contract/models/page.ts";
import { clientOf } from "./client-ways.ts";
import { openWorkspaceAt, type PlatformWorkspace, type WorkspaceOptions } from "./platform-workspace.ts";

/** A page to create, with its subpages. The title comes from its first heading. */
interface PageSeed {
  readonly markdown: string;
  readonly slug?: string;
  readonly hidden?: boolean;
  readonly pages?: readonly PageSeed[];
}

export interface SeededSpace {
  readonly id: string;
  readonly title: string;
  /** The revision with the pages in it. */
  readonly revision: string;
  /** Page id by path. Throws for a missing path. */
  page(path: string): string;
}

/** A workspace in a temporary folder, with functions to fill it. */
export interface Workspace extends PlatformWorkspace {
  /** A client with another user's token. */
  clientOf(token: string): Client;
  /** A further client, whose requests pass through `wrap` on their way to the platform. */
  clientThrough(wrap: (request: Request, send: Fetch) => Promise<Response>): Client;
  /** Creates a space and merges pages into it. */
  makeSpace(title: string, pages?: readonly PageSeed[]): Promise<SeededSpace>;
  /** Creates a change request with changes in it; open by default. */
  openChangeRequest(
    space: string,
    changes?: readonly ContentChange[],
    status?: "open" | "draft" | "archived",
  ): Promise<{ id: string; number: number; revision: string }>;
  /** Changes the space's own content, with a separate change request. */
  edit(space: string, changes: readonly ContentChange[]): Promise<void>;
  close(): Promise<void>;
}

const baseUrl = "http://localhost";

export async function openWorkspace(options: WorkspaceOptions = {}): Promise<Workspace> {
  const folder = await mkdtemp(join(tmpdir(), "copydesk-test-"));
  const opened = await openWorkspaceAt(folder, undefined, options);
  const { platform, organization, token, client } = opened;

  const openChangeRequest: Workspace["openChangeRequest"] = async (space, changes = [], status = "open") => {
    const { id, number, revision } = await client.changeRequests.create({ spaceId: space, subject: "Seed" });
    const names = { spaceId: space, changeRequestId: id };
    if (changes.length > 0) await client.changeRequestContent.apply({ ...names, changes: [...changes] });
    if (status !== "draft") await client.changeRequests.update({ ...names, status });
    const now = await client.changeRequests.get(names);
    return { id, number, revision: changes.length > 0 ? now.revision : revision };
  };

  const edit: Workspace["edit"] = async (space, changes) => {
    const { id } = await openChangeRequest(space, changes);
    const { result } = await client.changeRequests.merge({ spaceId: space, changeRequestId: id });
    if (result !== "merge") throw new Error("the seed did not merge");
  };

  return {
    ...opened,
    clientOf: (own) => clientOf(platform, own),
    clientThrough: (wrap) => createClient({ baseUrl, token, fetch: (request) => wrap(request, platform.fetch) }),
    openChangeRequest,
    edit,
    async makeSpace(title, pages = []) {
      const { id } = await client.spaces.create({ organizationId: organization, title });
      for (let level = new Map<string | undefined, readonly PageSeed[]>([[undefined, pages]]); ; ) {
        const seeds = [...level].flatMap(([into, list]) => list.map((seed) => ({ seed, into })));
        if (seeds.length === 0) break;
        level = await insert(id, seeds);
      }
      const { revision } = await client.spaces.get({ spaceId: id });
      const ids = new Map(placesOf((await client.pages.list({ spaceId: id })).pages));
      const page = (path: string) => {
        const found = ids.get(path);
        if (found === undefined) throw new Error(`no page at ${path}; there are ${[...ids.keys()].join(", ")}`);
        return found;
      };
      return { id, title, revision, page };
    },
    async close() {
      await platform.close();
      await rm(folder, { recursive: true, force: true });
    },
  };

  /** Creates one level of the tree and returns the next, by the ids of the parents. */
  async function insert(space: string, seeds: readonly { seed: PageSeed; into: string | undefined }[]) {
    const next = new Map<string | undefined, readonly PageSeed[]>();
    for (let at = 0; at < seeds.length; at += 50) {
      const part = seeds.slice(at, at + 50);
      const { id } = await client.changeRequests.create({ spaceId: space });
      const names = { spaceId: space, changeRequestId: id };
      const changes = part.map(({ seed: { markdown, slug, hidden }, into }) => ({
        operation: "insert_page" as const,
        document: { markdown },
        ...(slug === undefined ? {} : { slug }),
        ...(hidden === undefined ? {} : { hidden }),
        ...(into === undefined ? {} : { into }),
      }));
      const answer = await client.changeRequestContent.apply({ ...names, compat: false, changes });
      const made = (answer as { changes: { page: { id: string } }[] }).changes;
      for (const [index, { seed }] of part.entries()) {
        if (seed.pages !== undefined) next.set(made[index]?.page.id ?? "", seed.pages);
      }
      await client.changeRequests.merge(names);
    }
    return next;
  }
}

function placesOf(pages: readonly PageSummary[]): [string, string][] {
  return pages.flatMap((page) => [[page.path ?? "", page.id] as [string, string], ...placesOf(page.pages ?? [])]);
}
