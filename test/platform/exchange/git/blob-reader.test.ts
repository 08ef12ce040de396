import { createHash } from "node:crypto";
import { expect, it } from "vitest";
import { commitSource } from "../../../../src/platform/exchange/git/commit-source.ts";
import { BlobReader, listTree } from "../../../../src/platform/exchange/git/tree.ts";
import { planContent } from "../../../../src/platform/exchange/space-files/index.ts";
import { startGitServer } from "./git-server.ts";

const options = (folder: string) => ({ folder, signal: new AbortController().signal });

const oidOf = (text: string) =>
  createHash("sha1")
    .update(`blob ${Buffer.byteLength(text)}\0${text}`)
    .digest("hex");

it("reads files that are asked for at once, in any order and size, and reports a missing one alone", async () => {
  const server = await startGitServer();
  const texts = Array.from({ length: 200 }, (_, index) => `${index} ${"é".repeat(index % 7 === 0 ? 40_000 : index)}\n`);
  server.commit(Object.fromEntries(texts.map((text, index) => [`${index}.md`, text])));
  const reader = new BlobReader(options(server.folder));
  try {
    const reads = [...texts.slice(0, 90), "missing", ...texts.slice(90), ...texts.slice(0, 3)].map((text) =>
      reader.read(oidOf(text)).then((bytes) => Buffer.from(bytes).toString(), String),
    );
    const found = await Promise.all(reads);
    expect(found[90]).toContain("a file of the repository is missing");
    expect(found.toSpliced(90, 1)).toEqual([...texts, ...texts.slice(0, 3)]);
  } finally {
    reader.close();
  }
});

it("gives each text to be stored when it is read as a page, but nothing that is a file", async () => {
  const server = await startGitServer();
  const commit = server.commit({
    "README.md": "# Start\n",
    "guide/one.md": "# One\n",
    "binary.md": new Uint8Array([35, 0, 1]),
    "picture.png": new Uint8Array([1, 2]),
  });
  const repository = options(server.folder);
  const blobs = new BlobReader(repository);
  const given: [string, string][] = [];
  const source = commitSource({
    name: "docs",
    files: await listTree(commit, "", repository, { checked: true }),
    blobs,
    readings: new Map(),
    store: { put: (oid, bytes) => void given.push([oid, Buffer.from(bytes).toString()]), flushIfFull: async () => {} },
  });
  try {
    const { pages } = await planContent(source, { keepsBytes: true });
    expect(pages.filter(({ type }) => type === "document").map(({ key }) => key)).toEqual([
      "README.md",
      "guide/one.md",
    ]);
    const texts = ["# One\n", "# Start\n"];
    expect(given.sort(([, one], [, other]) => one.localeCompare(other))).toEqual(
      texts.map((text) => [oidOf(text), text]),
    );
  } finally {
    blobs.close();
  }
});

it("ends the reading when its texts cannot be stored, instead of leaving pages out", async () => {
  const server = await startGitServer();
  const commit = server.commit({ "README.md": "# Start\n", "one.md": "# One\n" });
  const repository = options(server.folder);
  const blobs = new BlobReader(repository);
  const source = commitSource({
    name: "docs",
    files: await listTree(commit, "", repository, { checked: true }),
    blobs,
    readings: new Map(),
    store: { put: () => {}, flushIfFull: () => Promise.reject(new Error("the disk is full")) },
  });
  try {
    await expect(planContent(source, { keepsBytes: true })).rejects.toThrow("the disk is full");
  } finally {
    blobs.close();
  }
});
