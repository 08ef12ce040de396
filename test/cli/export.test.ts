import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { copydesk, temporaryFolder } from "./program.ts";
import { writeFolder } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const docs = writeFolder(join(folder, "docs"), {
  "README.md": "# Herbarium\r\n\r\n[A list](a.txt) of mosses",
  "moss.md": "# Moss\n",
  "a.txt": "x",
});
let space: string;

beforeAll(async () => {
  const { stdout } = await answered(["import", docs, "--json", "--data", data]);
  space = (JSON.parse(stdout) as { space: string }).space;
});

const run = (...args: string[]) => answered(["export", ...args, "--data", data]);

describe("copydesk export", () => {
  it("writes a space given by title, each page as it was imported", async () => {
    const target = join(folder, "by title");
    const { code, stdout, stderr } = await copydesk(["export", "Herbarium", target, "--data", data]);
    expect(stderr).toMatch(/\nWrote 2 pages and 1 file to .*by title\.\n$/);
    expect({ code, stdout }).toEqual({ code: 0, stdout: "" });
    expect(await readFile(join(target, "README.md"), "utf8")).toBe("# Herbarium\r\n\r\n[A list](a.txt) of mosses");
    expect(await readFile(join(target, "moss.md"), "utf8")).toBe("# Moss\n");
    expect(await readFile(join(target, "a.txt"), "utf8")).toBe("x");
  });

  it("writes a space given by id, and lists the files as JSON", async () => {
    const { stdout } = await run(space, join(folder, "by id"), "--json");
    expect(JSON.parse(stdout)).toEqual({ pages: ["README.md", "moss.md"], files: ["a.txt"], summary: "SUMMARY.md" });
  });

  it("does not write into a folder with files without --force", async () => {
    const target = writeFolder(join(folder, "full"), { "moss.md": "mine", "kept.md": "kept" });
    const refused = await run(space, target);
    expect(refused.stderr).toContain(`${target} is not empty. Name another folder, or use --force`);
    expect(refused.code).toBe(1);
    expect(await readFile(join(target, "moss.md"), "utf8")).toBe("mine");

    expect((await run(space, target, "--force")).code).toBe(0);
    expect(await readFile(join(target, "moss.md"), "utf8")).toBe("# Moss\n");
    expect(await readFile(join(target, "kept.md"), "utf8")).toBe("kept");
  });

  it("lists the spaces if there is none of the given name", async () => {
    expect(await run("Moss", join(folder, "none"))).toEqual({
      code: 1,
      stdout: "",
      stderr: `There is no space "Moss". Name one of these by its id:\n  ${space}  Herbarium\n`,
    });
  });

  it("asks for the id if two spaces have the title", async () => {
    await answered(["import", docs, "--title", "Twin", "--data", data]);
    await answered(["import", docs, "--title", "Twin", "--data", data]);
    const { code, stderr } = await run("Twin", join(folder, "none"));
    expect(stderr).toMatch(
      /^Several spaces are titled "Twin"\. Name one of these by its id:\n {2}\w{20} {2}Twin\n {2}\w{20} {2}Twin\n$/,
    );
    expect(code).toBe(1);
  });

  it.each([[[]], [["Herbarium"]], [["Herbarium", "a", "b"]]])(
    "shows how it is used when called with %j",
    async (args) => {
      expect(await run(...args)).toEqual({
        code: 1,
        stdout: "",
        stderr: "Usage: copydesk export <space id or title> <folder> [--force] [--json]\n",
      });
    },
  );
});
