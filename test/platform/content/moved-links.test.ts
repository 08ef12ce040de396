import { afterAll, beforeAll, expect, it } from "vitest";
import type { SemanticChange } from "../../../src/contract/models/semantic-change.ts";
import { openWorkspace, type SeededSpace, type Workspace } from "../../support/workspace.ts";

let desk: Workspace;
beforeAll(async () => {
  desk = await openWorkspace();
});
afterAll(() => desk.close());

const seeds = [
  { slug: "guides", markdown: "# Guides\n", pages: [{ slug: "setup", markdown: "# Setup\n\n## Install\n" }] },
  { slug: "start", markdown: "# Start\n" },
  { slug: "other", markdown: "# Other\n\n[e](https://example.com/guides/setup)\n" },
];

const start =
  '# Start\r\n\r\n*  [a](/manual/setup#install), [b](</manual/setup> "T"), [c](guides/setup.md)\r\n\r\n`[d](/manual/setup)`\r\n';

/** The pages' places in the tree differ from their files' places, so that addresses are read as tree paths. */
async function makeSpace(known: boolean): Promise<SeededSpace> {
  const space = await desk.makeSpace("Guides", seeds);
  const rename = { operation: "update_page" as const, page: space.page("guides"), slug: "manual" };
  await desk.edit(space.id, [rename]);
  await write(space, "start", start);
  if (known) await desk.client.spaces.listLinks({ spaceId: space.id });
  return space;
}

const text = async ({ id, page }: SeededSpace, path: string) =>
  (await desk.client.pages.get({ spaceId: id, pageId: page(path), format: "markdown" })).markdown ?? "";

const write = ({ id, page }: SeededSpace, path: string, markdown: string) =>
  desk.edit(id, [{ operation: "update_page", page: page(path), document: { markdown } }]);

const pageChanges = (changes: readonly SemanticChange[]) =>
  changes.flatMap((change) => (change.type === "page_edited" ? change.page.path : [])).sort();

for (const known of [true, false]) {
  const space = () => makeSpace(known);
  const when = known ? "whose links are known" : "whose links are not known yet";

  it(`links follow a page whose slug changed, leaving all other bytes, in a space ${when}`, async () => {
    const guides = await space();
    expect(await text(guides, "start")).toBe(start);
    const { number: _, id } = await desk.openChangeRequest(guides.id, [
      { operation: "update_page", page: guides.page("guides/setup"), slug: "install" },
    ]);
    const names = { spaceId: guides.id, changeRequestId: id };
    const { changes } = await desk.client.changeRequestContent.changes(names);
    expect(pageChanges(changes)).toEqual(["manual/install", "start"]);
    await desk.client.changeRequests.merge(names);
    expect(await text(guides, "start")).toBe(
      start.replace("(/manual/setup#", "(/manual/install#").replace("</manual/setup", "</manual/install"),
    );
    expect(await text(guides, "other")).toContain("https://example.com/guides/setup");
    expect((await desk.client.spaces.listLinks({ spaceId: guides.id, status: "broken" })).items).toEqual([]);
  });

  it(`links follow a page below one that moved, and are updated in it, in a space ${when}`, async () => {
    const guides = await space();
    await write(guides, "other", "# Other\n\n[f](./manual/setup/) [g](/manual/setup?x=1#install)\n");
    await write(guides, "guides/setup", "# Setup\n\n## Install\n\n[h](../start) [i](/other)\n");
    await desk.edit(guides.id, [
      { operation: "update_page", page: guides.page("guides"), into: guides.page("other"), slug: "all" },
    ]);
    expect(await text(guides, "other")).toBe("# Other\n\n[f](other/all/setup/) [g](/other/all/setup?x=1#install)\n");
    expect((await desk.client.spaces.listLinks({ spaceId: guides.id, status: "broken" })).items).toEqual([]);
  });
}

it("links do not lead to a page that takes the place, unless they were written for it", async () => {
  const guides = await makeSpace(true);
  await desk.edit(guides.id, [
    { operation: "update_page", page: guides.page("guides/setup"), slug: "install" },
    { operation: "insert_page", into: guides.page("guides"), slug: "setup", document: { markdown: "# New\n" } },
    {
      operation: "update_page",
      page: guides.page("other"),
      document: { markdown: "# Other\n\n[new](/manual/setup)\n" },
    },
  ]);
  expect(await text(guides, "start")).toContain("[a](/manual/install#install)");
  expect(await text(guides, "other")).toContain("[new](/manual/setup)");
});

it("links in the space follow what a change request moved, when it is merged", async () => {
  const guides = await makeSpace(true);
  const { id } = await desk.openChangeRequest(guides.id, [
    { operation: "update_page", page: guides.page("guides/setup"), slug: "install" },
  ]);
  await write(guides, "other", "# Other\n\n[late](/manual/setup#install)\n");
  await desk.client.changeRequests.merge({ spaceId: guides.id, changeRequestId: id });
  expect(await text(guides, "other")).toBe("# Other\n\n[late](/manual/install#install)\n");
});
