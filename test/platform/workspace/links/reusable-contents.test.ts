import { expect, it } from "vitest";
import type { ContentChange } from "../../../../src/contract/models/content-change.ts";
import type { LinkList } from "../../../../src/contract/models/link.ts";
import { openWorkspace, type Workspace } from "../../../support/workspace.ts";

const reusable = (name: string, markdown: string): ContentChange => ({
  operation: "insert_files",
  files: [
    {
      name: `.gitbook/includes/${name}.md`,
      contentType: "text/markdown",
      base64: Buffer.from(markdown).toString("base64"),
    },
  ],
});

const taking = (name: string) => `{% include "/.gitbook/includes/${name}.md" %}`;

async function withDesk(use: (desk: Workspace, space: string, page: (path: string) => string) => Promise<void>) {
  const desk = await openWorkspace();
  try {
    const pages = ["start", "setup", "folder"].map((slug) => ({ slug, markdown: `# ${slug}\n\n## Install\n\ntext` }));
    const { id, page } = await desk.makeSpace("Guides", pages);
    await use(desk, id, page);
  } finally {
    await desk.close();
  }
}

type Reference = LinkList["items"][number]["locationReferences"][number];

function told({ items }: Pick<LinkList, "items">): string[] {
  return items
    .map(({ status, targetReference: target, locationReferences: places }) => {
      return `${status} ${target === undefined ? "?" : name(target)} <- ${places.map(name).sort().join(", ")}`;
    })
    .sort();
}

function name(reference: Reference): string {
  switch (reference.kind) {
    case "page": {
      const inside = reference.internalLocation;
      return reference.page.path + (inside?.type === "anchor" ? `#${inside.anchor}` : "");
    }
    case "reusable-content":
      return `reusable ${reference.reusableContent.title}`;
    case "url":
      return reference.url;
    default:
      return reference.kind;
  }
}

async function firstReusable(desk: Workspace, spaceId: string): Promise<string> {
  const { reusableContents } = await desk.client.revisions.current({ spaceId });
  return reusableContents[0]?.id ?? "";
}

const linksOf = async (desk: Workspace, spaceId: string) => told(await desk.client.spaces.listLinks({ spaceId }));

it("links inside reusable contents are listed, broken ones among them, at the reusable content", () =>
  withDesk(async (desk, space) => {
    const text = "[a](/setup#install) [b](/nowhere) [c](#on-the-page) [d](/setup#gone)\n\n## More\n\n[e](/nowhere)";
    await desk.edit(space, [reusable("notes", text)]);
    expect(await linksOf(desk, space)).toEqual([
      "broken /nowhere <- reusable Notes",
      "broken setup#gone <- reusable Notes",
      "ok reusable Notes <- reusable Notes",
      "ok setup#install <- reusable Notes",
    ]);
  }));

it("links inside reusable contents are backlinks of their targets", () =>
  withDesk(async (desk, space, page) => {
    await desk.edit(space, [reusable("notes", "[a](/setup)")]);
    const { items, count } = await desk.client.pages.listBacklinks({ spaceId: space, pageId: page("setup") });
    expect([items.map(name), count]).toEqual([["reusable Notes"], 1]);
  }));

it("a page that includes a reusable content, and contents that include each other, depend on it", () =>
  withDesk(async (desk, space, page) => {
    await desk.edit(space, [reusable("inner", "text"), reusable("outer", taking("inner"))]);
    const markdown = `# start\n\n${taking("outer")}`;
    await desk.edit(space, [{ operation: "update_page", page: page("start"), document: { markdown } }]);
    expect(await linksOf(desk, space)).toEqual(["ok reusable Inner <- reusable Outer", "ok reusable Outer <- start"]);
  }));

it("links inside reusable contents are updated with the content and with their targets, as in a new index", () =>
  withDesk(async (desk, space, page) => {
    const steps: ContentChange[][] = [
      [reusable("notes", "[a](/setup#install) [b](/later)")],
      [{ operation: "insert_page", title: "Later", document: { markdown: "text" } }],
      [{ operation: "update_page", page: page("setup"), document: { markdown: "# setup\n\n## Other" } }],
      [reusable("notes", "[a](/setup) [b](/start)")],
      [{ operation: "delete_page", page: page("start") }],
    ];
    const seen: string[][] = [];
    for (const step of steps) {
      await desk.edit(space, step);
      const inSteps = await linksOf(desk, space);
      await desk.platform.database.write(async (queries) => {
        await queries.deleteFrom("page_link").execute();
        await queries.deleteFrom("link_index").execute();
      });
      expect(await linksOf(desk, space)).toEqual(inSteps);
      seen.push(inSteps);
    }
    expect(seen).toEqual([
      ["broken /later <- reusable Notes", "ok setup#install <- reusable Notes"],
      ["ok later <- reusable Notes", "ok setup#install <- reusable Notes"],
      ["broken setup#install <- reusable Notes", "ok later <- reusable Notes"],
      ["ok setup <- reusable Notes", "ok start <- reusable Notes"],
      ["broken /start <- reusable Notes", "ok setup <- reusable Notes"],
    ]);
  }));

it.each(["known", "not known"])("a link inside a reusable content follows a page that moves; links %s", (known) =>
  withDesk(async (desk, space, page) => {
    const move = (to: object) => desk.edit(space, [{ operation: "update_page", page: page("setup"), ...to }]);
    await move({ into: page("folder") });
    await desk.edit(space, [reusable("notes", "See [setup](/folder/setup#install), not `/folder/setup`.")]);
    if (known === "known") await linksOf(desk, space);
    await move({ slug: "install" });
    expect(await linksOf(desk, space)).toEqual(["ok folder/install#install <- reusable Notes"]);
    const reusableContentId = await firstReusable(desk, space);
    const { markdown } = await desk.client.reusableContents.get({ spaceId: space, reusableContentId });
    expect(markdown).toBe("See [setup](/folder/install#install), not `/folder/setup`.");
  }),
);

it("a change request that writes a reusable content follows a page that has moved in the space", () =>
  withDesk(async (desk, space, page) => {
    await desk.edit(space, [{ operation: "update_page", page: page("setup"), into: page("folder") }]);
    const { id } = await desk.openChangeRequest(space, [reusable("notes", "[setup](/folder/setup)")]);
    await desk.edit(space, [{ operation: "update_page", page: page("setup"), slug: "install" }]);
    await desk.client.changeRequests.merge({ spaceId: space, changeRequestId: id });
    expect(await linksOf(desk, space)).toEqual(["ok folder/install <- reusable Notes"]);
  }));

it("deleting a reusable content removes its links and breaks the pages that include it", () =>
  withDesk(async (desk, space, page) => {
    await desk.edit(space, [reusable("notes", "[a](/nowhere)")]);
    const markdown = `# start\n\n${taking("notes")}`;
    await desk.edit(space, [{ operation: "update_page", page: page("start"), document: { markdown } }]);
    await linksOf(desk, space);
    await desk.edit(space, [{ operation: "delete_page", page: await firstReusable(desk, space) }]);
    expect(await linksOf(desk, space)).toEqual(["broken /.gitbook/includes/notes.md <- start"]);
  }));

it("missing covers are broken links of their page", () =>
  withDesk(async (desk, space, page) => {
    const png = "iVBORw0KGgo=";
    await desk.edit(space, [
      { operation: "insert_files", files: [{ name: "hero (1).png", contentType: "image/png", base64: png }] },
    ]);
    const cover = (address: string) => `---\n${address}\n---\n# start\n\ntext`;
    const write = async (address: string) => {
      await desk.edit(space, [
        { operation: "update_page", page: page("start"), document: { markdown: cover(address) } },
      ]);
      return linksOf(desk, space);
    };
    expect(await write("cover: .gitbook/assets/hero (1).png\ncoverDark: .gitbook/assets/dark.png")).toEqual([
      "broken .gitbook/assets/dark.png <- start",
      "ok file <- start",
    ]);
    expect(await write("cover: https://example.com/hero.png")).toEqual(["ok https://example.com/hero.png <- start"]);
    expect(await write("description: none")).toEqual([]);
  }));
