import { execFileSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { type GitDesk, openGitDesk } from "./git-desk.ts";
import { type GitServer, startGitServer } from "./git-server.ts";

const next = { ref: "refs/heads/next" };
let desk: GitDesk;
let server: GitServer;
let first: string;

beforeEach(async () => {
  server = await startGitServer();
  first = server.commit({ "README.md": "# Start\n", "moss.md": "# Moss\n\nGreen.\n", "src/main.c": "int main;\n" });
  desk = await openGitDesk();
  await desk.import(server.url);
});

async function edit(markdown: string): Promise<void> {
  const { id } = await desk.page("moss");
  await desk.publish({ operation: "update_page", page: id, document: { markdown } });
}
const parents = (branch: string) => server.git("log", "-1", "--format=%P", branch).trim();

describe("an export to a branch that does not exist", () => {
  it("follows the last common commit of the space and its branch, with all files outside the space", async () => {
    await edit("# Moss\n\nDeep green.\n");
    server.commit({ "README.md": "# Welcome\n" });
    expect(await desk.export(server.url, next)).toMatchObject({ state: "success" });
    expect(parents("next")).toBe(first);
    expect(server.changed("next")).toEqual(["moss.md"]);
    expect(server.files("next")).toMatchObject({ "src/main.c": "int main;\n", "moss.md": "# Moss\n\nDeep green.\n" });
  });

  it("lets both sides of a conflict be merged there, and imported", async () => {
    await edit("# Moss\n\nDeep green.\n");
    server.commit({ "moss.md": "# Moss\n\nBrown.\n" });
    expect(await desk.import(server.url)).toMatchObject({ state: "failure", errorCode: "conflict" });
    await desk.export(server.url, next);
    expect(server.git("merge-base", "main", "next").trim()).toBe(first);
    server.commit({ "moss.md": "# Moss\n\nDeep green, then brown.\n" }, { branch: "next" });
    expect(await desk.import(server.url, next)).toMatchObject({ state: "success" });
    expect((await desk.page("moss")).markdown).toContain("Deep green, then brown.");
  });

  it("does so with a clone that has lost the commit", async () => {
    await edit("# Moss\n\nDeep green.\n");
    server.commit({ "README.md": "# Welcome\n" });
    rmSync(join(desk.folder, "git"), { recursive: true });
    await desk.export(server.url, next);
    expect(parents("next")).toBe(first);
  });

  it("creates the branch when there is nothing to write", async () => {
    expect(await desk.export(server.url, next)).toMatchObject({ state: "success", commit: first });
    expect(server.git("rev-parse", "next").trim()).toBe(first);
  });

  it("starts without history in another repository", async () => {
    const other = await startGitServer();
    await desk.export(other.url, next);
    expect(other.count("next")).toBe(1);
    expect(other.files("next")["moss.md"]).toBe("# Moss\n\nGreen.\n");
  });

  it.each([
    ["the same branch", "main"],
    ["another branch", "next"],
  ])("starts %s without history when the repository was recreated", async (_, branch) => {
    await edit("# Moss\n\nDeep green.\n");
    rmSync(server.folder, { recursive: true });
    execFileSync("git", ["init", "--quiet", "--bare", server.folder]);
    server.git("config", "http.receivepack", "true");
    const ref = { ref: `refs/heads/${branch}` };
    expect(await desk.export(server.url, ref)).toMatchObject({ state: "success" });
    expect(server.files(branch)).toMatchObject({ "README.md": "# Start\n", "moss.md": "# Moss\n\nDeep green.\n" });
    server.commit({ "README.md": "# Welcome\n" }, { branch });
    expect(await desk.import(server.url, ref)).toMatchObject({ state: "success" });
    expect((await desk.page("moss")).markdown).toContain("Deep green.");
  });

  it("writes everything if neither the clone nor the repository has the commit", async () => {
    rmSync(server.folder, { recursive: true });
    rmSync(join(desk.folder, "git"), { recursive: true });
    execFileSync("git", ["init", "--quiet", "--bare", server.folder]);
    server.git("config", "http.receivepack", "true");
    await desk.export(server.url);
    expect(server.files()).toMatchObject({ "README.md": "# Start\n", "moss.md": "# Moss\n\nGreen.\n" });
  });
});
