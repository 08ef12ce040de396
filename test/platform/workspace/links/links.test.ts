import { setImmediate as nextTurn } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import type { LinkList } from "../../../../src/contract/models/link.ts";
import { openWorkspace, type Workspace } from "../../../support/workspace.ts";

async function withSpace(
  pages: Readonly<Record<string, string>>,
  use: (desk: Workspace, space: string, page: (path: string) => string) => Promise<void>,
): Promise<void> {
  const desk = await openWorkspace();
  try {
    const seeds = Object.entries(pages).map(([slug, markdown]) => ({ slug, markdown: `# ${slug}\n\n${markdown}` }));
    const { id, page } = await desk.makeSpace("Guides", seeds);
    await use(desk, id, page);
  } finally {
    await desk.close();
  }
}

/** Each record on one line: status, relation, target, and the places of the links. */
function told({ items }: LinkList): string[] {
  return items.map(({ status, relation, targetReference: target, locationReferences }) => {
    const places = locationReferences
      .map((place) => name(place))
      .sort()
      .join(", ");
    return `${status} ${relation} ${target === undefined ? "?" : name(target)} <- ${places}`;
  });
}

function name(reference: LinkList["items"][number]["locationReferences"][number]): string {
  switch (reference.kind) {
    case "page": {
      const inside = reference.internalLocation;
      return `${reference.page.path}${inside?.type === "anchor" ? `#${inside.anchor}` : ""}`;
    }
    case "file":
      return `file ${reference.file.name}`;
    case "url":
      return reference.url;
    default:
      return reference.kind;
  }
}

async function spaceLinks(desk: Workspace, spaceId: string, status?: "ok" | "broken" | "in-app"): Promise<string[]> {
  return told(await desk.client.spaces.listLinks({ spaceId, ...(status === undefined ? {} : { status }) })).sort();
}

describe("the links of a space", () => {
  it("are listed by target, with the sections that contain them", () =>
    withSpace(
      {
        start:
          "See [setup](setup.md) and [again](/setup).\n\n## More\n\n[deep](setup.md#install), [mail](mailto:a@b.c).",
        setup: "## Install\n\n[home](https://example.com/x?y#z) [top](#install) [gone](nowhere.md) ![shot](shot.png)",
      },
      async (desk, space) => {
        expect(await spaceLinks(desk, space)).toEqual([
          "broken reference nowhere.md <- setup#install",
          "broken reference shot.png <- setup#install",
          "ok reference https://example.com/x?y#z <- setup#install",
          "ok reference mailto:a@b.c <- start#more",
          "ok reference setup <- start",
          "ok reference setup#install <- setup#install, start#more",
        ]);
        const { stats } = await desk.client.spaces.listLinks({ spaceId: space, limit: 1 });
        expect(stats).toEqual({ total: 6, broken: { total: 2 }, references: { total: 8, broken: 2 } });
        const { count } = await desk.client.spaces.listLinks({ spaceId: space, status: "broken", limit: 1 });
        expect(count).toBe(2);
      },
    ));

  it("are first indexed in portions, with the same result whoever asks meanwhile and whatever changes", () => {
    const many = Object.fromEntries(
      Array.from({ length: 250 }, (_, at) => [`p${at}`, `[n](p${at + 1}.md#here)\n\n## Here`]),
    );
    return withSpace(many, async (desk, space, page) => {
      const broken = () => spaceLinks(desk, space, "broken");
      const first = broken();
      const { database } = desk.platform;
      const begun = async () => database.read((queries) => queries.selectFrom("link_portion").selectAll().execute());
      for (let turn = 0; turn < 1000 && (await begun()).length === 0; turn += 1) await nextTurn();
      expect(await begun()).toHaveLength(1);
      const edited = desk.edit(space, [{ operation: "delete_page", page: page("p7") }]);
      const second = broken();
      await edited;
      expect(["broken reference p250.md#here <- p249"]).toContain((await first).at(0));
      await second;
      expect(await broken()).toEqual(["broken reference p250.md#here <- p249", "broken reference p7.md#here <- p6"]);
      expect(await begun()).toEqual([]);
    });
  });

  it("are broken if the anchor is not on the page, unless the page includes content that may have it", () =>
    withSpace(
      {
        start: "[a](setup.md#install) [b](setup.md#Gone) [c](setup.md#by-hand) [d](api.md#anything)",
        setup: '## Install\n\nHere <a id="by-hand"></a>.',
        api: '{% include "../.gitbook/includes/parts.md" %}',
      },
      async (desk, space) => {
        expect(await spaceLinks(desk, space, "broken")).toEqual([
          "broken dependsOn ../.gitbook/includes/parts.md <- api",
          "broken reference setup#Gone <- start",
        ]);
      },
    ));

  it("are not reported as a separate kind of problem if they lead to the organization's web application", () =>
    withSpace({ start: "" }, async (desk, space, page) => {
      const own = `https://docs.example.com/app/${desk.organization}/s/${space}/start`;
      const other = "https://docs.example.com/app/somebody/s/else";
      const markdown = `# start\n\n[own](${own}) [other](${other})`;
      await desk.edit(space, [{ operation: "update_page", page: page("start"), document: { markdown } }]);
      expect(await spaceLinks(desk, space, "in-app")).toEqual([`in-app reference ${own} <- start`]);
      expect(await spaceLinks(desk, space, "ok")).toEqual([`ok reference ${other} <- start`]);
    }));

  it("lead to files by path and by id, and to included contents", () =>
    withSpace({ start: "" }, async (desk, space, page) => {
      const png = "iVBORw0KGgo=";
      const { id } = await desk.openChangeRequest(space, [
        { operation: "insert_files", files: [{ name: "logo.png", contentType: "image/png", base64: png }] },
      ]);
      const names = { spaceId: space, changeRequestId: id };
      const { files } = await desk.client.changeRequestContent.revision(names);
      const file = files[0]?.id ?? "";
      const markdown = `# start\n\n![a](.gitbook/assets/logo.png) [b](/files/${file})\n\n{% openapi-operation spec="pets" path="/p" method="get" %}\n{% endopenapi-operation %}`;
      await desk.client.changeRequestContent.apply({
        ...names,
        changes: [{ operation: "update_page", page: page("start"), document: { markdown } }],
      });
      await desk.client.changeRequests.merge(names);
      expect(await spaceLinks(desk, space)).toEqual(["ok dependsOn ? <- start", "ok reference file logo.png <- start"]);
      const backlinks = await desk.client.files.listBacklinks({ spaceId: space, fileId: file });
      expect(backlinks.items.map(name)).toEqual(["start"]);
    }));

  it("are resolved without the backslashes that Markdown allows before punctuation", () =>
    withSpace({ start: "[a](set\\-up.md) [b](gone\\_page.md)", "set-up": "" }, async (desk, space) => {
      const found = await spaceLinks(desk, space);
      expect(found.filter((link) => link.startsWith("broken"))).toEqual(["broken reference gone\\_page.md <- start"]);
    }));

  it("are paged, with each target once", () =>
    withSpace(
      { start: Array.from({ length: 7 }, (_, index) => `[x](https://example.com/${index})`).join(" ") },
      async (desk, space) => {
        const seen: string[] = [];
        let page: string | undefined;
        for (let turn = 0; turn < 10; turn += 1) {
          const list = await desk.client.spaces.listLinks({ spaceId: space, limit: 3, ...(page && { page }) });
          seen.push(...told(list));
          expect(list.stats.total).toBe(7);
          page = list.next?.page;
          if (page === undefined) break;
        }
        expect(seen).toHaveLength(7);
        expect(new Set(seen).size).toBe(7);
      },
    ));

  it("list at most 25 places; the page's backlinks have them all", async () => {
    const many = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`p${index}`, "[s](start.md)"]));
    await withSpace({ start: "", ...many }, async (desk, space, page) => {
      const { items } = await desk.client.spaces.listLinks({ spaceId: space });
      expect(items[0]?.locationReferences).toHaveLength(25);
      const ids = { spaceId: space, pageId: page("start") };
      const first = await desk.client.pages.listBacklinks({ ...ids, limit: 20 });
      const rest = await desk.client.pages.listBacklinks({ ...ids, limit: 20, page: first.next?.page ?? "" });
      expect(first.count).toBe(30);
      expect(new Set([...first.items, ...rest.items].map(name)).size).toBe(30);
      expect(rest.next).toBeUndefined();
    });
  });
});

describe("the links of a page", () => {
  it("are those in its own text, counted separately", () =>
    withSpace({ start: "[a](setup.md) [b](no.md)", setup: "[c](https://example.com)" }, async (desk, space, page) => {
      const list = await desk.client.pages.listLinks({ spaceId: space, pageId: page("start") });
      expect(told(list)).toEqual(["broken reference no.md <- start", "ok reference setup <- start"]);
      expect(list.stats).toEqual({ total: 2, broken: { total: 1 }, references: { total: 2, broken: 1 } });
      const broken = await desk.client.pages.listLinks({ spaceId: space, pageId: page("start"), status: "broken" });
      expect(told(broken)).toEqual(["broken reference no.md <- start"]);
    }));

  it("are not found for a page that does not exist", () =>
    withSpace({ start: "" }, async (desk, space) => {
      const ids = { spaceId: space, pageId: "none" };
      await expect(desk.client.pages.listLinks(ids)).rejects.toMatchObject({ code: "not_found" });
      await expect(desk.client.pages.listBacklinks(ids)).rejects.toMatchObject({ code: "not_found" });
      await expect(desk.client.files.listBacklinks({ spaceId: space, fileId: "none" })).rejects.toMatchObject({
        code: "not_found",
      });
    }));
});

describe("the meta-links of a page", () => {
  it("are those in its front matter, resolved like links of the page", () =>
    withSpace({ start: "", setup: "" }, async (desk, space, page) => {
      const links =
        "metaLinks:\n  canonical: setup.md\n  alternates:\n    - https://example.com/de\n    - nowhere.md\n    - 7";
      const markdown = `---\n${links}\n---\n# start\n`;
      await desk.edit(space, [{ operation: "update_page", page: page("start"), document: { markdown } }]);
      const of = (pageId: string) => desk.client.pages.getMetaLinks({ spaceId: space, pageId });
      expect(await of(page("start"))).toEqual({
        canonical: { kind: "page", page: page("setup"), space },
        alternates: [{ kind: "url", url: "https://example.com/de" }],
      });
      expect(await of(page("setup"))).toEqual({});
      await expect(of("none")).rejects.toMatchObject({ code: "not_found" });
    }));
});

describe("a change of the space", () => {
  const pages = {
    start: "[a](setup.md) [b](later.md) [c](/setup#install)",
    setup: "## Install\n\n[home](start.md)",
  };

  it("breaks the links to a page it deletes, and repairs them when it restores the page", () =>
    withSpace(pages, async (desk, space, page) => {
      await spaceLinks(desk, space);
      const { revision } = await desk.client.spaces.get({ spaceId: space });
      await desk.edit(space, [{ operation: "delete_page", page: page("setup") }]);
      expect(await spaceLinks(desk, space)).toEqual([
        "broken reference /setup#install <- start",
        "broken reference later.md <- start",
        "broken reference setup.md <- start",
      ]);
      await desk.edit(space, [{ operation: "revert_page", page: page("setup"), revision }]);
      expect(await spaceLinks(desk, space, "broken")).toEqual(["broken reference later.md <- start"]);
    }));

  it("makes a page that it creates the target of links that led to nothing there", () =>
    withSpace(pages, async (desk, space) => {
      await spaceLinks(desk, space);
      await desk.edit(space, [{ operation: "insert_page", title: "Later", document: { markdown: "x" } }]);
      expect(await spaceLinks(desk, space, "broken")).toEqual([]);
      expect(await spaceLinks(desk, space)).toContain("ok reference later <- start");
    }));

  it("breaks only the links to a heading it removes", () =>
    withSpace(pages, async (desk, space, page) => {
      await spaceLinks(desk, space);
      const markdown = "# setup\n\n## Set up\n\nx";
      await desk.edit(space, [{ operation: "update_page", page: page("setup"), document: { markdown } }]);
      expect(await spaceLinks(desk, space)).toEqual([
        "broken reference later.md <- start",
        "broken reference setup#install <- start",
        "ok reference setup <- start",
      ]);
    }));

  it("keeps the links of a page that it moves with its subpages, and those to it", () =>
    withSpace({ ...pages, folder: "" }, async (desk, space, page) => {
      const child = { operation: "insert_page", title: "Child", into: page("setup") } as const;
      await desk.edit(space, [{ ...child, document: { markdown: "[up](../setup.md) [home](../start.md)" } }]);
      const before = await spaceLinks(desk, space);
      expect(before).toContain("ok reference start <- setup#install, setup/child");
      await desk.edit(space, [
        {
          operation: "update_page",
          page: page("setup"),
          into: page("folder"),
          slug: "installing",
          title: "Installing",
        },
      ]);
      expect(await spaceLinks(desk, space)).toEqual([
        "broken reference later.md <- start",
        "ok reference folder/installing <- folder/installing/child, start",
        "ok reference folder/installing#install <- start",
        "ok reference start <- folder/installing#install, folder/installing/child",
      ]);
    }));

  it("leaves the index equal to a new one", async () => {
    // One desk updates the index in steps; another process, with the same content, builds it from scratch.
    await withSpace(pages, async (desk, space, page) => {
      const steps: Parameters<Workspace["edit"]>[1][] = [
        [{ operation: "insert_page", title: "Later", document: { markdown: "[x](setup/deep.md) [y](setup)" } }],
        [{ operation: "insert_page", title: "Deep", into: page("setup"), document: { markdown: "[up](../later.md)" } }],
        [{ operation: "update_page", page: page("start"), into: page("setup") }],
        [{ operation: "update_page", page: page("setup"), slug: "later-on" }],
        [{ operation: "delete_page", page: page("start") }],
        [{ operation: "insert_page", title: "Setup", document: { markdown: "## Install" } }],
      ];
      for (const step of steps) {
        await desk.edit(space, step);
        const inSteps = await spaceLinks(desk, space);
        await desk.platform.database.write(async (queries) => {
          await queries.deleteFrom("page_link").execute();
          await queries.deleteFrom("link_index").execute();
        });
        const atOnce = await spaceLinks(desk, space);
        expect(inSteps).toEqual(atOnce);
      }
    });
  });
});
