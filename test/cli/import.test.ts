import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { zip } from "../platform/exchange/space-files/archives.ts";
import { answered } from "./in-process.ts";
import { copydesk, start, temporaryFolder } from "./program.ts";
import { spaceTitles, writeFolder } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const list = writeFolder(join(folder, "listed"), {
  "README.md": "# Herbarium\n",
  "SUMMARY.md": "# Summary\n\n* [Start](README.md)\n\n## Plants\n\n* [Moss](moss.md)\n* [Fern](fern.md)\n",
  "moss.md": "# Moss\n\nSee [the fern](gone.md).\n",
});
const plain = writeFolder(join(folder, "Field notes"), {
  "one.md": "# One\n\n![A](a.png)\n",
  "two/three.md": "# Three\n",
  "a.png": "x",
});
const readme = join(list, "README.md");

describe("copydesk import", () => {
  it("creates a space from a folder with a SUMMARY.md, and reports its faults", async () => {
    const { code, stdout, stderr } = await copydesk(["import", list, "--data", data]);
    expect(stderr.replace(/\w{20}/, "<id>")).toBe(
      [
        "Reading 2/2",
        "Storing 0/2",
        "Storing 2/2",
        "Indexing 2/2",
        "Note: 1 relative link leads from moss.md to no page or file: gone.md",
        "Note: SUMMARY.md#8 lists fern.md, which does not exist.",
        'Imported 2 pages and 0 files into the space "Herbarium" (<id>).',
        "",
      ].join("\n"),
    );
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
  });

  it("creates a space from a folder without one, named after the folder, and prints JSON", async () => {
    const { code, stdout } = await copydesk(["import", plain, "--json", "--data", data]);
    expect(JSON.parse(stdout)).toEqual({
      space: expect.stringMatching(/^\w{20}$/),
      title: "Field notes",
      pages: 2,
      files: 1,
      warnings: [],
    });
    expect(code).toBe(0);
  });

  it("creates a space from an archive and from a repository", async () => {
    const archive = join(folder, "Notes.tar.gz");
    execFileSync("tar", ["-czf", archive, "-C", list, "."]);
    const ofArchive = await copydesk(["import", archive, "--json", "--data", data]);
    expect(JSON.parse(ofArchive.stdout)).toMatchObject({ title: "Herbarium", pages: 2 });
    const git = (...args: string[]) =>
      execFileSync("git", ["-c", "user.name=A", "-c", "user.email=a@b.c", ...args], { cwd: list });
    git("init", "--quiet");
    git("add", "--all");
    git("commit", "--quiet", "-m", "First");
    const ofRepository = await copydesk(["import", `file://${list}`, "--json", "--data", data]);
    expect(JSON.parse(ofRepository.stdout)).toMatchObject({ title: "Herbarium", pages: 2 });
    const nowhere = await answered(["import", `file://${folder}/none.git`, "--data", data]);
    expect(nowhere.stderr).toMatch(/^The repository cannot be imported: /);
    expect(nowhere.code).toBe(1);
  });

  it("uses the given title", async () => {
    const { stdout } = await answered(["import", plain, "--title", "Notes", "--json", "--data", data]);
    expect(JSON.parse(stdout)).toMatchObject({ title: "Notes", pages: 2 });
  });

  it.each([
    [
      "a folder that does not exist",
      [join(folder, "none")],
      `There is no folder ${join(folder, "none")}. Check the path and run it again.`,
    ],
    ["a file", [readme], `${readme} is a file. Name the folder that contains the Markdown files.`],
    [
      "no folder",
      [],
      "Usage: copydesk import <folder, archive or URL> [--title <title of the space>] [--organization <id or title>] [--json]",
    ],
    [
      "two folders",
      [list, plain],
      "Usage: copydesk import <folder, archive or URL> [--title <title of the space>] [--organization <id or title>] [--json]",
    ],
    [
      "another service",
      [list, "--base-url", "https://docs.example.com"],
      "import creates a space on the embedded platform, but --base-url names another service. Leave it out, or write the pages with the write_pages tool.",
    ],
  ])("refuses %s", async (_, args, message) => {
    const other = join(folder, "unused");
    expect(await answered(["import", ...args, "--data", other])).toEqual({
      code: 1,
      stdout: "",
      stderr: `${message}\n`,
    });
    expect(await spaceTitles(other)).toEqual([]);
  });

  it("refuses a folder without pages", async () => {
    const empty = join(folder, "empty");
    mkdirSync(empty);
    expect(await answered(["import", empty, "--data", data])).toEqual({
      code: 1,
      stdout: "",
      stderr: `${empty} contains no page that can be imported (.md, .mdx, .markdown). Name the folder that contains the docs.\n`,
    });
  });

  it("names the damaged entry of an archive, and exits cleanly", async () => {
    const damaged = join(folder, "damaged.zip");
    writeFileSync(damaged, zip([{ name: "README.md", content: "x".repeat(100_000), deflated: true, claims: 5 }]));
    expect(await copydesk(["import", damaged, "--data", data])).toMatchObject({
      code: 1,
      stdout: "",
      stderr: expect.stringMatching(
        /^damaged\.zip cannot be unpacked \("README\.md": it is larger than the 5 bytes it declares\)\. .*\n$/,
      ),
    });
  });

  it("reports a data folder that cannot be created", async () => {
    const inFile = join(readme, "data");
    expect(await copydesk(["import", list, "--data", inFile])).toEqual({
      code: 1,
      stdout: "",
      stderr: `The data folder ${inFile} is not writable. Give this user write permission, or choose another folder with --data.\n`,
    });
  });

  it("reports a data folder that holds something else", async () => {
    const strange = writeFolder(join(folder, "strange"), {
      "copydesk.sqlite": "no database at all, but text".repeat(100),
    });
    const { code, stderr } = await copydesk(["import", list, "--data", strange]);
    expect(stderr).toContain(`The file copydesk.sqlite in ${strange} is damaged or is not a Copydesk database.`);
    expect(code).toBe(1);
  });

  it.each([
    ["while it stores the texts", /^Storing 0\/2000$/],
    ["while it makes them searchable", /^Indexing \d+\/2000$/],
  ])("leaves no space behind when it is interrupted %s", async (_when, line) => {
    const large = mkdtempSync(join(folder, "large-"));
    for (let page = 0; page < 2000; page += 1) writeFileSync(join(large, `page-${page}.md`), `# Page ${page}\n`);
    const other = join(large, "data");
    const importing = start(["import", large, "--data", other]);
    await importing.line("stderr", line);
    importing.child.kill("SIGINT");
    expect(await importing.ended).toMatchObject({
      code: 130,
      stderr: expect.stringMatching(/\nStopped\. Nothing was imported\.\n$/),
    });
    expect(await spaceTitles(other)).toEqual([]);
  });
});
