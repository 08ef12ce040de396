import { join } from "node:path";
import { describe, expect, it } from "vitest";
import type { Page } from "../../../src/contract/models/page.ts";
import { storePlan } from "../../../src/platform/exchange/imports/store-plan.ts";
import { readSpaceForExport } from "../../../src/platform/exchange/space-files/export-space.ts";
import { planImport } from "../../../src/platform/exchange/space-files/plan.ts";
import { writeFolder } from "../../../src/platform/exchange/space-files/write-folder.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";
import { temporaryFolder } from "../exchange/space-files/temporary-folder.ts";
import { type Change, type Desk, insert, openDesk, write } from "./desk.ts";

const update = (page: string, members: object) => ({ operation: "update_page", page, ...members }) as Change;

const untitled = (markdown: string): Change => ({ operation: "insert_page", document: { markdown } });

const read = (desk: Desk, page: string): Promise<Page> =>
  desk.client.pages.get({ spaceId: desk.space, pageId: page, format: "markdown" });

describe("what a caller sets on a page", () => {
  it("is written to its front matter, and the rest of the page keeps its bytes", async () => {
    const desk = await openDesk();
    const text = '---\ntags: [ a,  b ] # mine\nicon: "bolt"\n---\n\n# One\n\nbody  \n';
    const [page = ""] = await desk.publish(untitled(text));
    await desk.publish(update(page, { icon: "gear", emoji: "1f600", noIndex: true, condition: "visitor.claims.beta" }));
    const changed = await read(desk, page);
    expect(changed.markdown).toBe(
      '---\ntags: [ a,  b ] # mine\nicon: "gear"\nemoji: 1f600\nif: visitor.claims.beta\nnoIndex: true\n---\n\n# One\n\nbody  \n',
    );
    expect(changed).toMatchObject({ icon: "gear", emoji: "1f600", noIndex: true, condition: "visitor.claims.beta" });
    await desk.publish(update(page, { icon: null, emoji: null, noIndex: false, condition: null }));
    expect((await read(desk, page)).markdown).toBe("---\ntags: [ a,  b ] # mine\n---\n\n# One\n\nbody  \n");
  });

  it("survives an export and an import", async () => {
    const desk = await openDesk();
    await desk.publish(
      insert("One", "body\n", {
        emoji: "1f600",
        icon: "bolt",
        description: "About: one",
        noIndex: true,
        noRobotsIndex: true,
        condition: 'visitor.claims.plan == "pro"',
      }),
      insert("Two", "body\n", { hidden: true }),
    );
    const { platform } = desk.workspace;
    const folder = join(await temporaryFolder(), "docs");
    await writeFolder(folder, await readSpaceForExport(platform, desk.space));
    const { organization, user } = desk.workspace;
    const { space } = await storePlan(platform, await planImport(folder), { organization, user });
    const { pages } = await desk.client.pages.list({ spaceId: space });
    expect(pages.find((page) => page.title === "One")).toMatchObject({
      emoji: "1f600",
      icon: "bolt",
      description: "About: one",
      noIndex: true,
      noRobotsIndex: true,
      condition: 'visitor.claims.plan == "pro"',
    });
    expect(pages.find((page) => page.title === "Two")).toMatchObject({ hidden: true });
  });

  it("stays when a new text has no front matter, and is removed by an empty one", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "body\n", { hidden: true, description: "About one" }));
    await desk.publish(write(page, "# Uno\n\nother\n"));
    expect(await read(desk, page)).toMatchObject({ title: "Uno", hidden: true, description: "About one" });
    await desk.publish(write(page, "---\n---\n# Uno\n\nother\n"));
    const bare = await read(desk, page);
    expect(bare.markdown).toBe("# Uno\n\nother\n");
    expect([bare.hidden, bare.description]).toEqual([undefined, undefined]);
  });

  it("is overridden by the title of a new text", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(untitled("---\ntitle: Old\nicon: bolt\n---\n\nbody\n"));
    await desk.publish(write(page, "# New\n\nbody\n"));
    expect(await read(desk, page)).toMatchObject({ title: "New", icon: "bolt" });
  });

  it("is a change of that member, not of the body", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "body\n"));
    const branch = await desk.branch();
    await branch.edit(update(page, { icon: "bolt" }));
    const { changes } = await desk.client.changeRequestContent.changes({
      spaceId: desk.space,
      changeRequestId: branch.id,
    });
    expect(changes).toMatchObject([{ type: "page_edited", attributes: { icon: { after: "bolt" } } }]);
    expect(changes[0]?.type === "page_edited" && Object.keys(changes[0].attributes)).toEqual(["icon"]);
  });

  it("is one conflict, under its name, if both sides of a merge set it", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "body\n", { icon: "bolt" }));
    const branch = await desk.branch();
    await desk.publish(update(page, { icon: "gear", emoji: "1f600" }));
    await branch.edit(update(page, { icon: "house", hidden: true }));
    const { conflicts } = await branch.merge();
    expect(conflicts?.map(({ kind, ...rest }) => [kind, (rest as { property?: string }).property])).toEqual([
      ["property", "emoji"],
    ]);
  });

  it("is merged from both sides", async () => {
    const desk = await openDesk();
    const [page = ""] = await desk.publish(insert("One", "a\n\nb\n\nc\n"));
    const branch = await desk.branch();
    await desk.publish(update(page, { icon: "gear" }), write(page, "# One\n\nA\n\nb\n\nc\n"));
    await branch.edit(update(page, { description: "About one" }), write(page, "# One\n\na\n\nb\n\nC\n"));
    expect((await branch.merge()).result).toBe("merge");
    const merged = await read(desk, page);
    expect(merged).toMatchObject({ icon: "gear", description: "About one" });
    expect(merged.markdown).toBe("---\nicon: gear\ndescription: About one\n---\n\n# One\n\nA\n\nb\n\nC\n");
  });
});

describe("the members set in front matter", () => {
  it("are returned: layout, cover, flags, condition and variables", async () => {
    const workspace = await openWorkspace();
    const folder = await temporaryFolder({
      "README.md": "# Home\n",
      "guide/a.md": `---
noIndex: true
noRobotsIndex: true
if: visitor.claims.beta
cover: ../.gitbook/assets/my%20cover.png
coverY: -40
layout:
  width: wide
  cover:
    visible: true
    size: full
  outline:
    visible: false
vars:
  version: 1.10
  ready: true
  count: 3
---

# A
`,
      ".gitbook/assets/my cover.png": "png",
    });
    const { organization, user, platform, client } = workspace;
    const { space } = await storePlan(platform, await planImport(folder), { organization, user });
    const { items } = await client.files.list({ spaceId: space });
    const page = await client.pages.getByPath({ spaceId: space, pagePath: "guide/a" });
    expect(page).toMatchObject({
      noIndex: true,
      noRobotsIndex: true,
      condition: "visitor.claims.beta",
      cover: { ref: { kind: "file", file: items[0]?.id }, yPos: -40 },
      layout: { width: "wide", cover: true, coverSize: "full", outline: false, title: true },
      variables: { version: "1.10", ready: true, count: 3 },
    });
  });
});
