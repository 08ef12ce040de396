import { expect, it } from "vitest";
import { readSpaceForExport } from "../../../../src/platform/exchange/space-files/export-space.ts";
import { openWorkspace } from "../../../support/workspace.ts";

it("an export writes links by id as links to the files", async () => {
  const workspace = await openWorkspace();
  const space = await workspace.makeSpace("Docs", [{ markdown: "# A\n", pages: [{ markdown: "# B\n" }] }]);
  const markdown = `# B\n\nUp [there](/pages/${space.page("a")}#top), [gone](/pages/none), [out](/about).\n`;
  await workspace.edit(space.id, [{ operation: "update_page", page: space.page("a/b"), document: { markdown } }]);
  const { pages } = await readSpaceForExport(workspace.platform, space.id);
  const page = pages.find(({ title }) => title === "B");
  expect(page?.type === "document" && (await page.text())).toBe(
    "# B\n\nUp [there](../a.md#top), [gone](/pages/none), [out](/about).\n",
  );
  await workspace.close();
});
