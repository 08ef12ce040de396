import { beforeEach, describe, expect, it } from "vitest";
import { type GitDesk, openGitDesk } from "./git-desk.ts";
import { type GitServer, startGitServer } from "./git-server.ts";

let desk: GitDesk;
let server: GitServer;

beforeEach(async () => {
  desk = await openGitDesk();
  server = await startGitServer();
});

const info = () => desk.client.git.getInfo({ spaceId: desk.space });

describe("the Git information of a space in step with a repository", () => {
  it("has its address, without credentials, and whether the space changed since", async () => {
    const commit = server.commit({ "docs/README.md": "# Start\n\nOne.\n" });
    const url = server.url.replace("//", "//ada:hunter2@");
    await desk.import(url, { repoProjectDirectory: "docs" });
    const repository = { url: server.url, ref: "refs/heads/main", directory: "docs", commit };
    const before = await info();
    expect(before).toMatchObject({ repository, changed: false, operation: { commit } });
    expect(JSON.stringify(before)).not.toContain("hunter2");
    const { id } = await desk.page("readme");
    await desk.publish({ operation: "update_page", page: id, document: { markdown: "# Start\n\nTwo.\n" } });
    expect(await info()).toMatchObject({ repository, changed: true });
  });

  it("does not have its address for users who may only read", async () => {
    server.commit({ "README.md": "# Start\n" });
    await desk.import(server.url);
    server.git("branch", "secret-launch", "main");
    const { error } = await desk.import(server.url, { ref: "refs/heads/next" });
    expect(error).toContain("secret-launch");
    await desk.platform.database.write((queries) => queries.updateTable("member").set({ role: "read" }).execute());
    expect(await info()).toMatchObject({
      repoName: "team/docs",
      changed: false,
      operation: { error: "The reason is shown to those who may import and export.", errorCode: "unprocessable" },
    });
    expect(JSON.stringify(await info())).not.toMatch(
      new RegExp(`secret-launch|refs/heads|${new URL(server.url).host}`),
    );
  });

  it("has what an import read differently", async () => {
    server.commit({ "README.md": "# Start\n", "SUMMARY.md": "* [Start](README.md)\n* [Gone](gone.md)\n" });
    const { warnings } = await desk.import(server.url);
    expect(warnings).toEqual([expect.stringContaining("gone.md")]);
  });

  it("keeps the address of its files as long as it is the same repository", async () => {
    server.commit({ "README.md": "# Start\n" });
    await desk.import(server.url, { repoTreeURL: "https://host/tree/main", gitInfo: { provider: "gitlab" } });
    await desk.import(server.url, { force: true });
    expect(await info()).toMatchObject({ url: "https://host/tree/main", installationProvider: "gitlab" });
    server.git("branch", "next", "main");
    await desk.import(server.url, { ref: "refs/heads/next", force: true });
    expect(await info()).not.toHaveProperty("url");
    expect(await info()).toMatchObject({ installationProvider: "gitlab" });
    const other = await startGitServer();
    other.commit({ "README.md": "# Start\n" });
    await desk.import(other.url, { force: true });
    expect(await info()).toMatchObject({ installationProvider: "github" });
  });
});

describe("a missing branch", () => {
  it("is reported with those that exist, likely ones first", async () => {
    for (const branch of ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "master", "docs-next"])
      server.commit({ "README.md": "# Start\n" }, { branch });
    expect(await desk.import(server.url, { ref: "refs/heads/docs" })).toMatchObject({
      state: "failure",
      errorCode: "unprocessable",
      error:
        'ref: the repository has no branch refs/heads/docs. There are "docs-next", "master", "a", "b", "c", "d", "e", "f", "g", "h", and 2 more.',
    });
  });

  it("is reported if there are none", async () => {
    const { error } = await desk.import(server.url);
    expect(error).toContain("It has no branches: export to it first");
  });
});
