import fc from "fast-check";
import { expect, it } from "vitest";
import type { PageSummary } from "../../../src/contract/models/page.ts";
import type { PageRecord } from "../../../src/platform/content/records.ts";
import { SpaceContent } from "../../../src/platform/content/space-content.ts";
import type { Platform } from "../../../src/platform/index.ts";
import { contentFaults, mapFaults } from "../../support/content-integrity.ts";
import { openWorkspace, openWorkspaceAt, type PlatformWorkspace } from "../../support/platform-workspace.ts";
import { type Branch, type Change, insert, openBranch, remove, write } from "./desk.ts";
import { childrenOf, isBelow, type Model, mergeModels, outline } from "./space-model.ts";

const kinds = ["insert", "text", "title", "move", "delete", "revert", "update", "merge", "race"] as const;

/** Numbers select among the pages that exist at the time. */
const step = fc.record({
  editor: fc.constantFrom(0, 1),
  kind: fc.constantFrom(...kinds, "insert", "text", "move", "merge"),
  page: fc.nat(20),
  parent: fc.nat(20),
  at: fc.nat(4),
});

type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never;

interface Editor {
  readonly branch: Branch;
  readonly base: Model;
  readonly own: Model;
}

it("a space and two change requests, edited through two platforms on one folder, match a plain model after every step", {
  timeout: 600_000,
}, async () => {
  const workspace = await openWorkspace();
  const beside = await openWorkspaceAt(workspace.folder);
  let merges = 0;
  let conflicts = 0;
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 15, maxLength: 25 }), async (steps) => {
      const run = await SpaceRun.start([workspace, beside]);
      for (const [index, one] of steps.entries()) await run.take(one, index);
      merges += run.merges;
      conflicts += run.conflicts;
    }),
    { numRuns: Number(process.env.COPYDESK_MODEL_RUNS ?? 12) },
  );
  await beside.platform.close();
  expect(await contentFaults(workspace.platform)).toEqual([]);
  expect(merges).toBeGreaterThan(0);
  expect(conflicts).toBeGreaterThan(0);
});

type Workspaces = readonly [PlatformWorkspace, PlatformWorkspace];

class SpaceRun {
  merges = 0;
  conflicts = 0;
  #main: Model = new Map();
  readonly #editors: Editor[] = [];
  readonly #workspace: PlatformWorkspace;
  /** Each editor has its own, on the same folder. */
  readonly #workspaces: Workspaces;
  readonly #space: string;

  constructor(workspaces: Workspaces, space: string) {
    this.#workspace = workspaces[0];
    this.#workspaces = workspaces;
    this.#space = space;
  }

  static async start(workspaces: Workspaces): Promise<SpaceRun> {
    const { client, organization } = workspaces[0];
    const { id } = await client.spaces.create({ organizationId: organization, title: "Model" });
    const first = await openBranch(client, id);
    const [a = ""] = await first.edit(pageNamed("A"), pageNamed("B"), pageNamed("C"));
    await first.edit({ ...pageNamed("D"), into: a });
    await first.merge();
    const run = new SpaceRun(workspaces, id);
    run.#main = await run.#readSpace();
    for (const editor of [0, 1]) await run.#restart(editor);
    return run;
  }

  async take(step: Step, index: number): Promise<void> {
    const editor = this.#editors[step.editor] as Editor;
    if (step.kind === "race") await this.#race();
    else if (step.kind === "merge") await this.#merge(step.editor, editor);
    else if (step.kind === "update") await this.#update(step.editor, editor);
    else await this.#edit(step, editor, index);
  }

  async #edit(step: Step, { branch, base, own }: Editor, index: number): Promise<void> {
    const ids = [...(step.kind === "revert" ? new Set([...own.keys(), ...base.keys()]) : own.keys())].sort();
    const page = ids[step.page % Math.max(ids.length, 1)] ?? "";
    const parents = [null, ...[...own.keys()].sort()];
    const into = parents[step.parent % parents.length] ?? null;
    const words = `${step.kind} ${index}`;
    if (page === "" && step.kind !== "insert") return;
    const present = own.get(page);
    if (step.kind === "insert") {
      const [made = ""] = await branch.edit({ ...pageNamed(words), at: step.at, ...(into === null ? {} : { into }) });
      const now = await this.#keep(step.editor);
      expect(childrenOf(now, into)).toEqual(inserted(childrenOf(own, into), made, step.at));
      expectOthersAsBefore(own, now, [made]);
    } else if (step.kind === "text" && present !== undefined) {
      const paragraphs = present.text.split("\n\n");
      paragraphs[1 + step.editor] = words;
      await branch.edit(write(page, paragraphs.join("\n\n")));
      const now = await this.#keep(step.editor);
      expect(now.get(page)?.text).toBe(paragraphs.join("\n\n"));
      expectOthersAsBefore(own, now, [page]);
    } else if (step.kind === "title" && present !== undefined) {
      await branch.edit({ operation: "update_page", page, title: words });
      const now = await this.#keep(step.editor);
      expect(now.get(page)?.record.title).toBe(words);
      expect(now.get(page)?.text).toBe(present.text.replace(/^# .*/, `# ${words}`));
      expectOthersAsBefore(own, now, [page]);
    } else if (step.kind === "move") {
      const change: Change = { operation: "update_page", page, into, at: step.at };
      if (into !== null && isBelow(own, into, page)) {
        await expect(branch.edit(change)).rejects.toMatchObject({ status: 409 });
        return;
      }
      await branch.edit(change);
      const now = await this.#keep(step.editor);
      const siblings = childrenOf(own, into).filter((id) => id !== page);
      expect(childrenOf(now, into)).toEqual(inserted(siblings, page, step.at));
      expectOthersAsBefore(own, now, [page]);
    } else if (step.kind === "delete") {
      await branch.edit(remove(page));
      const now = await this.#keep(step.editor);
      expect([...now.keys()].sort()).toEqual([...own.keys()].filter((id) => !isBelow(own, id, page)).sort());
      expectOthersAsBefore(own, now, []);
    } else if (step.kind === "revert") {
      await branch.edit({ operation: "revert_page", page });
      const now = await this.#keep(step.editor);
      const then = base.get(page);
      expect(now.get(page)?.text).toBe(then?.text);
      expect(now.get(page)?.record.title).toBe(then?.record.title);
      for (const id of own.keys()) if (base.has(id) || !isBelow(own, id, page)) expect(now.has(id)).toBe(true);
    }
  }

  async #merge(editor: number, { branch, base, own }: Editor): Promise<void> {
    const expected = mergeModels(base, this.#main, own);
    const { result } = await branch.merge();
    expect(result).toBe(expected === undefined ? "conflicts" : "merge");
    const now = await this.#readSpace();
    expect(outline(now)).toEqual(outline(expected ?? this.#main));
    if (expected === undefined) {
      this.conflicts += 1;
      return this.#update(editor, { branch, base, own });
    }
    this.merges += 1;
    this.#main = now;
    await this.#restart(editor);
  }

  /** Merges both concurrently: the result must be that of one order or the other. */
  async #race(): Promise<void> {
    const editors = [this.#editors[0] as Editor, this.#editors[1] as Editor];
    const outcomes = await Promise.all(editors.map(({ branch }) => branch.merge()));
    const results = outcomes.map(({ result }) => result);
    const now = await this.#readSpace();
    const inOrder = (order: readonly number[]) => {
      let main = this.#main;
      const expected = ["", ""];
      for (const index of order) {
        const { base, own } = editors[index] as Editor;
        const merged = mergeModels(base, main, own);
        expected[index] = merged === undefined ? "conflicts" : "merge";
        main = merged ?? main;
      }
      return { results: expected, outline: outline(main) };
    };
    const actual = { results, outline: outline(now) };
    expect([inOrder([0, 1]), inOrder([1, 0])]).toContainEqual(actual);
    this.#main = now;
    for (const [index, result] of results.entries()) {
      if (result === "merge") {
        this.merges += 1;
        await this.#restart(index);
      } else {
        this.conflicts += 1;
        await this.#update(index, editors[index] as Editor);
      }
    }
  }

  async #update(editor: number, { branch, base, own }: Editor): Promise<void> {
    const expected = mergeModels(base, own, this.#main);
    const outcome = await branch.update();
    expect(outcome.result).toBe(expected === undefined ? "conflicts" : "update");
    this.#editors[editor] = { branch, base: this.#main, own };
    const now = await this.#keep(editor);
    if (expected !== undefined) expect(outline(now)).toEqual(outline(expected));
    for (const [id, { record }] of now) {
      const inSpace = this.#main.get(id)?.record;
      if (!own.has(id)) expect({ id, slug: record.slug }).toEqual({ id, slug: inSpace?.slug });
    }
    for (const id of new Set(outcome.conflicts?.map((conflict) => conflict.page))) {
      const title = now.get(id)?.record.title;
      await branch.edit(title === undefined ? remove(id) : { operation: "update_page", page: id, title });
    }
    expect((await branch.update()).result).toBe("update");
    await this.#keep(editor);
  }

  async #restart(editor: number): Promise<void> {
    const branch = await openBranch((this.#workspaces[editor] as PlatformWorkspace).client, this.#space);
    this.#editors[editor] = { branch, base: this.#main, own: this.#main };
  }

  /** Reads and checks an editor's change request. */
  async #keep(editor: number): Promise<Model> {
    const kept = this.#editors[editor] as Editor;
    const address = { spaceId: this.#space, changeRequestId: kept.branch.id };
    const { client, platform } = this.#workspace;
    const { revision } = await client.changeRequests.get(address);
    const own = await readModel(platform, revision);
    const { pages } = await client.changeRequestContent.pages(address);
    await checkTree(own, pages, (pagePath) => client.changeRequestContent.pageByPath({ ...address, pagePath }));
    this.#editors[editor] = { ...kept, own };
    return own;
  }

  async #readSpace(): Promise<Model> {
    const { client, platform } = this.#workspace;
    const { revision } = await client.spaces.get({ spaceId: this.#space });
    const model = await readModel(platform, revision);
    const { pages } = await client.pages.list({ spaceId: this.#space });
    await checkTree(model, pages, (pagePath) => client.pages.getByPath({ spaceId: this.#space, pagePath }));
    return model;
  }
}

const pageNamed = (title: string) => insert(title, `# ${title}\n\nfirst\n\nsecond\n`);

const inserted = (ids: readonly string[], id: string, at: number) => [...ids.slice(0, at), id, ...ids.slice(at)];

/** Pages that an edit does not name keep text, title, parent and relative order. */
function expectOthersAsBefore(before: Model, now: Model, touched: readonly string[]): void {
  const others = [...before.keys()].filter((id) => now.has(id) && !touched.includes(id));
  const facts = (model: Model) =>
    others.map((id) => [id, model.get(id)?.text, model.get(id)?.record.title, model.get(id)?.record.parent]);
  expect(facts(now)).toEqual(facts(before));
  for (const parent of new Set(others.map((id) => before.get(id)?.record.parent ?? null))) {
    const kept = (model: Model) => childrenOf(model, parent).filter((id) => others.includes(id));
    expect(kept(now)).toEqual(kept(before));
  }
}

async function readModel(platform: Platform, revision: string): Promise<Model> {
  return platform.database.read(async (queries) => {
    const content = new SpaceContent(queries);
    const row = await queries.selectFrom("revision").selectAll().where("id", "=", revision).executeTakeFirstOrThrow();
    const map = content.at(row.root);
    expect(await mapFaults(map, (address) => content.readBytes(address))).toEqual([]);
    const records = (await map.scan("page/")).map(([, text]) => JSON.parse(text) as PageRecord);
    const pages = records.map(async (record) => ({ record, text: await content.readText(record.content ?? "") }));
    return new Map((await Promise.all(pages)).map((page) => [page.record.id, page]));
  });
}

/** The tree in the response has every page once, in the model's order, and each page is found by its path. */
async function checkTree(
  model: Model,
  pages: readonly PageSummary[],
  byPath: (path: string) => Promise<{ id: string }>,
): Promise<void> {
  const check = async (parent: string | null, children: readonly PageSummary[]): Promise<number> => {
    expect(children.map((child) => child.id)).toEqual(childrenOf(model, parent));
    expect(new Set(children.map((child) => child.slug)).size).toBe(children.length);
    let count = children.length;
    for (const child of children) {
      expect((await byPath(child.path ?? "")).id).toBe(child.id);
      count += await check(child.id, child.pages ?? []);
    }
    return count;
  };
  expect(await check(null, pages)).toBe(model.size);
}
