import { existsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, it } from "vitest";
import { listLinks } from "../../src/markdown/page/links.ts";
import { listSections } from "../../src/markdown/page/sections.ts";
import { planImport } from "../../src/platform/exchange/space-files/plan.ts";
import { documentPaths, project, readText } from "./project-files.ts";

const documents = documentPaths();

/** The problem with one address on one page; undefined if it leads somewhere. */
function problemOf(page: string, href: string): string | undefined {
  const [path = "", anchor] = href.split("#");
  const target = path === "" ? page : join(dirname(page), decodeURIComponent(path));
  const found = join(project, target);
  if (target.startsWith("..") || !existsSync(found)) return `${page}: ${href} leads to nothing`;
  if (anchor === undefined) return undefined;
  if (!target.endsWith(".md") || !statSync(found).isFile()) return `${page}: ${href} has an anchor and is no page`;
  const anchors = listSections(readText(target)).map((section) => section.anchor);
  return anchors.includes(anchor) ? undefined : `${page}: ${href} names a heading that ${target} does not have`;
}

function relativeLinks(page: string): string[] {
  return listLinks(readText(page))
    .map(({ href }) => href)
    .filter((href) => !/^[a-z][a-z0-9+.-]*:/i.test(href));
}

describe("the documents", () => {
  it("link only to files and headings that exist", () => {
    const problems = documents.flatMap((page) => relativeLinks(page).flatMap((href) => problemOf(page, href) ?? []));
    expect(problems).toEqual([]);
  });

  it("contain links, and a wrong one is detected", () => {
    expect(documents.filter((page) => relativeLinks(page).length > 0).length).toBeGreaterThan(12);
    expect(problemOf("README.md", "docs/nowhere.md")).toBe("README.md: docs/nowhere.md leads to nothing");
    expect(problemOf("README.md", "docs/errors.md#nowhere")).toBe(
      "README.md: docs/errors.md#nowhere names a heading that docs/errors.md does not have",
    );
    expect(problemOf("README.md", "docs/errors.md#why-a-tool-is-missing")).toBeUndefined();
  });
});

describe("the manual as a space", () => {
  it("is imported without a warning", async () => {
    expect((await planImport(join(project, "docs"))).warnings).toEqual([]);
  });

  it("begins with its overview, has a title and a description on every page and includes its diagram", async () => {
    const { title, pages, files } = await planImport(join(project, "docs"));
    const texts = pages.filter((page) => page.type === "document");
    expect(title).toBe("Copydesk");
    expect(pages[0]).toMatchObject({ source: "README.md", title: "Copydesk" });
    expect(texts.filter((page) => !page.description).map(({ source }) => source)).toEqual([]);
    expect(files.map(({ path }) => path)).toContain(".gitbook/assets/overview.svg");
  });
});
