import { describe, expect, it } from "vitest";
import type { Page } from "../../../src/contract/models/page.ts";
import { storePlan } from "../../../src/platform/exchange/imports/store-plan.ts";
import { readSpaceForExport } from "../../../src/platform/exchange/space-files/export-space.ts";
import { planImport } from "../../../src/platform/exchange/space-files/plan.ts";
import { contentFaults } from "../../support/content-integrity.ts";
import { expectCost } from "../../support/cost.ts";
import { openWorkspace, type PlatformWorkspace } from "../../support/platform-workspace.ts";
import { temporaryFolder } from "../exchange/space-files/temporary-folder.ts";
import { type Branch, type Change, openBranch, refusal, write } from "./desk.ts";

const files = {
  "README.md": '# Home\n\n{% include ".gitbook/includes/support.md" %}\n',
  "guide/install.md": `---
vars:
  product: Setup
---

# Install <code class="expression">page.vars.product</code>

{% include "../.gitbook/includes/support.md" %}

* one

  {% include "../.gitbook/includes/nested.md" %}

{% if space.vars.beta %}
Version {{ space.vars.version }}
{% endif %}

{% if visitor.claims.unsigned.plan === "pro" %}
For you.
{% endif %}

{% include "../.gitbook/includes/gone.md" %}
`,
  ".gitbook/includes/support.md":
    '---\ntitle: How to get help\n---\n\nWrite to [us](../../README.md#mail) with <code class="expression">space.vars.version</code>.\n',
  ".gitbook/includes/nested.md": 'Before\n\n{% include "support.md" %}\n',
  ".gitbook/includes/circle.md": 'A circle: \n\n{% include "circle.md" %}\n',
  "round.md": '# Round\n\n{% include ".gitbook/includes/circle.md" %}\n',
  ".gitbook/vars.yaml": "version: 1.10\nbeta: true\n",
  ".gitbook/assets/a.txt": "a",
};

let workspace: PlatformWorkspace;

let space: string;

const ids = new Map<string, string>();

async function open() {
  workspace = await openWorkspace();
  const { platform, organization, user, client } = workspace;
  ({ space } = await storePlan(platform, await planImport(await temporaryFolder(files)), { organization, user }));
  const { reusableContents } = await client.revisions.current({ spaceId: space });
  ids.clear();
  for (const { id, title } of reusableContents) ids.set(title, id);
}

const read = (pagePath: string, more: object = {}): Promise<Page> =>
  workspace.client.pages.getByPath({ spaceId: space, pagePath, format: "markdown", ...more });

describe("the reusable contents of a space", () => {
  it("are read with the revision, separately from its files and variables", async () => {
    await open();
    const revision = await workspace.client.revisions.current({ spaceId: space });
    expect(revision.reusableContents.map(({ title, git }) => [title, git?.path])).toEqual(
      expect.arrayContaining([
        ["How to get help", ".gitbook/includes/support.md"],
        ["Nested", ".gitbook/includes/nested.md"],
        ["Circle", ".gitbook/includes/circle.md"],
      ]),
    );
    expect(revision.files.map((file) => file.name)).toEqual(["a.txt"]);
    expect((await workspace.client.files.list({ spaceId: space })).items.map((file) => file.name)).toEqual(["a.txt"]);
    expect(revision.variables).toEqual({ version: "1.10", beta: true });
  });

  it("are read one by one, in the space and in a change request", async () => {
    await open();
    const id = ids.get("How to get help") ?? "";
    const { client } = workspace;
    const one = await client.reusableContents.get({ spaceId: space, reusableContentId: id });
    expect(one).toMatchObject({ id, title: "How to get help", markdown: files[".gitbook/includes/support.md"] });
    expect(one.git?.oid).toMatch(/^[0-9a-f]{40}$/);
    const branch = await openBranch(client, space);
    await branch.edit(write(id, "---\ntitle: Help\n---\n\nCall us.\n"));
    const address = { spaceId: space, changeRequestId: branch.id, reusableContentId: id };
    expect(await client.changeRequestContent.reusableContent(address)).toMatchObject({ title: "Help" });
    expect(await refusal(client.reusableContents.get({ spaceId: space, reusableContentId: "none" }))).toBe(
      "404 reusableContentId: there is no reusable content none in this revision.",
    );
  });

  it("are named by id in a document, and written back by path", async () => {
    await open();
    const { client } = workspace;
    const id = ids.get("How to get help") ?? "";
    const page = await client.pages.getByPath({ spaceId: space, pagePath: "readme" });
    expect(page.document?.nodes).toMatchObject([
      { type: "reusable-content", data: { ref: { kind: "reusable-content", reusableContent: id, space } } },
    ]);
    const nodes = [{ object: "block", type: "reusable-content", isVoid: true, data: page.document?.nodes[0]?.data }];
    const document = { object: "document", data: {}, nodes } as NonNullable<Page["document"]>;
    const branch = await openBranch(client, space);
    const install = await read("guide/install");
    await branch.edit({ operation: "update_page", page: install.id, document: { document } });
    expect(await branch.text("guide/install")).toMatch(
      /\n\n\{% include "\.\.\/\.gitbook\/includes\/support\.md" %\}\n?$/,
    );
  });
});

describe("a page read with its includes resolved", () => {
  it("contains the text of its includes, with links that still lead to the same targets", async () => {
    await open();
    const page = await read("guide/install", { dereferenced: "reusable-contents" });
    const support = 'Write to [us](../README.md#mail) with <code class="expression">space.vars.version</code>.';
    expect(page.markdown).toContain(`\n\n${support}\n\n* one\n\n  Before\n\n  ${support}\n\n`);
    expect(page.unresolved).toEqual([
      {
        kind: "include",
        source: "../.gitbook/includes/gone.md",
        problem: "there is no reusable content with this name",
      },
    ]);
    expect((await read("guide/install", { dereferenced: true })).markdown).toBe(page.markdown);
    expect((await read("guide/install")).unresolved).toBeUndefined();
  });

  it("contains their blocks when it is read as a document", async () => {
    await open();
    const page = await workspace.client.pages.getByPath({ spaceId: space, pagePath: "readme", dereferenced: true });
    const home = (await read("readme")).id;
    expect(page.document?.nodes).toMatchObject([
      {
        type: "paragraph",
        nodes: [{}, { type: "link", data: { ref: { kind: "anchor", anchor: "mail", page: home } } }, {}, {}, {}],
      },
    ]);
  });

  it("reports a circular include", async () => {
    await open();
    const page = await read("round", { dereferenced: true });
    expect(page.markdown).toBe('# Round\n\nA circle: \n\n{% include "circle.md" %}\n');
    expect(page.unresolved).toEqual([{ kind: "include", source: "circle.md", problem: "it includes itself" }]);
  });
});

describe("a page read with its expressions evaluated", () => {
  it("has expressions and conditions evaluated against the variables of page and space", async () => {
    await open();
    const page = await read("guide/install", { evaluated: "deterministic-only" });
    expect(page.markdown).toContain("# Install Setup\n");
    expect(page.markdown).toContain("\n\nVersion 1.10\n");
    expect(page.markdown).toContain('{% if visitor.claims.unsigned.plan === "pro" %}\nFor you.\n{% endif %}');
    expect(page.unresolved).toEqual([
      { kind: "expression", source: 'visitor.claims.unsigned.plan === "pro"', problem: "visitor is not known here" },
    ]);
  });

  it("has visitor conditions evaluated as for a visitor without claims", async () => {
    await open();
    const page = await read("guide/install", { evaluated: true, dereferenced: true });
    expect(page.markdown).not.toContain("For you.");
    expect(page.markdown).toContain("with 1.10.");
    expect(page.unresolved?.map(({ kind }) => kind)).toEqual(["include"]);
  });
});

describe("a change of reusable contents and variables", () => {
  const put = (name: string, text: string): Change => ({
    operation: "insert_files",
    files: [{ name, contentType: "text/markdown", base64: Buffer.from(text).toString("base64") }],
  });
  const changesOf = async (branch: Branch) =>
    (await workspace.client.changeRequestContent.changes({ spaceId: space, changeRequestId: branch.id })).changes;

  it("creates, rewrites, renames and deletes them, and is reported as such", async () => {
    await open();
    const branch = await openBranch(workspace.client, space);
    await branch.edit(
      put(".gitbook/includes/new one.md", "New.\n"),
      put(".gitbook/vars.yaml", "version: 2\n"),
      write(ids.get("How to get help") ?? "", "Nobody helps.\n"),
      { operation: "update_page", page: ids.get("Nested") ?? "", title: "Deeper" },
      { operation: "delete_page", page: ids.get("Circle") ?? "" },
    );
    const changes = await changesOf(branch);
    expect(changes.map((change) => change.type).sort()).toEqual([
      "reusable_content_created",
      "reusable_content_deleted",
      "reusable_content_edited",
      "reusable_content_edited",
      "variables_edited",
    ]);
    expect(changes.find((change) => change.type === "variables_edited")).toEqual({
      type: "variables_edited",
      variables: { version: { before: "1.10", after: 2 }, beta: { before: true } },
    });
    expect((await branch.merge()).result).toBe("merge");
    expect((await read("readme", { dereferenced: true })).markdown).toBe("# Home\n\nNobody helps.\n");
    const exported = await readSpaceForExport(workspace.platform, space);
    expect(exported.files.map(({ path }) => path).sort()).toEqual([
      ".gitbook/assets/a.txt",
      ".gitbook/includes/nested.md",
      ".gitbook/includes/new one.md",
      ".gitbook/includes/support.md",
      ".gitbook/vars.yaml",
    ]);
    expect(await contentFaults(workspace.platform)).toEqual([]);
  });

  it("keeps the front matter when the new text has none", async () => {
    await open();
    const id = ids.get("How to get help") ?? "";
    const branch = await openBranch(workspace.client, space);
    await branch.edit(write(id, "Nobody helps.\n"));
    const address = { spaceId: space, changeRequestId: branch.id, pageId: id, format: "markdown" as const };
    expect(await workspace.client.changeRequestContent.page(address)).toMatchObject({
      title: "How to get help",
      path: ".gitbook/includes/support.md",
      markdown: "---\ntitle: How to get help\n---\n\nNobody helps.\n",
    });
  });

  it("is rejected for members that only pages have", async () => {
    await open();
    const id = ids.get("Nested") ?? "";
    const branch = await openBranch(workspace.client, space);
    expect(await refusal(branch.edit({ operation: "update_page", page: id, hidden: true }))).toContain(
      `hidden: ${id} is a reusable content, which has only a text and a title.`,
    );
  });

  it("is merged with another, or is a conflict under its name until it is edited", async () => {
    await open();
    const id = ids.get("Nested") ?? "";
    const publish = async (text: string) => {
      const main = await openBranch(workspace.client, space);
      await main.edit(write(id, text));
      expect((await main.merge()).result).toBe("merge");
    };
    const branch = await openBranch(workspace.client, space);
    const other = await openBranch(workspace.client, space);
    await branch.edit(write(id, 'Mine\n\n{% include "support.md" %}\n'));
    await other.edit(write(id, "Before\n\nOther\n"));
    await publish('Before\n\n{% include "support.md" %}\n\nAfter\n');
    expect((await branch.merge()).result).toBe("merge");
    expect((await read(".gitbook/includes/nested.md")).markdown).toBe('Mine\n\n{% include "support.md" %}\n\nAfter\n');
    await publish("Last\n\nWords\n");
    const { conflicts } = await other.update();
    expect(conflicts).toMatchObject([{ page: id, title: "Nested", path: ".gitbook/includes/nested.md", kind: "text" }]);
    await other.edit(write(id, "Agreed\n"));
    expect((await other.merge()).result).toBe("merge");
    expect((await read(".gitbook/includes/nested.md")).markdown).toBe("Agreed\n");
  });
});

describe("hostile includes", () => {
  it("cost no more at five levels than at three when they multiply each other", async () => {
    const many = (name: string) => `{% include "${name}.md" %}\n\n`.repeat(40);
    const texts: Record<string, string> = {
      "README.md": `# Home\n\n{% include ".gitbook/includes/a.md" %}\n`,
      "three.md": `# Three\n\n{% include ".gitbook/includes/c.md" %}\n`,
    };
    for (const [from, to] of ["ab", "bc", "cd", "de", "ef"].map((pair) => pair.split(""))) {
      texts[`.gitbook/includes/${from}.md`] = many(to ?? "");
    }
    texts[".gitbook/includes/f.md"] = "end\n";
    const { platform, organization, user, client } = await openWorkspace();
    const stored = await storePlan(platform, await planImport(await temporaryFolder(texts)), { organization, user });
    let run = 0;
    const included = async (pagePath: string) => {
      run += 1;
      // Answers are reused while nothing is written.
      await client.spaces.update({ spaceId: stored.space, title: `Run ${run}` });
      return client.pages.getByPath({ spaceId: stored.space, pagePath, format: "markdown", dereferenced: true });
    };
    expect((await included("readme")).unresolved?.[0]?.problem).toBe("the page has more than 1000 includes");
    expect((await included("three")).unresolved?.[0]?.problem).toBe("the page has more than 1000 includes");
    await expectCost(() => included("readme"), { times: 5, reference: () => included("three") });
  });
});
