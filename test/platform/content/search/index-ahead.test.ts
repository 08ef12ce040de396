import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { EditedMap } from "../../../../src/platform/content/content-map.ts";
import { emptyRoot } from "../../../../src/platform/content/ordered-map/node-codec.ts";
import { putPage } from "../../../../src/platform/content/placement.ts";
import type { PageRecord } from "../../../../src/platform/content/records.ts";
import { pageAnalyser } from "../../../../src/platform/content/search/analyse-pages.ts";
import { indexAhead } from "../../../../src/platform/content/search/index-ahead.ts";
import { indexDifferences } from "../../../../src/platform/content/search/index-content.ts";
import { forgetDrafts, type SectionDraft } from "../../../../src/platform/content/search/section-drafts.ts";
import { listSectionTexts, removeSpaceSections } from "../../../../src/platform/content/search/sections-rows.ts";
import { SpaceContent } from "../../../../src/platform/content/space-content.ts";
import { getIdRange } from "../../../../src/platform/kernel/database/engine/section-search.ts";
import type { Queries } from "../../../../src/platform/kernel/database/tables.ts";
import type { Ending } from "../../../../src/platform/kernel/jobs/job-kind.ts";
import { makeSpace } from "../../../../src/platform/workspace/spaces/make-space.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

const madeAt = "2026-01-02T00:00:00.000Z";

let docs: SearchDatabase;
beforeEach(async () => {
  docs = await openSearchDatabase();
});
afterEach(() => docs.close());

const at = (queries: Queries) => ({ queries, content: new SpaceContent(queries) });

/** Sections added by each transaction. */
async function counted<Result>(added: number[], work: (queries: Queries) => Promise<Result>): Promise<Result> {
  return docs.database.write(async (queries) => {
    const before = await countSections(queries);
    const result = await work(queries);
    added.push((await countSections(queries)) - before);
    return result;
  });
}

const countSections = async (queries: Queries) =>
  Number(
    (
      await queries
        .selectFrom("section")
        .select(({ fn }) => fn.countAll().as("all"))
        .execute()
    )[0]?.all,
  );

const rowsLeft = () =>
  docs.database.read(async (queries) => ({
    sections: await countSections(queries),
    numbers: (await queries.selectFrom("section_space").select("space").execute()).map(({ space }) => space),
    parts: await queries.selectFrom("section_space_part").selectAll().execute(),
  }));

/** Pages whose texts are stored. */
async function storedPages(count: number, text = (index: number) => `A walrus, number w${index}.`) {
  return docs.database.write(async (queries) => {
    const { content } = at(queries);
    const pages = Array.from({ length: count }, (_, index): PageRecord => {
      const name = `page-${index}`;
      const place = { id: name, type: "document", title: name, slug: name, parent: null, order: name } as const;
      return { ...place, content: content.putText(text(index)), createdAt: madeAt, updatedAt: madeAt };
    });
    await content.storeBlobs();
    return pages;
  });
}

/** Indexes ahead. Call `end` when the content is stored, or not. */
async function ahead(pages: readonly PageRecord[], { added = [] }: { added?: number[] } = {}) {
  const endings: Ending[] = [];
  const draft = await indexAhead({
    ...{ space: "space-a", pages, now: madeAt },
    read: (work) => docs.database.read((queries) => work(at(queries))),
    step: (work) => counted(added, (queries) => work(at(queries))),
    onEnd: (work) => endings.push(work),
  });
  const end = async () => {
    for (const work of endings) await work((inside) => docs.database.write((queries) => inside({ queries })));
  };
  return { draft, end };
}

/** Stores a content of these pages instead of an earlier one. Returns the sections this added. */
async function place(
  pages: readonly PageRecord[],
  draft: SectionDraft | undefined,
  before: readonly PageRecord[] = [],
) {
  const added: number[] = [];
  await counted(added, async (queries) => {
    const { content } = at(queries);
    const [old, map] = [before, pages].map((some) => {
      const edited = new EditedMap(content.at(emptyRoot));
      for (const page of some) putPage(edited, undefined, page);
      return edited;
    }) as [EditedMap, EditedMap];
    const [from, to] = [await content.store(old), await content.store(map)];
    await indexDifferences(queries, content, "space-a", content.at(from), content.at(to), { draft });
  });
  return added[0];
}

describe("pages indexed ahead of their content", () => {
  it("are found once a content has them, without being indexed again", async () => {
    const pages = await storedPages(150);
    const { draft } = await ahead(pages);
    expect(await docs.pages("w41 ")).toEqual([]);
    expect(await place(pages, draft)).toBe(0);
    expect(await docs.pages("w41 ")).toEqual(["page-41"]);
    expect(await rowsLeft()).toEqual({ sections: 150, numbers: ["space-a"], parts: [] });
  });

  it("are inserted half a megabyte of text at a time", async () => {
    const parts = Array.from({ length: 50 }, (_, part) => `## Part ${part}\n\n${"A walrus rests. ".repeat(40)}\n`);
    const added: number[] = [];
    const pages = await storedPages(150, (index) => `${index}\n\n${parts.join("\n")}`);
    await place(pages, (await ahead(pages, { added })).draft);
    expect(added.reduce((sum, count) => sum + count)).toBe(150 * 51);
    expect(Math.max(...added)).toBeLessThan(30 * 51);
    expect(added.filter((count) => count > 0).length).toBeGreaterThan(5);
    expect(await docs.pages("walrus rests ")).not.toEqual([]);
  });

  it("are analysed in a thread if they are very many, with the same result", async () => {
    const pages = await storedPages(
      3_000,
      (index) => `A walrus ${index}\n\n## Getting MoreFish\n\nfish fish fish w${index}`,
    );
    const { draft } = await ahead(pages);
    const { low } = getIdRange([draft?.number ?? 0]);
    const texts = await docs.database.read((queries) =>
      at(queries).content.readTexts(pages.flatMap(({ content }) => content ?? [])),
    );
    const expected = await pageAnalyser({ space: "space-a", firstId: low + 1 })({ pages, texts });
    const rows = await docs.database.read((queries) =>
      queries.selectFrom("section").selectAll().orderBy("id").execute(),
    );
    expect(rows).toEqual(expected.flatMap((batch) => batch.rows));
    await place(pages, draft);
    expect([await docs.pages("w2999 "), await docs.pages("w7 ")]).toEqual([["page-2999"], ["page-7"]]);
    expect(await docs.pages("wallrus w2999 ")).toEqual(["page-2999"]);
  });

  it("are stored in several transactions if a single page is very long", async () => {
    const added: number[] = [];
    const section = (at: number) => `## Part ${at}\n\n${"A walrus rests. ".repeat(60)}\n`;
    const long = Array.from({ length: 3_000 }, (_, at) => section(at)).join("\n");
    const pages = await storedPages(110, (index) => (index === 50 ? long : `w${index}`));
    await place(pages, (await ahead(pages, { added })).draft);
    expect(Math.max(...added)).toBeLessThan(1_000);
    expect((await rowsLeft()).sections).toBe(109 + 3_001);
  });

  it("are found beside those the space had before, which can still be changed and removed", async () => {
    await docs.put("old", "Old", "A penguin.");
    const pages = await storedPages(150);
    await place(pages, (await ahead(pages)).draft);
    expect(await docs.pages("penguin ")).toEqual(["old"]);
    expect(await docs.pages("w41 ")).toEqual(["page-41"]);
    await docs.put("page-41", "Changed", "A heron.");
    await docs.put("old", "Old", "An otter.");
    expect([await docs.pages("w41 "), await docs.pages("penguin ")]).toEqual([[], []]);
    expect([await docs.pages("heron "), await docs.pages("otter ")]).toEqual([["page-41"], ["old"]]);
    await docs.put("elsewhere", "Elsewhere", "A walrus.", { space: "space-b" });
    expect(await docs.pages("elsewhere ")).toEqual([]);
    await docs.database.write((queries) => removeSpaceSections(queries, "space-a"));
    expect(await rowsLeft()).toEqual({ sections: 1, numbers: ["space-b"], parts: [] });
  });

  it("are found as the content has them if it differs from what was expected", async () => {
    const pages = await storedPages(150);
    const { draft } = await ahead(pages);
    const placed = pages.slice(1).map((page) => (page.id === "page-5" ? { ...page, title: "Renamed" } : page));
    await place(placed, draft);
    expect(await docs.pages("w0 ")).toEqual([]);
    expect((await docs.search("w5 ")).pages.map(({ sections }) => sections[0]?.title)).toEqual(["Renamed"]);
    expect((await rowsLeft()).sections).toBe(149);
  });

  it("replace the sections that a changed page had before, which are found until then", async () => {
    const [before, after] = [await storedPages(150), await storedPages(150, (index) => `A heron, number h${index}.`)];
    await place(before, undefined);
    const { draft } = await ahead(after);
    expect([await docs.pages("w41 "), await docs.pages("h41 ")]).toEqual([["page-41"], []]);
    // One page stays as it was, another is something else altogether.
    const [other] = await storedPages(1, () => "An otter, number o0.");
    const placed = [{ ...after[0], content: other?.content } as PageRecord, before[1] as PageRecord, ...after.slice(2)];
    await place(placed, draft, before);
    expect([await docs.pages("w41 "), await docs.pages("h41 ")]).toEqual([[], ["page-41"]]);
    expect([await docs.pages("w1 "), await docs.pages("h1 ")]).toEqual([["page-1"], []]);
    expect([await docs.pages("w0 "), await docs.pages("h0 "), await docs.pages("o0 ")]).toEqual([[], [], ["page-0"]]);
    expect((await rowsLeft()).sections).toBe(150);
  });

  it("are not what pages of the organization are about until a content has them", async () => {
    const settings = { organization: "o", parent: null, title: "A" };
    await docs.database.write((queries) =>
      makeSpace({ queries, now: madeAt, user: { id: "u" } }, settings, emptyRoot, "space-a"),
    );
    const pages = await storedPages(150);
    const { draft } = await ahead(pages);
    const texts = () => docs.database.read((queries) => listSectionTexts(queries, "o", 0, 1_000));
    expect(await texts()).toEqual([]);
    await place(pages, draft);
    expect(await texts()).toHaveLength(150);
  });

  it("are not removed by an edit of the same page meanwhile, and give way to it", async () => {
    const [before, after] = [await storedPages(150), await storedPages(150, (index) => `A heron, number h${index}.`)];
    await place(before, undefined);
    const { draft } = await ahead(after);
    const [edited] = await storedPages(1, () => "An otter, number o0.");
    const present = before.map((page) =>
      page.id === "page-7" ? { ...page, content: edited?.content } : page,
    ) as PageRecord[];
    await place(present, undefined, before);
    expect([await docs.pages("o0 "), await docs.pages("w7 ")]).toEqual([["page-7"], []]);
    await place(after, draft, present);
    expect([await docs.pages("h7 "), await docs.pages("o0 ")]).toEqual([["page-7"], []]);
    expect((await rowsLeft()).sections).toBe(150);
  });

  it("do not leave more and more numbers to a space whose pages are rewritten", async () => {
    let before: PageRecord[] = [];
    for (let edition = 0; edition < 4; edition += 1) {
      const pages = await storedPages(150, (index) => `Edition e${edition}p${index}.`);
      await place(pages, (await ahead(pages)).draft, before);
      before = pages;
    }
    expect(await rowsLeft()).toEqual({ sections: 150, numbers: ["space-a"], parts: [] });
    expect([await docs.pages("e3p41 "), await docs.pages("e2p41 ")]).toEqual([["page-41"], []]);
  });

  it("are indexed with their content if the space has eight numbers already", async () => {
    const all: PageRecord[] = [];
    for (let part = 0; part < 9; part += 1) {
      const pages = (await storedPages(101, (index) => `Part p${part}x${index}.`)).map((page) => {
        const name = `${part}-${page.id}`;
        return { ...page, id: name, slug: name, order: name };
      });
      const { draft } = await ahead(pages);
      expect(draft === undefined).toBe(part === 8);
      await place([...all, ...pages], draft, all);
      all.push(...pages);
    }
    expect((await rowsLeft()).parts).toHaveLength(7);
    expect([await docs.pages("p8x41 "), await docs.pages("p3x41 ")]).toEqual([["8-page-41"], ["3-page-41"]]);
  });

  it("leave nothing behind if they are not stored, and stay if they are", async () => {
    const pages = await storedPages(150);
    const { draft, end } = await ahead(pages);
    await end();
    expect(await rowsLeft()).toEqual({ sections: 0, numbers: [], parts: [] });
    await expect(place(pages, draft)).rejects.toThrow("was removed before they were stored");
    const again = await ahead(pages);
    await place(pages, again.draft);
    await again.end();
    expect(await rowsLeft()).toEqual({ sections: 150, numbers: ["space-a"], parts: [] });
  });

  it("of a killed process are removed by age, and not those that a space has", async () => {
    const pages = await storedPages(150);
    await place(pages, (await ahead(pages)).draft);
    const other = (await storedPages(150)).map((page) => ({ ...page, id: `other-${page.id}` }));
    await ahead(other);
    const forget = (before: string) =>
      forgetDrafts((work) => docs.database.write((queries) => work({ queries })), before);
    await forget(madeAt);
    expect((await rowsLeft()).sections).toBe(300);
    await forget("2026-01-02T00:00:00.001Z");
    expect(await rowsLeft()).toEqual({ sections: 150, numbers: ["space-a"], parts: [] });
    expect(await docs.pages("w41 ")).toEqual(["page-41"]);
  });
});

it("few pages are indexed together with their content", async () => {
  const pages = await storedPages(100);
  expect((await ahead(pages)).draft).toBeUndefined();
  expect(await place(pages, undefined)).toBe(100);
});
