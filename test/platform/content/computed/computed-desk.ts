import type { ComputedSource } from "../../../../src/contract/models/computed-content.ts";
import type { ContentChange } from "../../../../src/contract/models/content-change.ts";
import type { PageSummary } from "../../../../src/contract/models/page.ts";
import { insertMember, insertOrganization } from "../../../../src/platform/access/people-rows.ts";
import { createId } from "../../../../src/platform/kernel/database/ids.ts";
import { openWorkspace, type Workspace } from "../../../support/workspace.ts";

export interface ComputedDesk extends Workspace {
  /** Updates a specification to this text, and waits for everything that follows. */
  publish(slug: string, description: object): Promise<void>;
  /** Applies changes to the space itself, and waits for everything that follows. */
  change(space: string, ...changes: ContentChange[]): Promise<void>;
  /** Paths of the pages, in order. */
  paths(space: string, changeRequest?: string): Promise<string[]>;
  read(space: string, path: string): Promise<{ id: string; title: string; markdown: string }>;
  /** Another organization with the same administrator. */
  anotherOrganization(): Promise<string>;
}

export const computedFrom = (spec: string, props: Record<string, unknown> = { models: false }): ComputedSource => ({
  type: "builtin:openapi",
  props,
  dependencies: { spec: { ref: { kind: "openapi", spec } } },
});

/** A description with an operation for each path of each tag. */
export const describing = (tags: Readonly<Record<string, readonly string[]>>, title = "Pets") => ({
  openapi: "3.1.0",
  info: { title, version: "1" },
  paths: Object.fromEntries(
    Object.entries(tags).flatMap(([tag, paths]) =>
      paths.map((path) => [path, { get: { tags: [tag], summary: `Read ${path}`, responses: {} } }]),
    ),
  ),
});

export async function openComputedDesk(): Promise<ComputedDesk> {
  const workspace = await openWorkspace();
  const { client, organization: organizationId, platform, edit } = workspace;
  return {
    ...workspace,
    async publish(specSlug, description) {
      await client.openapiSpecs.set({ organizationId, specSlug, source: { text: JSON.stringify(description) } });
      await platform.jobsSettled();
    },
    async change(space, ...changes) {
      await edit(space, changes);
      await platform.jobsSettled();
    },
    async paths(spaceId, changeRequestId) {
      const { pages } =
        changeRequestId === undefined
          ? await client.pages.list({ spaceId })
          : await client.changeRequestContent.pages({ spaceId, changeRequestId });
      return pathsOf(pages);
    },
    async read(spaceId, pagePath) {
      const { id, title, markdown = "" } = await client.pages.getByPath({ spaceId, pagePath, format: "markdown" });
      return { id, title, markdown };
    },
    async anotherOrganization() {
      const id = createId();
      const now = platform.now();
      await platform.database.write(async (queries) => {
        await insertOrganization(queries, { id, title: "Elsewhere", default_role: null, created_at: now });
        await insertMember(queries, { organization: id, user: workspace.user, role: "admin", joined_at: now });
      });
      return id;
    },
  };
}

export const pathsOf = (pages: readonly PageSummary[]): string[] =>
  pages.flatMap((page) => [page.path ?? "", ...pathsOf(page.pages ?? [])]);
