import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { ImportError } from "../../../../src/platform/exchange/space-files/errors.ts";
import { detectArchiveType, unpackArchive } from "../../../../src/platform/exchange/space-files/unpack.ts";
import { tarGz, zip } from "./archives.ts";
import { filesBelow, temporaryFolder } from "./temporary-folder.ts";

async function unpack(
  archive: Uint8Array,
  limits = { entries: 100, bytes: 10_000 },
  platform: NodeJS.Platform = process.platform,
) {
  const folder = await temporaryFolder();
  const file = join(folder, "archive");
  await writeFile(file, archive);
  const type = await detectArchiveType(file);
  if (type === undefined) throw new Error("not an archive");
  const target = await temporaryFolder();
  const inner = await unpackArchive(file, type, target, { name: "docs.zip", limits, platform });
  return { inner: inner.slice(target.length), files: await filesBelow(inner, "utf8") };
}

async function refusal(
  archive: Uint8Array,
  limits?: { entries: number; bytes: number },
  platform?: NodeJS.Platform,
): Promise<string> {
  const error = await unpack(archive, limits, platform).then(
    () => undefined,
    (thrown: unknown) => thrown,
  );
  expect(error).toBeInstanceOf(ImportError);
  return (error as ImportError).message;
}

const docs = [
  { name: "README.md", content: "# Docs\n" },
  { name: "guide/", content: "" },
  { name: "guide/a b.md", content: "# A\n" },
  { name: ".gitbook.yaml", content: "root: ./\n" },
];

describe("an archive", () => {
  it("is unpacked with its folders, both from .zip and .tar.gz", async () => {
    const expected = { "README.md": "# Docs\n", "guide/a b.md": "# A\n", ".gitbook.yaml": "root: ./\n" };
    expect((await unpack(zip(docs))).files).toEqual(expected);
    const tar = docs.map((entry) => (entry.name.endsWith("/") ? { ...entry, type: "directory" as const } : entry));
    expect((await unpack(await tarGz(tar))).files).toEqual(expected);
  });

  it("of many files is unpacked without a growing list of listeners, which Node would warn of", async () => {
    const warnings: string[] = [];
    const note = (warning: Error) => warnings.push(warning.name);
    process.on("warning", note);
    const files = Array.from({ length: 30 }, (_, index) => ({ name: `${index}.md`, content: `# ${index}\n` }));
    expect(Object.keys((await unpack(zip(files))).files)).toHaveLength(30);
    await new Promise((resolve) => setImmediate(resolve));
    process.off("warning", note);
    expect(warnings).toEqual([]);
  });

  it("is unpacked from its only folder if everything is in it", async () => {
    const wrapped = docs.map((entry) => ({ ...entry, name: `repo-main/${entry.name}` }));
    expect(await unpack(zip(wrapped))).toMatchObject({ inner: "/repo-main", files: { "README.md": "# Docs\n" } });
  });

  it("is unpacked without tool files", async () => {
    const { files } = await unpack(
      zip([...docs, { name: ".git/config", content: "x" }, { name: "node_modules/.bin/x", mode: 0o120777 }]),
    );
    expect(Object.keys(files)).not.toContain(".git/config");
  });
});

describe("a hostile archive", () => {
  it("is refused for an entry that is ten times the size it declares", async () => {
    const archive = zip([{ name: "README.md", content: "x".repeat(5_000), deflated: true, claims: 500 }]);
    expect(await refusal(archive)).toContain('"README.md": it is larger than the 500 bytes it declares');
  });

  const readme = { name: "README.md", content: "# Docs\n" };
  it.each([
    ["leaves its folder", zip([readme, { name: "../../etc/passwd", content: "x" }])],
    ["names an absolute path", zip([readme, { name: "/etc/passwd", content: "x" }])],
    ["holds a link", zip([readme, { name: "link.md", content: "/etc/passwd", mode: 0o120777 }])],
    ["writes below a file", zip([readme, { name: "README.md/x.md", content: "x" }])],
    ["holds one name twice", zip([readme, readme])],
    ["holds names that differ in case", zip([readme, { name: "Readme.md", content: "x" }])],
    ["holds folders that differ in case", zip([{ name: "A/x.md" }, { name: "a/y.md" }])],
    ["lies about a size", zip([{ ...readme, claims: 1 }])],
    ["is truncated", zip([readme]).subarray(0, 60)],
    ["has a truncated stream", gzipSync("# Docs\n").subarray(0, 20)],
  ])("is rejected because it %s", async (_, archive) => {
    expect(await refusal(archive)).toMatch(/docs\.zip .*Nothing was imported\.$/);
  });

  it.each(["aux.md", "guide/con/x.md", "guide/x.md:stream", "what?.md"])(
    "is rejected because it holds %s, on Windows only",
    async (name) => {
      const archive = zip([readme, { name, content: "x" }]);
      expect(await refusal(archive, undefined, "win32")).toContain("a name that Windows does not allow");
      expect(Object.keys((await unpack(archive, undefined, "linux")).files)).toContain(name);
    },
  );

  it("is rejected because it leaves its folder, as .tar.gz", async () => {
    expect(await refusal(await tarGz([{ name: "../x.md", content: "x" }]))).toContain("../x.md");
  });

  it.each(["symlink", "link", "fifo", "character-device"] as const)(
    "is rejected because it contains a %s, as .tar.gz",
    async (type) => {
      expect(await refusal(await tarGz([readme, { name: "x.md", type, linkname: "/etc/passwd" }]))).toContain("x.md");
    },
  );

  it("is rejected because it unpacks to too much, long before it is completely unpacked", async () => {
    const bomb = await tarGz([{ name: "zeros.md", content: "0".repeat(5_000_000) }]);
    expect(bomb.length).toBeLessThan(20_000);
    expect(await refusal(bomb, { entries: 10, bytes: 1024 ** 2 })).toContain("unpacks to more than 1 MB");
  });

  it("is rejected because it contains too many files", async () => {
    const many = Array.from({ length: 20 }, (_, index) => ({ name: `${index}.md` }));
    expect(await refusal(zip(many), { entries: 10, bytes: 1000 })).toContain("more than 10 files");
  });
});

it("a file that is not an archive is recognized by its bytes", async () => {
  const file = join(await temporaryFolder(), "page.md");
  await writeFile(file, "# PK\n");
  expect(await detectArchiveType(file)).toBeUndefined();
});
