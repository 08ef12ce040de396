import { expect, it } from "vitest";
import { contentFaults } from "../../../support/content-integrity.ts";
import { openGitDesk } from "./git-desk.ts";
import { type Entry, startGitServer } from "./git-server.ts";

const summary = `# Table of contents

* [Welcome](README.md)

## Grow <a href="#grow" id="grow"></a>

* [Moss & fern](grow/README.md "Green things")
  * [Moss](grow/moss.md)
  * [Care of moss](grow/moss.md#care)
* [Shop](https://shop.example.com/?a=1&b=2)

***

* [Legal](legal.md)
`;

/** The files of a repository kept in step by a documentation service. */
const repository: Record<string, Entry> = {
  ".gitbook.yaml":
    "root: ./docs/\n\nstructure:\n  readme: README.md\n  summary: SUMMARY.md\n\nredirects:\n  old: grow/moss.md\n",
  LICENSE: "Free.\n",
  "docs/SUMMARY.md": summary,
  "docs/README.md":
    '---\ndescription: Where to begin\nlayout:\n  width: wide\n---\n\n# Welcome\n\n<table data-view="cards"><tbody><tr><td>Moss</td><td><a href="grow/moss.md">moss.md</a></td></tr></tbody></table>\n',
  "docs/grow/README.md":
    '# Moss & fern\n\n{% include "../.gitbook/includes/water.md" %}\n\n<figure><img src="../.gitbook/assets/a b (1).png" alt=""></figure>\n',
  "docs/grow/moss.md":
    "---\nicon: leaf\ntags:\n  - tag: shade\n---\n\n# Moss\n\n## Care\n\nSee [legal](../legal.md).  \nNo last line end",
  "docs/legal.md": "# Legal\r\n\r\nNone.\r\n",
  "docs/hidden.md": "---\nhidden: true\n---\n\n# Hidden\n",
  "docs/.gitbook/tags.yaml": "tags:\n  - tag: shade\n    label: Shade\n",
  "docs/.gitbook/vars.yaml": "season: spring\n",
  "docs/.gitbook/includes/water.md": "---\ntitle: Water\n---\n\nWater it, see [legal](../../legal.md).\n",
  "docs/.gitbook/assets/a b (1).png": new Uint8Array([137, 80, 78, 71, 0, 255]),
  "docs/notes/todo.txt": "Nothing.\n",
};

it("a repository that was kept in step gets nothing from an export after an import, and one line from an edited line", async () => {
  const server = await startGitServer();
  const first = server.commit(repository);
  const desk = await openGitDesk(undefined, undefined, { name: "Docs team", email: "docs@example.com" });
  expect((await desk.import(server.url)).state).toBe("success");

  expect(await desk.export(server.url)).toMatchObject({ state: "success", commit: first });
  expect(server.count()).toBe(1);

  const moss = (await desk.page("grow/grow/moss")) ?? "";
  const markdown = moss.markdown.replace("See [legal]", "Read [legal]");
  await desk.publish({ operation: "update_page", page: moss.id, document: { markdown } });
  expect((await desk.export(server.url, { commitMessage: "Reword" })).state).toBe("success");

  expect(server.count()).toBe(2);
  expect(server.git("diff", "--numstat", first, "main").trim()).toBe("1\t1\tdocs/grow/moss.md");
  expect(server.git("log", "-1", "--format=%an <%ae>|%cn <%ce>|%s", "main").trim()).toBe(
    "Docs team <docs@example.com>|Docs team <docs@example.com>|Reword",
  );
  expect(server.git("ls-tree", "-r", "--name-only", "-z", "main").split("\0").filter(Boolean).sort()).toEqual(
    Object.keys(repository).sort(),
  );
  expect(await contentFaults(desk.platform)).toEqual([]);
});
