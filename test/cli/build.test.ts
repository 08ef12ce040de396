import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { answered } from "./in-process.ts";
import { temporaryFolder } from "./program.ts";
import { writeFolder } from "./workspace.ts";

const folder = temporaryFolder();
const data = join(folder, "data");
const docs = writeFolder(join(folder, "docs"), {
  "README.md": "# Herbarium\n\n[A list](a.txt) of [mosses](moss.md)\n",
  "moss.md": "# Moss\n\nGreen.\n",
  "a.txt": "x",
});

beforeAll(async () => {
  expect((await answered(["import", docs, "--data", data])).code).toBe(0);
});

const run = (...args: string[]) => answered(["build", ...args, "--data", data]);

describe("copydesk build", () => {
  it("writes pages linked below the path of the site, and everything they load", async () => {
    const target = join(folder, "site");
    const { code, stdout } = await run("Herbarium", target, "--url", "https://docs.example/guide", "--json");
    expect([code, stdout]).toEqual([0, '{"pages":2,"files":1,"redirects":0}\n']);
    const home = await readFile(join(target, "index.html"), "utf8");
    expect(home).toContain('<a href="/guide/moss">mosses</a>');
    expect(home).toContain('<link rel="canonical" href="https://docs.example/guide/">');
    const linked = [...home.matchAll(/(?:href|src)="\/guide\/([^"#]*)"/g)].map(([, path]) =>
      decodeURIComponent(path ?? ""),
    );
    expect(linked.length).toBeGreaterThan(6);
    const missing = linked.filter((path) => !existsSync(join(target, path)));
    expect(missing).toEqual([]);
    expect(await readFile(join(target, "moss.md"), "utf8")).toContain("Green.");
    expect(await readFile(join(target, "sitemap.xml"), "utf8")).toContain("<loc>https://docs.example/guide/moss</loc>");
    expect(JSON.parse(await readFile(join(target, "~search/pages.json"), "utf8"))).toContainEqual([
      "Moss",
      "/guide/moss",
      "Green.",
    ]);
  });

  it("replaces only an earlier build", async () => {
    const target = join(folder, "again");
    expect((await run("Herbarium", target)).code).toBe(0);
    expect((await run("Herbarium", target)).code).toBe(0);
    const full = writeFolder(join(folder, "full"), { "mine.md": "mine" });
    const refused = await run("Herbarium", full);
    expect(refused.stderr).toContain(`${full} contains files that were not written by a build.`);
    expect([refused.code, readdirSync(full)]).toEqual([1, ["mine.md"]]);
    expect(readdirSync(folder).filter((name) => name.startsWith("."))).toEqual([]);
  });

  it("reports what it does not know or cannot use", async () => {
    expect((await run("Moss", join(folder, "none"))).stderr).toContain('There is no space "Moss".');
    expect((await run("Herbarium", join(folder, "none"), "--url", "docs")).stderr).toContain(
      '--url: "docs" is not an address',
    );
    expect((await run("Herbarium")).stderr).toContain("Usage: copydesk build");
    expect(existsSync(join(folder, "none"))).toBe(false);
  });

  it("writes a folder of Markdown with the customization of its file, without a data folder", async () => {
    const source = writeFolder(join(folder, "own"), {
      "README.md": "# Ferns\n\nGreen.\n",
      "guide/fronds.md": "# Fronds\n\nLong.\n",
      ".gitbook/assets/logo.svg": '<svg xmlns="http://www.w3.org/2000/svg"/>',
      ".copydesk/site.yaml": [
        "title: Fern Society",
        "header:",
        "  logo: { light: .gitbook/assets/logo.svg, dark: .gitbook/assets/logo.svg }",
        "  links: [{ title: Leaves, to: guide/fronds.md, links: [] }]",
        "footer: { copyright: Fern people }",
      ].join("\n"),
    });
    const target = join(folder, "of-folder");
    const built = await answered(["build", source, target, "--url", "https://docs.example/f/", "--json"]);
    expect([built.code, built.stdout]).toEqual([0, '{"pages":2,"files":1,"redirects":0}\n']);
    const home = await readFile(join(target, "index.html"), "utf8");
    expect(home).toContain("<title>Ferns | Fern Society</title>");
    expect(home).toMatch(/<img class="only-light" src="\/f\/~files\/[^"]+\/logo.svg" alt="Fern Society"/);
    expect(home).toContain('<a href="/f/guide/fronds">Leaves</a>');
    expect(home).toContain("Fern people");
  });

  it("names line and field of an invalid customization, and writes nothing", async () => {
    const source = writeFolder(join(folder, "wrong"), {
      "README.md": "# Ferns\n",
      ".copydesk/site.yaml": "styling:\n  corners: round\nheadr:\n  links: []\n",
    });
    const { code, stderr } = await answered(["build", `${source}/`, join(folder, "none")]);
    expect(code).toBe(1);
    expect(stderr).toContain("line 3, headr: is unknown. Use one of title, styling,");
    expect(existsSync(join(folder, "none"))).toBe(false);
  });
});
