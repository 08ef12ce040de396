import { renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findRevision } from "../../../../src/platform/content/revisions-rows.ts";
import { SpaceContent } from "../../../../src/platform/content/space-content.ts";
import { commitSource, contentRoot } from "../../../../src/platform/exchange/git/commit-source.ts";
import {
  exportChanges,
  type RenderedContent,
  renderChanges,
  renderContent,
} from "../../../../src/platform/exchange/git/render-content.ts";
import { findSync } from "../../../../src/platform/exchange/git/rows.ts";
import { BlobReader, listTree } from "../../../../src/platform/exchange/git/tree.ts";
import type { RunningJob } from "../../../../src/platform/kernel/jobs/job-kind.ts";
import { createOutbound } from "../../../../src/platform/kernel/outbound/outbound.ts";
import { anyRemote } from "../../../../src/platform/kernel/outbound/trusted-remotes.ts";
import { contentFaults } from "../../../support/content-integrity.ts";
import { openGitDesk } from "./git-desk.ts";
import { type Entry, startGitServer } from "./git-server.ts";

const page = (title: string, text: string, matter = "") =>
  `${matter && `---\n${matter}\n---\n\n`}# ${title}\n\n${text}\n`;

const listed = `# Contents

* [Welcome](README.md)
* [Moss care](care/moss.md "Mossy")
  * [Fern](care/fern.md)
* Same
* Same

## Tools

* [Rake](tools/rake.md)
* [Elsewhere](https://example.com)
* [Lost](tools/lost.md)
`;

const handbook: Readonly<Record<string, Entry>> = {
  ".gitbook.yaml": "root: ./docs/\n\nstructure:\n  readme: README.md\n\nredirects:\n  old: care/moss.md\n",
  "docs/SUMMARY.md": listed,
  "docs/README.md": page("Welcome", "See [moss](care/moss.md) and [gone](gone.md)."),
  "docs/care/moss.md": page("Moss", "![](../.gitbook/assets/a.png)", "description: Green"),
  "docs/care/fern.md": page("Fern", "A [list](../files/list.txt)."),
  "docs/care/hidden.md": page("Hidden", "Not listed."),
  "docs/tools/rake.md": page("Rake", "Two.", "hidden: true"),
  "docs/tools/odd.md": new Uint8Array([0x23, 0x20, 0xff, 0x0a]),
  "docs/files/list.txt": "one\n",
  "docs/files/unused.txt": "one\n",
  "docs/.gitbook/assets/a.png": new Uint8Array([0, 1, 255]),
  "docs/.gitbook/includes/note.md": "Mind the [step](../../files/list.txt).\n",
  "docs/.gitbook/vars.yaml": "place: here\n",
  "src/main.c": "int main;\n",
};

/** Whether the whole commit was planned, or only what changed. */
type Way = "short" | "whole" | "failed";

/** A repository and a space in step with it, where every import and export is also done in full. */
async function bothWays(files: Readonly<Record<string, Entry>> = handbook) {
  const server = await startGitServer();
  server.commit(files);
  let time = Date.parse("2026-03-01T00:00:00Z");
  const now = () => new Date(time);
  const desk = await openGitDesk(
    createOutbound(() => true, anyRemote),
    now,
  );
  const url = `file://${server.folder}`;
  const { database } = desk.platform;
  const clones = join(desk.folder, "git");
  const signal = new AbortController().signal;
  const read: RunningJob["read"] = (work) =>
    database.read((queries) => work({ queries, content: new SpaceContent(queries) } as Parameters<typeof work>[0]));
  const job = { read, signal } as RunningJob;
  const inStep = () => database.read((queries) => findSync(queries, desk.space));
  /** The result of the latest import, in the space or standalone. */
  const outcome = async (standalone: boolean) => {
    const rows = await database.read((queries) =>
      queries.selectFrom("job").selectAll().where("created_at", "=", now().toISOString()).execute(),
    );
    const row = rows.find(({ input }) => (JSON.parse(input) as { standalone?: boolean }).standalone === standalone);
    const { revision, ...result } = JSON.parse(row?.result ?? "{}") as { revision?: string };
    return { revision, told: { ...result, state: row?.state, error: row?.error } };
  };
  const importOnce = async (options: Record<string, unknown> = {}): Promise<Way> => {
    const { state } = await desk.import(url, options);
    if (state !== "success") return "failed";
    const sync = await inStep();
    const planned = JSON.parse(sync?.planned ?? "{}") as { at: string; content: string };
    expect(planned.content).toBe(sync?.root);
    return planned.at === now().toISOString() ? "whole" : "short";
  };
  expect(await importOnce()).toBe("whole");

  return {
    server,
    desk,
    /** Imports, and returns whether only the changes were planned. The result must be that of a full import. */
    async import(options: Record<string, unknown> = {}): Promise<Way> {
      time += 60_000;
      // Without the clone of the last import there is nothing to compare a commit with.
      renameSync(clones, `${clones}-aside`);
      await desk.import(url, { ...options, standalone: true });
      const whole = await outcome(true);
      rmSync(clones, { recursive: true });
      renameSync(`${clones}-aside`, clones);
      const way = await importOnce(options);
      if (way === "failed") {
        const { told } = await outcome(false);
        if (!/changed the same pages/.test(told.error ?? "")) expect(told).toEqual(whole.told);
      }
      if (way !== "short") return way;
      const revision = await database.read((queries) => findRevision(queries, desk.space, whole.revision ?? ""));
      expect(whole.told.state).toBe("succeeded");
      expect((await inStep())?.root).toBe(revision?.root);
      expect((await outcome(false)).told).toEqual(whole.told);
      return way;
    },
    /** Imports in only one of the two ways. */
    importOnce: async (options: Record<string, unknown> = {}) => {
      time += 60_000;
      return importOnce(options);
    },
    /** Exports, and returns whether only the changes were rendered. */
    async export(): Promise<Way> {
      time += 60_000;
      const sync = await inStep();
      const { revision } = await desk.client.spaces.get({ spaceId: desk.space });
      const { root = "" } = (await database.read((queries) => findRevision(queries, desk.space, revision))) ?? {};
      const short = await renderChanges(sync?.root ?? "", root, job);
      if (short !== undefined) {
        const options = { folder: server.folder, signal };
        const branch = await listTree("main", "", options, { checked: false });
        const blobs = new BlobReader(options);
        const place = await contentRoot(commitSource({ name: "", files: branch, blobs, readings: new Map() }));
        blobs.close();
        const changes = async (base: RenderedContent, space: RenderedContent) => {
          const found = exportChanges({
            ...{ base, space, branch, ...place, summaryBefore: sync?.summary ?? null, force: false },
          });
          const written = [...found.written].sort().map(async ([path, file]) => [path, file.oid, await file.read()]);
          return { ...found, written: await Promise.all(written), conflicts: found.conflicts.sort() };
        };
        const render = (of: string) => renderContent(of, "Handbook", job);
        const whole = await changes(await render(sync?.root ?? ""), await render(root));
        expect(await changes(short.base, short.space)).toEqual(whole);
      }
      const { state } = await desk.export(url);
      return state !== "success" ? "failed" : short === undefined ? "whole" : "short";
    },
  };
}

const asset = "![](../.gitbook/assets/a.png)";

describe("an import of a commit", () => {
  it("plans only the changed files, with the same result, if only texts changed", async () => {
    const { server, import: imported } = await bothWays();
    const commits: Record<string, Record<string, Entry>> = {
      "texts and titles": {
        "docs/README.md": page("Welcome", "See [moss](care/moss.md) and [gone](gone.md). Well."),
        "docs/care/moss.md": page("Mosses", asset, "description: Green"),
        "docs/care/fern.md": page("Ferns", "A [list](../files/list.txt)."),
        "docs/care/hidden.md": page("More", "Not listed."),
      },
      "titles as before, front matter, and links to pages, to the web and to assets": {
        "docs/care/moss.md": page("Mossy", asset, "icon: leaf\nhidden: true"),
        "docs/care/fern.md": page("Fern", "A [list](../files/list.txt)."),
        "docs/care/hidden.md": page("More", `[a](moss.md#care) [b](https://example.com) ${asset}`),
      },
      "an asset, a file that a page refers to and one that none does, and none of the content": {
        "docs/.gitbook/assets/a.png": new Uint8Array([0, 2, 255]),
        "docs/files/list.txt": "two\n",
        "docs/files/unused.txt": "two\n",
        "src/main.c": "int other;\n",
      },
    };
    for (const [what, files] of Object.entries(commits)) {
      server.commit(files);
      expect(await imported(), what).toBe("short");
    }
  });

  it("plans everything if a change may affect more than its file", async () => {
    const { server, importOnce: imported } = await bothWays();
    const commits: Record<string, Record<string, Entry | null>> = {
      "a new page": { "docs/care/ivy.md": page("Ivy", "Climbs.") },
      "a page that is gone": { "docs/care/ivy.md": null },
      "the table of contents": { "docs/SUMMARY.md": listed.replace("[Rake]", "[Rakes]") },
      "the configuration": { ".gitbook.yaml": "root: ./docs/\n" },
      "an include": { "docs/.gitbook/includes/note.md": "Mind.\n" },
      "a link to a file": { "docs/care/hidden.md": page("Hidden", "[a](../files/unused.txt)") },
      "a link that leads nowhere": { "docs/care/hidden.md": page("Hidden", "[a](../files/unused.txt) [b](no.md)") },
      "a link that is gone": { "docs/care/hidden.md": page("Hidden", "[b](no.md)") },
      "a cover": { "docs/care/moss.md": page("Moss", "Wet.", "cover: ../.gitbook/assets/a.png") },
      "a title that goes": { "docs/care/moss.md": "Wet.\n" },
      "a page that is no text any more": { "docs/care/fern.md": new Uint8Array([0x23, 0xff]) },
      "a file that is text now": { "docs/tools/odd.md": page("Odd", "Even.") },
    };
    for (const [what, files] of Object.entries(commits)) {
      server.commit(files);
      expect(await imported(), what).toBe("whole");
    }
    server.commit({ "docs/README.md": page("Welcome", "Forced.") });
    expect(await imported({ force: true })).toBe("whole");
  });

  it("detects changed titles and places when pages follow the order of folders", async () => {
    const { "docs/SUMMARY.md": _, ...files } = handbook;
    const { server, desk, import: imported, importOnce } = await bothWays(files);
    server.commit({ "docs/care/moss.md": page("Mosses", asset, "description: Green") });
    expect(await imported()).toBe("short");
    server.commit({ "docs/care/moss.md": page("Mosses", asset, "description: Green\nsidebar_position: 1") });
    expect(await importOnce()).toBe("whole");
    expect((await desk.paths()).filter((path) => path.startsWith("care/"))[0]).toBe("care/moss");
  });

  it("continues the last one after edits and exports of the space", async () => {
    const { server, desk, import: imported, export: exported } = await bothWays();
    const edit = async (path: string, markdown: string) => {
      const { id } = await desk.page(path);
      await desk.publish({ operation: "update_page", page: id, document: { markdown } });
    };
    await edit("moss/fern", page("Fern", "From here, with a [list](../files/list.txt)."));
    expect(await exported()).toBe("short");
    server.commit({ "docs/README.md": page("Welcome", "See [moss](care/moss.md) and [gone](gone.md). From there.") });
    expect(await imported()).toBe("short");
    await edit("moss/fern", page("Fern", "Edited, with a [list](../files/list.txt)."));
    expect(await exported()).toBe("short");
    server.commit({ "docs/care/fern.md": page("Fern", "From here, with a [list](../files/list.txt).") });
    expect(await imported()).toBe("short");
    await edit("moss", page("Moss", `${asset} From here.`, "description: Green"));
    server.commit({ "docs/care/fern.md": page("Fern", "From there, with a [list](../files/list.txt).") });
    expect(await imported()).toBe("short");
    expect((await desk.page("moss")).markdown).toContain("From here.");
    expect((await desk.page("moss/fern")).markdown).toContain("From there,");
    await edit("readme", `Links by id: [moss](/pages/${(await desk.page("moss")).id}).\n`);
    expect(await exported()).toBe("whole");
    server.commit({ "docs/care/fern.md": page("Fern", "Once more, with a [list](../files/list.txt).") });
    expect(await imported()).toBe("whole");
    expect(await contentFaults(desk.platform)).toEqual([]);
  });

  it("has the same result the short way as in full after any sequence of edits on both sides", async () => {
    const seen = { short: 0, whole: 0, failed: 0 };
    const isListed = fc.boolean();
    const edits = fc.array(fc.record({ kind: fc.constantFrom(...kinds), pick: fc.nat(999), word: fc.nat(999) }), {
      minLength: 6,
      maxLength: 6,
    });
    const numRuns = Number(process.env.COPYDESK_GIT_RUNS ?? 1);
    await fc.assert(
      fc.asyncProperty(isListed, edits, async (hasSummary, sequence) => {
        const { "docs/SUMMARY.md": summary = "", ...others } = handbook;
        const ways = await bothWays(hasSummary ? { ...others, "docs/SUMMARY.md": summary } : others);
        for (const edit of sequence) seen[await applyEdit(ways, edit)] += 1;
        expect(await contentFaults(ways.desk.platform)).toEqual([]);
      }),
      { numRuns, endOnFailure: true },
    );
    if (numRuns > 1) console.log(seen);
    expect(seen.short).toBeGreaterThan(0);
  }, 1_200_000);
});

const likely = ["text", "title", "matter", "link", "asset", "several", "nothing"] as const;

const kinds = [
  ...likely,
  ...likely,
  ...(["add", "delete", "move", "summary", "config", "include", "odd", "force"] as const),
  ...(["edit", "edit and export", "edit and export", "retitle", "insert", "remove"] as const),
] as const;

const matters = ["description: Other", "icon: leaf", "hidden: true", "title: Said", "sidebar_position: 2", "- broken"];

const links = ["moss.md", "../tools/rake.md", "no.md", "../files/unused.txt", "../.gitbook/assets/a.png", "/care/fern"];

type Edit = { readonly kind: (typeof kinds)[number]; readonly pick: number; readonly word: number };

async function applyEdit({ server, desk, ...ways }: Awaited<ReturnType<typeof bothWays>>, { kind, pick, word }: Edit) {
  const files = server.files();
  const pages = Object.keys(files).filter((path) => /^docs\/(?!\.|SUMMARY).*\.md$/.test(path));
  const path = pages[pick % pages.length] ?? "docs/README.md";
  const text = files[path] ?? "";
  const other = `docs/care/${["ivy", "reed", "fern", "README"][word % 4]}.md`;
  const isThere = files[other] !== undefined;
  const [matter = "", link = ""] = [matters[word % matters.length], links[word % links.length]];
  const commits: Partial<Record<Edit["kind"], Record<string, Entry | null>>> = {
    text: { [path]: `${text}\nWord ${word}.\n` },
    title: { [path]: text.replace(/^# .*$/m, `# Title ${word % 5}`) },
    matter: { [path]: page(`Page ${word % 3}`, "Told.", word % 2 ? matter : "") },
    link: { [path]: word % 3 ? `${text}\n[x](${link})\n` : text.replace(/!?\[[^\]]*\]\([^)]*\)/, "") },
    asset: { "docs/.gitbook/assets/a.png": new Uint8Array([0, word % 256]), "docs/files/unused.txt": `${word}\n` },
    several: Object.fromEntries(pages.filter((_, index) => (index + pick) % 2).map((one) => [one, `${files[one]}+\n`])),
    nothing: { "src/main.c": `int a${word};\n` },
    add: { [other]: page(`Title ${word % 5}`, isThere ? "Anew." : "New.") },
    delete: pages.length > 2 ? { [path]: null } : {},
    move: isThere || path === other ? {} : { [path]: null, [other]: text },
    summary: { "docs/SUMMARY.md": word % 4 ? listed.replace("Fern]", `Fern ${word % 3}]`) : null },
    config: { ".gitbook.yaml": `root: ./docs/\nredirects:\n  old: care/${word % 2 ? "moss" : "fern"}.md\n` },
    include: { "docs/.gitbook/includes/note.md": `Mind ${word % 2 ? "the [x](../../files/unused.txt)" : ""}.\n` },
    odd: { [path]: word % 2 ? new Uint8Array([0x23, 0xff, word % 256]) : page("Even", "Again.") },
    force: { [path]: `${text}\nForced ${word}.\n` },
  };
  const commit = commits[kind];
  if (commit !== undefined) server.commit(commit);
  else {
    const { pages: top } = await desk.client.pages.list({ spaceId: desk.space });
    const all = top.flatMap(function below(one): typeof top {
      return [one, ...(one.pages ?? []).flatMap(below)];
    });
    const documents = all.filter(({ type }) => type === "document");
    const { id = "" } = documents[pick % Math.max(1, documents.length)] ?? {};
    const markdown = `# Page ${word % 3}\n\nFrom the space ${word}.\n`;
    if (kind === "insert")
      await desk.publish({ operation: "insert_page", title: `Made ${word}`, document: { markdown } });
    else if (kind === "remove" && documents.length > 2) await desk.publish({ operation: "delete_page", page: id });
    else if (kind === "retitle") await desk.publish({ operation: "update_page", page: id, title: `Named ${word}` });
    else await desk.publish({ operation: "update_page", page: id, document: { markdown } });
    if (kind !== "edit" || word % 2) await ways.export();
    server.commit({ [path]: `${server.files()[path] ?? text}\nAfter ${word}.\n` });
  }
  const result = await ways.import({ force: kind === "force" });
  // From now on, what both sides changed would be rejected.
  if (result === "failed") await ways.import({ force: true });
  return result;
}
