import { describe, expect, it } from "vitest";
import type { ExportedPage } from "../../../../src/platform/exchange/space-files/exported-content.ts";
import { exportPaths } from "../../../../src/platform/exchange/space-files/index.ts";

const filePaths = (paths: readonly string[], platform: NodeJS.Platform) => () =>
  exportPaths(
    [],
    paths.map((path) => ({ path })),
    undefined,
    platform,
  );

describe("an export on Windows", () => {
  it.each([
    "C:/x.md",
    "notes/a:b.md",
    "what?.md",
    "a*.md",
    'the "best".md',
    "<x>.md",
    "a|b.md",
    "notes./a.md",
    "a.md ",
    "nul.md",
    "guides/CON",
    "com1.txt",
    "aux .md",
  ])("rejects the name %j, which is not a file on that system", (path) => {
    expect(filePaths([path], "win32")).toThrow(expect.objectContaining({ code: "unsafe_path", path }));
    expect(filePaths([path], "linux")).not.toThrow();
  });
});

it.each(["linux", "darwin", "win32"] as const)("on %s no new page has the name of a device on Windows", (platform) => {
  const slugs = ["con", "aux.v2", "Nul", "console"];
  const pages = slugs.map(
    (slug, depth): ExportedPage => ({ depth, type: "document", title: slug, slug, text: async () => "" }),
  );
  expect(exportPaths(pages, [], undefined, platform).pages).toEqual([
    "con-page/README.md",
    "con-page/aux-page.v2/README.md",
    "con-page/aux-page.v2/Nul-page/README.md",
    "con-page/aux-page.v2/Nul-page/console.md",
  ]);
});

it("Windows accepts names that only resemble rejected ones", () => {
  expect(filePaths(["console.md", "nulls/a b.md", "com10.md", ".gitbook/x.png", "é–ü.md"], "win32")).not.toThrow();
});

it.each(["linux", "darwin", "win32"] as const)(
  "on %s no two new pages have names that differ only in case",
  (platform) => {
    const pages = ["Guide", "guide", "GUIDE"].map(
      (slug): ExportedPage => ({ depth: 0, type: "document", title: slug, slug, text: async () => "" }),
    );
    const { pages: paths } = exportPaths(pages, [{ path: "guide-1.MD" }], undefined, platform);
    expect(paths).toEqual(["Guide.md", "guide-2.md", "GUIDE-3.md"]);
  },
);
