import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { readSpaceForExport } from "../../../../src/platform/exchange/space-files/export-space.ts";
import { isRepositoryData } from "../../../../src/platform/exchange/space-files/folder-path.ts";
import { writeFolder } from "../../../../src/platform/exchange/space-files/write-folder.ts";
import { temporaryFolder } from "../space-files/temporary-folder.ts";
import { type GitDesk, openGitDesk } from "./git-desk.ts";
import { startGitServer } from "./git-server.ts";

const refused = [".git", ".GIT", ".git ", ".git.", ".git::$INDEX_ALLOCATION", "git~1", "GIT~1", "git~1.", ".g\u200cit"];

const odd = [
  "git~",
  "git~1x",
  ".gitx",
  "trailing.",
  "trailing ",
  "...",
  "-rf",
  "con",
  "a:b",
  "tab\u00a0",
  "ö",
  "o\u0308",
];

it.each([...refused, "docs/.Git/config", "git~2/a.md"])("%j is treated as a repository's own data", (path) => {
  expect(isRepositoryData(path)).toBe(true);
});

it.each([...odd, "docs/git~1x/a.md"])("%j is an ordinary name", (path) => {
  expect(isRepositoryData(path)).toBe(false);
});

const insert = (desk: GitDesk, names: readonly string[]) =>
  desk.publish({
    operation: "insert_files",
    files: names.map((name) => ({ name, contentType: "text/plain", base64: Buffer.from(name).toString("base64") })),
  });

const namesIn = async (desk: GitDesk) =>
  (await desk.client.revisions.current({ spaceId: desk.space })).files.map(({ name }) => name).sort();

describe("a file whose name no repository accepts", () => {
  it("is left out of an export with a warning, and stays in the space when the branch is imported", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const desk = await openGitDesk();
    await desk.import(server.url);
    await insert(desk, ["git~1", "git~2", "plain.txt"]);
    const names = await namesIn(desk);
    expect(names).toEqual(["git~1", "git~2", "plain.txt"]);
    const exported = await desk.export(server.url);
    expect(exported).toMatchObject({ state: "success" });
    expect(exported.warnings).toHaveLength(2);
    expect(exported.warnings?.join()).toMatch(/git~1" was not exported.*stays in the space/);
    expect(Object.keys(server.files()).join()).toContain("plain.txt");
    expect(Object.keys(server.files()).filter(isRepositoryData)).toEqual([]);
    server.commit({ "README.md": "# Home\n\n[plain](.gitbook/assets/plain.txt)\n", "more.md": "# More\n" });
    expect((await desk.import(server.url)).state).toBe("success");
    expect(await namesIn(desk)).toEqual(names);
    expect((await desk.import(server.url, { force: true })).state).toBe("success");
    expect(await namesIn(desk)).toEqual(names);
    expect((await desk.export(server.url)).state).toBe("success");
  });

  it("does not prevent writing a space to a folder", async () => {
    const desk = await openGitDesk();
    await insert(desk, ["git~1", "plain.txt"]);
    const folder = join(await temporaryFolder({}), "docs");
    const written = await writeFolder(folder, await readSpaceForExport(desk.platform, desk.space));
    expect(written.warnings?.join()).toContain("git~1");
    expect((await readFile(join(folder, written.files[0] ?? ""))).toString()).toBe("plain.txt");
  });
});

it("files with unusual names that Git accepts survive a round trip unchanged", async () => {
  const server = await startGitServer();
  server.commit({ "README.md": "# Home\n" });
  const desk = await openGitDesk();
  await desk.import(server.url);
  await insert(desk, ["git~", "git~1x", "trailing.", "-rf", "ö.txt"]);
  const names = await namesIn(desk);
  expect(await desk.export(server.url)).toMatchObject({ state: "success" });
  expect((await desk.import(server.url, { force: true })).state).toBe("success");
  expect(await namesIn(desk)).toEqual(names);
});
