import { describe, expect, it } from "vitest";
import { contentFaults } from "../../../support/content-integrity.ts";
import { openGitDesk } from "./git-desk.ts";
import { type Entry, startGitServer } from "./git-server.ts";

const note = "---\r\ntitle: Mind this\r\n---\r\n\r\nMind the ![step](../../img/step.png).\r\n";
const handbook: Record<string, Entry> = {
  "README.md": '# Welcome\n\n{% include ".gitbook/includes/note.md" %}\n',
  "guides/moss.md": '# Moss\n\n{% include "../.gitbook/includes/note.md" %}\n',
  ".gitbook/includes/note.md": note,
  "img/step.png": new Uint8Array([137, 80, 78, 71]),
  "img/unused.png": new Uint8Array([1]),
};

async function imported() {
  const server = await startGitServer();
  server.commit(handbook);
  const desk = await openGitDesk();
  expect((await desk.import(server.url)).state).toBe("success");
  const { client, space: spaceId } = desk;
  return {
    server,
    desk,
    reusable: async () => (await client.revisions.current({ spaceId })).reusableContents ?? [],
    expanded: async (pagePath: string) =>
      (await client.pages.getByPath({ spaceId, pagePath, format: "markdown", dereferenced: "reusable-contents" }))
        .markdown,
  };
}

describe("the includes of a repository", () => {
  it("become reusable contents that pages include, with the files they refer to", async () => {
    const { desk, reusable, expanded } = await imported();
    const [content, ...others] = await reusable();
    expect(others).toEqual([]);
    expect(content).toMatchObject({ title: "Mind this", git: { path: ".gitbook/includes/note.md" } });
    expect(await expanded("readme")).toBe("# Welcome\n\nMind the ![step](img/step.png).\n");
    expect(await expanded("guides/moss")).toBe("# Moss\n\nMind the ![step](../img/step.png).\n");
    const { items } = await desk.client.files.list({ spaceId: desk.space });
    expect(items.map(({ name }) => name)).toEqual(["step.png"]);
  });

  it("keep their ids when they change, when they move, and when they move and change", async () => {
    const { server, desk, reusable } = await imported();
    const [before] = await reusable();
    for (const [path, text] of [
      ["note.md", "Mind the gap.\n"],
      ["signs/sign.md", "Mind the gap.\n"],
      ["other/sign.md", "Mind the edge.\n"],
    ] as const) {
      const from = (await reusable())[0]?.git?.path ?? "";
      server.commit({ [from]: null, [`.gitbook/includes/${path}`]: text });
      expect((await desk.import(server.url)).state).toBe("success");
      expect(await reusable()).toEqual([
        expect.objectContaining({
          id: before?.id,
          git: expect.objectContaining({ path: `.gitbook/includes/${path}` }),
        }),
      ]);
    }
    expect(await contentFaults(desk.platform)).toEqual([]);
  });

  it("are exported byte for byte, and an edited one is the only file of a commit", async () => {
    const { server, desk, reusable } = await imported();
    await desk.export(server.url);
    expect(server.count()).toBe(1);
    const [content] = await reusable();
    const moss = await desk.page("guides/moss");
    await desk.publish({
      operation: "update_page",
      page: content?.id ?? "",
      document: { markdown: `See [moss](/pages/${moss.id}).\n` },
    });
    expect((await desk.export(server.url)).state).toBe("success");
    expect(server.changed()).toEqual([".gitbook/includes/note.md"]);
    expect(server.files()[".gitbook/includes/note.md"]).toContain("See [moss](../../guides/moss.md).");
  });

  it("are merged with an edit of the space as text", async () => {
    const { server, desk, reusable } = await imported();
    const [content] = await reusable();
    server.commit({ ".gitbook/includes/note.md": "One.\n\nTwo.\n\nThree.\n" });
    await desk.import(server.url);
    await desk.publish({
      operation: "update_page",
      page: content?.id ?? "",
      document: { markdown: "One.\n\nTwo.\n\nThree, from here.\n" },
    });
    server.commit({ ".gitbook/includes/note.md": "One, from there.\n\nTwo.\n\nThree.\n" });
    expect((await desk.import(server.url)).state).toBe("success");
    expect(
      await desk.client.reusableContents.get({ spaceId: desk.space, reusableContentId: content?.id ?? "" }),
    ).toMatchObject({ markdown: "One, from there.\n\nTwo.\n\nThree, from here.\n" });
  });
});
