import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { readSpaceForExport } from "../../../../src/platform/exchange/space-files/export-space.ts";
import { writeFolder } from "../../../../src/platform/exchange/space-files/write-folder.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

const config = "root: ./docs/ # here\n\nredirects:\n  old/place: guides/moss.md\n  /help: ./guides/\n  lost: gone.md\n";

const handbook = {
  ".gitbook.yaml": config,
  "docs/README.md": "# Welcome\n",
  "docs/guides/README.md": "# Guides\n",
  "docs/guides/moss.md": "# Moss\n",
};

async function imported(files: Record<string, string> = handbook) {
  const server = await startGitServer();
  server.commit(files);
  const desk = await openGitDesk();
  expect((await desk.import(server.url)).state).toBe("success");
  return { server, desk };
}

describe("redirects of a repository", () => {
  it("lead to the page's new place, by path and by URL, also in a change request", async () => {
    const { desk } = await imported();
    const { client, space: spaceId, organization } = desk;
    const moss = await desk.page("guides/moss");
    expect((await desk.page("old/place")).id).toBe(moss.id);
    expect((await desk.page("help")).title).toBe("Guides");
    await expect(desk.page("lost")).rejects.toThrow("there is no page at");
    const url = `http://localhost/app/${organization}/s/${spaceId}/old/place`;
    expect((await client.urls.getContent({ url })).page).toMatchObject({ id: moss.id, path: "guides/moss" });
    const { id: changeRequestId } = await client.changeRequests.create({ spaceId });
    const changes = [{ operation: "update_page", page: moss.id, slug: "mosses" } as const];
    await client.changeRequestContent.apply({ spaceId, changeRequestId, changes });
    const found = await client.changeRequestContent.pageByPath({ spaceId, changeRequestId, pagePath: "old/place" });
    expect(found).toMatchObject({ id: moss.id, path: "guides/mosses" });
    expect(await contentFaults(desk.platform)).toEqual([]);
  });

  it("yield to a page at their path", async () => {
    const { desk } = await imported();
    await desk.publish({ operation: "insert_page", title: "Help", document: { markdown: "Here.\n" } });
    expect((await desk.page("help")).markdown).toContain("Here.");
  });

  it("make no commit in a round trip, and follow the branch", async () => {
    const { server, desk } = await imported();
    expect((await desk.export(server.url)).state).toBe("success");
    expect(server.count()).toBe(1);
    server.commit({ ".gitbook.yaml": config.replace("old/place", "older/place") });
    expect((await desk.import(server.url)).state).toBe("success");
    expect((await desk.page("older/place")).title).toBe("Moss");
    await expect(desk.page("old/place")).rejects.toThrow("there is no page");
    await desk.export(server.url);
    expect(server.count()).toBe(2);
  });

  it("are written to a branch that has none", async () => {
    const { desk } = await imported();
    const other = await startGitServer();
    expect((await desk.export(other.url)).state).toBe("success");
    expect(other.files()[".gitbook.yaml"]).toBe(
      "redirects:\n  help: guides\n  lost: gone.md\n  old/place: guides/moss.md\n",
    );
    const back = await openGitDesk();
    await back.import(other.url);
    expect((await back.page("old/place")).title).toBe("Moss");
  });

  it("are not overwritten in a branch that was never in step unless forced, and its other settings stay", async () => {
    const { desk } = await imported();
    const other = await startGitServer();
    other.commit({
      ".gitbook.yaml": "# Theirs\nredirects:\n  help: other.md\n  own: README.md\n",
      "README.md": "# X\n",
    });
    const refused = await desk.export(other.url);
    expect(refused.error).toContain('".gitbook.yaml"');
    expect(other.count()).toBe(1);
    expect((await desk.export(other.url, { force: true })).state).toBe("success");
    expect(other.files()[".gitbook.yaml"]).toBe(
      "# Theirs\nredirects:\n  help: guides\n  own: README.md\n  lost: gone.md\n  old/place: guides/moss.md\n",
    );
  });

  it("are written to an exported folder, along with its other configuration", async () => {
    const { desk } = await imported();
    const folder = mkdtempSync(join(tmpdir(), "redirects-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = join(folder, ".gitbook.yaml");
    const written = "# Mine\nredirects:\n  help: guides\n  lost: gone.md\n  old/place: guides/moss.md\n";
    writeFileSync(file, "# Mine\nredirects:\n  help: guides\n  else: x.md\n");
    await writeFolder(folder, await readSpaceForExport(desk.platform, desk.space), { force: true });
    expect(readFileSync(file, "utf8")).toBe(written);
    const again = await writeFolder(folder, await readSpaceForExport(desk.platform, desk.space), { force: true });
    expect(again.files).not.toContain(".gitbook.yaml");
  });
});
