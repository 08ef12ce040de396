import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { allPages } from "../../../../src/platform/content/page-tree.ts";
import { findRevision } from "../../../../src/platform/content/revisions-rows.ts";
import { sectionsOfPage } from "../../../../src/platform/content/search/page-sections.ts";
import { SpaceContent } from "../../../../src/platform/content/space-content.ts";
import { openWorkspace, type PlatformWorkspace } from "../../../support/platform-workspace.ts";

type Change = Record<string, unknown> & { readonly operation: string };

/** Makes changes in a change request and merges it. */
async function merge({ client }: PlatformWorkspace, spaceId: string, changes: readonly Change[]): Promise<void> {
  const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
  await client.changeRequestContent.apply({ spaceId, changeRequestId, changes: changes as never });
  await client.changeRequests.merge({ spaceId, changeRequestId });
}

/** The actual and the expected content of the index, for every space that is not deleted. */
async function indexAndContent({ platform }: PlatformWorkspace): Promise<{ held: string[]; due: string[] }> {
  return platform.database.read(async (queries) => {
    const spaces = await queries.selectFrom("space").selectAll().where("deleted_at", "is", null).execute();
    const ids = spaces.map(({ id }) => id);
    const rows = await queries.selectFrom("section").selectAll().where("space", "in", ids).execute();
    const content = new SpaceContent(queries);
    const due: string[] = [];
    for (const space of spaces) {
      const revision = await findRevision(queries, space.id, space.revision);
      const pages = (await allPages(content.at(revision?.root ?? ""))).filter((page) => page.type === "document");
      const texts = await content.readTexts(pages.flatMap((page) => page.content ?? []));
      for (const page of pages) {
        if (page.noIndex) continue;
        const sections = [...sectionsOfPage({ ...page, markdown: texts.get(page.content ?? "") ?? "" })];
        for (const [position, section] of sections.entries()) {
          due.push(JSON.stringify([space.id, page.id, position, section.anchor, section.title, section.body]));
        }
      }
    }
    const held = rows.map((row) =>
      JSON.stringify([row.space, row.page, row.position, row.anchor, row.title, row.body]),
    );
    return { held: held.sort(), due: due.sort() };
  });
}

async function firstPages({ client }: PlatformWorkspace, spaceId: string): Promise<string[]> {
  return (await client.pages.list({ spaceId })).pages.map(({ id }) => id);
}

const step = fc.record({
  what: fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom("insert", "rewrite", "rename", "describe", "move") },
    { weight: 1, arbitrary: fc.constantFrom("delete", "remove", "restore", "duplicate") },
  ),
  which: fc.nat(7),
  text: fc.constantFrom("Walrus.\n", "# Walrus\n\n## Giraffe\n\nTall.\n", "", "<!-- hidden --> Seen.\n", "日本語\n"),
});

describe("the index after any sequence of changes", () => {
  it("has exactly the content of the spaces", async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 14 }), async (steps) => {
        const workspace = await openWorkspace();
        const { client, organization } = workspace;
        const spaces = [(await client.spaces.create({ organizationId: organization, title: "One" })).id];
        const removed: string[] = [];
        for (const title of ["A", "B"]) {
          await merge(workspace, spaces[0] ?? "", [{ operation: "insert_page", title, document: { markdown: title } }]);
        }
        for (const { what, which, text } of steps) {
          const spaceId = spaces[which % spaces.length];
          if (what === "restore" || spaceId === undefined) {
            const back = removed.pop();
            if (back !== undefined) spaces.push((await client.spaces.restore({ spaceId: back })).id);
            continue;
          }
          if (what === "remove") {
            await client.spaces.remove({ spaceId });
            removed.push(...spaces.splice(spaces.indexOf(spaceId), 1));
          } else if (what === "duplicate") {
            const copy = await client.spaces.duplicate({ spaceId }).catch((error: { code?: string }) => {
              if (error.code !== "not_implemented") throw error;
            });
            if (copy) spaces.push(copy.id);
          } else {
            const pages = await firstPages(workspace, spaceId);
            const page = pages[which % pages.length];
            if (what === "insert" || page === undefined) {
              const title = `Page ${which}`;
              await merge(workspace, spaceId, [{ operation: "insert_page", title, document: { markdown: text } }]);
            } else if (what === "delete") await merge(workspace, spaceId, [{ operation: "delete_page", page }]);
            else {
              const into = pages.find((other) => other !== page);
              const change = {
                rewrite: { document: { markdown: `${text}\nMore ${which}.\n` } },
                rename: { title: `Other ${which}` },
                describe: { description: `About ${which}` },
                move: into === undefined ? { icon: "gear" } : { into },
              }[what];
              await merge(workspace, spaceId, [{ operation: "update_page", page, ...change }]);
            }
          }
        }
        const { held, due } = await indexAndContent(workspace);
        expect(held).toEqual(due);
      }),
      { numRuns: 12 },
    );
  });
});

it("a search covers every space of an organization, except deleted ones", async () => {
  const workspace = await openWorkspace();
  const { client, organization, platform } = workspace;
  const { id: first } = await client.spaces.create({ organizationId: organization, title: "First" });
  await platform.database.write(async (queries) => {
    const row = await queries.selectFrom("space").selectAll().where("id", "=", first).executeTakeFirstOrThrow();
    for (let index = 1; index <= 1_005; index += 1) {
      const place = { id: `space-${index}`, position: row.position + index };
      await queries
        .insertInto("space")
        .values({ ...row, ...place })
        .execute();
    }
  });
  const { id: last } = await client.spaces.create({ organizationId: organization, title: "Last" });
  for (const space of [first, last])
    await merge(workspace, space, [{ operation: "insert_page", title: "Walrus", document: { markdown: "" } }]);
  const search = () => client.search.organization({ organizationId: organization, query: "walrus" });
  expect((await search()).items.map(({ id }) => id).sort()).toEqual([first, last].sort());
  await client.spaces.remove({ spaceId: first });
  expect((await search()).items).toMatchObject([{ id: last, pages: [{ title: "Walrus" }] }]);
});
