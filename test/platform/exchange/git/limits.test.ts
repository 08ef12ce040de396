import { describe, expect, it } from "vitest";
import { git, gitOutput } from "../../../../src/platform/exchange/git/git-process.ts";
import { BlobReader } from "../../../../src/platform/exchange/git/tree.ts";
import { commitOf, oidOf, packOf, repeating, startFakeRemote, treeOf } from "./fake-remote.ts";
import { openGitDesk } from "./git-desk.ts";
import { tellsMemory, watchMemory } from "./git-memory.ts";
import { type GitServer, startGitServer } from "./git-server.ts";

const MB = 1024 ** 2;

const mostMemory = 200 * MB;

/** Ten levels with ten folders each, all of them identical. */
function treeBomb(server: GitServer, leaf: string): string {
  let oid = leaf;
  for (let level = 0; level < 10; level += 1) {
    const lines = Array.from({ length: 10 }, (_, index) => `040000 tree ${oid}\tx${index}\n`).join("");
    oid = server.gitWith(lines, "mktree").trim();
  }
  return oid;
}

function plantBomb(server: GitServer, leaf: string): void {
  const commit = server.git("commit-tree", "-m", "Edit", treeBomb(server, leaf)).trim();
  server.git("update-ref", "refs/heads/main", commit);
}

const folderWithFile = (server: GitServer) => {
  const blob = server.gitWith("# Page\n", "hash-object", "-w", "--stdin").trim();
  return server.gitWith(`100644 blob ${blob}\tpage.md\n`, "mktree").trim();
};

const emptyFolder = (server: GitServer) => server.gitWith("", "mktree").trim();

describe("a tree of few objects with more paths than can be walked", () => {
  it.each([
    ["files", folderWithFile],
    ["only folders", emptyFolder],
  ])("is rejected when made of %s, with little memory, by imports and exports", async (_, leafOf) => {
    const server = await startGitServer();
    plantBomb(server, leafOf(server));
    const desk = await openGitDesk();
    const taken = tellsMemory ? watchMemory(desk.folder) : () => 0;
    expect((await desk.import(server.url)).error).toContain("holds more than 200,000 files and folders");
    await desk.publish({ operation: "insert_page", title: "More", document: { markdown: "x\n" } });
    expect((await desk.export(server.url)).error).toContain("holds more than 200,000 files and folders");
    expect(taken()).toBeLessThan(mostMemory);
    expect(server.count()).toBe(1);
  });

  it("is rejected with little memory after an earlier commit was imported, which stays", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n" });
    const desk = await openGitDesk();
    expect((await desk.import(server.url)).state).toBe("success");
    plantBomb(server, emptyFolder(server));
    const taken = tellsMemory ? watchMemory(desk.folder) : () => 0;
    expect((await desk.import(server.url)).error).toContain("holds more than 200,000 files and folders");
    expect(taken()).toBeLessThan(mostMemory);
    expect(await desk.paths()).toEqual(["readme"]);
  });
});

describe("a branch", () => {
  const imported = async (root: string, objects: Parameters<typeof packOf>[0]) => {
    const commit = commitOf(root);
    const pack = packOf([...objects, { type: "commit", bytes: commit }]);
    const url = await startFakeRemote({ refs: [["refs/heads/main", oidOf("commit", commit)]], pack });
    const desk = await openGitDesk();
    return { desk, operation: await desk.import(url) };
  };

  it("is rejected with the limit if its pack unpacks to an object larger than Git may allocate", async () => {
    const base = Buffer.alloc(0x10000);
    const tree = treeOf([["100644", "README.md", oidOf("blob", base)]]);
    const { operation } = await imported(oidOf("tree", tree), [
      { type: "blob", bytes: base },
      { base: oidOf("blob", base), delta: repeating(base.length, 1024 * MB) },
      { type: "tree", bytes: tree },
    ]);
    expect(operation.error).toContain("needs more than 1024 MB of memory");
  });

  it("is rejected with the limit if its pack claims an object larger than Git may allocate", async () => {
    const tree = treeOf([]);
    const { operation } = await imported(oidOf("tree", tree), [{ type: "tree", bytes: tree, saysSize: 900 * MB }]);
    expect(operation.error).toContain("needs more than 1024 MB of memory");
  });

  it("is rejected with the limit if its folders are nested endlessly", async () => {
    let tree = treeOf([]);
    const objects: Parameters<typeof packOf>[0][number][] = [{ type: "tree", bytes: tree }];
    for (let depth = 0; depth < 1500; depth += 1) {
      tree = treeOf([["40000", "folder", oidOf("tree", tree)]]);
      objects.push({ type: "tree", bytes: tree });
    }
    const { operation } = await imported(oidOf("tree", tree), objects);
    expect(operation).toMatchObject({ state: "failure" });
    expect(operation.error).toMatch(/which is not clearly inside it|path longer than/);
  });

  it("is rejected with the limit if it contains a name of a megabyte", async () => {
    const page = Buffer.from("# Page\n");
    const tree = treeOf([["100644", `${"x".repeat(MB)}.md`, oidOf("blob", page)]]);
    const { operation } = await imported(oidOf("tree", tree), [
      { type: "blob", bytes: page },
      { type: "tree", bytes: tree },
    ]);
    expect(operation.error).toContain("has a path longer than 4,096 characters");
  });

  it("is rejected with the limit if its remote has too many branches", async () => {
    const refs = Array.from({ length: 400_000 }, (_, index): [string, string] => [
      `refs/heads/${String(index).padStart(8, "0")}/refs/heads/main`,
      "a".repeat(40),
    ]);
    const desk = await openGitDesk();
    const operation = await desk.import(await startFakeRemote({ refs }));
    expect(operation.error).toContain("sent more than 16 MB");
  });
});

describe("an imported branch", () => {
  it("keeps the beginning of a message of many megabytes", async () => {
    const page = Buffer.from("# Page\n");
    const tree = treeOf([["100644", "README.md", oidOf("blob", page)]]);
    const commit = commitOf(oidOf("tree", tree), `Begin\n${"x".repeat(20 * MB)}`);
    const pack = packOf([
      { type: "blob", bytes: page },
      { type: "tree", bytes: tree },
      { type: "commit", bytes: commit },
    ]);
    const url = await startFakeRemote({ refs: [["refs/heads/main", oidOf("commit", commit)]], pack });
    const desk = await openGitDesk();
    expect((await desk.import(url)).state).toBe("success");
    const { git } = await desk.client.revisions.current({ spaceId: desk.space });
    expect(git?.message).toMatch(/^Begin\nx+$/);
    expect(git?.message).toHaveLength(10_000);
  });

  it("leaves out a file that exceeds the size limit", async () => {
    const server = await startGitServer();
    server.commit({ "README.md": "# Home\n\n[noise](noise.bin)\n", "noise.bin": new Uint8Array(40 * MB) });
    const desk = await openGitDesk();
    const operation = await desk.import(server.url);
    expect(operation.state).toBe("success");
    expect(JSON.stringify(operation.warnings)).toContain("noise.bin");
  });

  it("has a message decoded from the encoding that the commit states", async () => {
    const server = await startGitServer();
    const tree = server.gitWith("", "mktree").trim();
    const text = `tree ${tree}\nauthor A <a@b> 1 +0000\ncommitter A <a@b> 1 +0000\nencoding ISO-8859-1\n\nGr\xfcn\n`;
    const page = server.commit({ "README.md": "# Home\n" });
    const root = server.git("rev-parse", `${page}^{tree}`).trim();
    const bytes = Buffer.from(text.replace(tree, root), "latin1");
    const commit = server.gitWith(bytes, "hash-object", "-t", "commit", "-w", "--stdin").trim();
    server.git("update-ref", "refs/heads/main", commit);
    const desk = await openGitDesk();
    await desk.import(server.url);
    expect((await desk.client.revisions.current({ spaceId: desk.space })).git?.message).toBe("Grün");
  });
});

describe("a Git command", () => {
  const local = (server: GitServer) => ({ folder: server.folder, signal: new AbortController().signal });

  it("is ended if it takes too long", async () => {
    const server = await startGitServer();
    async function* never() {
      yield "";
      await new Promise((resolve) => setTimeout(resolve, 3_000_000).unref());
    }
    const work = git(["hash-object", "--stdin"], { ...local(server), input: never(), limits: { time: 300 } });
    await expect(work).rejects.toMatchObject({
      kind: "limit",
      reason: expect.stringContaining("took longer than 0.3"),
    });
  });

  it("is ended if it writes too much", async () => {
    const server = await startGitServer();
    const blob = server.gitWith("x".repeat(200_000), "hash-object", "-w", "--stdin").trim();
    const work = git(["cat-file", "blob", blob], { ...local(server), limits: { output: 100_000 } });
    await expect(work).rejects.toMatchObject({ kind: "limit" });
  });

  it.skipIf(!tellsMemory)("is ended by the system if it allocates too much memory in many small parts", async () => {
    const server = await startGitServer();
    plantBomb(server, folderWithFile(server));
    // Compares with nothing, which lists everything before anything is written.
    const args = ["diff-tree", "-r", "-t", "--root", "refs/heads/main"];
    const work = git(args, { ...local(server), limits: { memory: 40 * MB } });
    await expect(work).rejects.toMatchObject({ kind: "limit", reason: expect.stringContaining("more than 40 MB") });
  });

  it("ends when its reader stops", async () => {
    const server = await startGitServer();
    plantBomb(server, folderWithFile(server));
    for await (const chunk of gitOutput(["ls-tree", "-r", "refs/heads/main"], local(server))) {
      expect(chunk.length).toBeGreaterThan(0);
      break;
    }
  });

  it("reports why it ended to the reader of a file", async () => {
    const server = await startGitServer();
    const base = Buffer.alloc(0x10000);
    const pack = packOf([
      { type: "blob", bytes: base },
      { base: oidOf("blob", base), delta: repeating(base.length, 40 * MB) },
    ]);
    server.gitWith(pack, "index-pack", "--stdin");
    const reader = new BlobReader({ ...local(server), limits: { memory: 40 * MB } });
    const length = reader.read(oidOf("blob", Buffer.alloc(40 * MB))).then((bytes) => bytes.length);
    await expect(length).rejects.toMatchObject({ kind: "limit" });
    reader.close();
  });
});
