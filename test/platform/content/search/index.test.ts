import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { PageSections } from "../../../../src/platform/content/search/page-sections.ts";
import { removePageSections, replaceSections } from "../../../../src/platform/content/search/sections-rows.ts";
import { openSearchDatabase, type SearchDatabase } from "./search-database.ts";

let docs: SearchDatabase;

beforeEach(async () => {
  docs = await openSearchDatabase();
});

afterEach(() => docs.close());

function makePages(count: number, prefix: string, body: string): PageSections[] {
  return Array.from({ length: count }, (_, index) => ({
    page: `${prefix}${index}`,
    path: "",
    sections: [{ anchor: "", title: `Page ${index}`, body }],
  }));
}

describe("the index", () => {
  it("removes what a page said before", async () => {
    await docs.put("one", "Old title", "walrus\n\n## Gone\n\npenguin");
    await docs.put("one", "New title", "giraffe");
    expect(await docs.pages("walrus ")).toEqual([]);
    expect(await docs.pages("penguin ")).toEqual([]);
    expect(await docs.pages("old ")).toEqual([]);
    expect(await docs.pages("giraffe ")).toEqual(["one"]);
    expect(await docs.pages("new title ")).toEqual(["one"]);
  });

  it("reuses the ids of a page that was replaced many times", async () => {
    await docs.put("other", "Other", "walrus");
    for (let round = 0; round < 30; round += 1) await docs.put("one", "One", `round${round} walrus`);
    expect(await docs.pages("round28 ")).toEqual([]);
    expect(await docs.pages("round29 ")).toEqual(["one"]);
    expect((await docs.pages("walrus ")).sort()).toEqual(["one", "other"]);
  });

  it("removes only pages of this space", async () => {
    for (const space of ["space-a", "space-b"])
      for (const page of ["one", "two"]) await docs.put(page, "T", "walrus", { space });
    await docs.database.write((queries) => removePageSections(queries, "space-a", ["one", "missing"]));
    expect(await docs.pages("walrus ")).toEqual(["two"]);
    expect(await docs.pages("walrus ", { spaces: ["space-b"] })).toEqual(["one", "two"]);
  });

  it("changes within the transaction", async () => {
    await docs.put("one", "One", "walrus");
    const failed = docs.database.write(async (queries) => {
      await replaceSections(queries, "space-a", [
        { page: "one", path: "", sections: [{ anchor: "", title: "One", body: "giraffe" }] },
      ]);
      throw new Error("no");
    });
    await expect(failed).rejects.toThrow("no");
    expect(await docs.pages("walrus ")).toEqual(["one"]);
    expect(await docs.pages("giraffe ")).toEqual([]);
  });

  it("stores text with U+0000 and unpaired surrogates", async () => {
    await docs.database.write((queries) =>
      replaceSections(queries, "space-a", [
        {
          page: "one",
          path: "",
          sections: [{ anchor: "", title: "One", body: "walrus\0 giraffe \ud83d tail" }],
        },
      ]),
    );
    expect(await docs.passage("tail ")).toBe("walrus giraffe **tail**");
  });
});

describe("scope", () => {
  it("returns no space that was not requested", async () => {
    await docs.put("one", "One", "walrus");
    await docs.put("two", "Two", "walrus", { space: "space-b" });
    expect(await docs.pages("walrus ")).toEqual(["one"]);
    expect(await docs.pages("walrus ", { spaces: ["space-b", "space-unknown"] })).toEqual(["two"]);
    expect(await docs.search("walrus ", { spaces: [] })).toEqual({ total: 0, pages: [] });
  });

  it("scores a space as if the others did not exist", async () => {
    await docs.put("one", "One", "walrus and giraffe");
    const before = await docs.search("walrus giraffe ");
    await docs.database.write((queries) =>
      replaceSections(queries, "space-b", makePages(300, "b", "walrus walrus walrus")),
    );
    expect(await docs.search("walrus giraffe ")).toEqual(before);
  });

  it("finds the few matches of a small space among thousands of others", async () => {
    await docs.database.write(async (queries) => {
      await replaceSections(queries, "space-b", makePages(2_500, "b", "walrus walrus walrus"));
      await replaceSections(
        queries,
        "space-a",
        makePages(2, "a", "one walrus among many words that are something else"),
      );
      await replaceSections(queries, "space-c", makePages(2_500, "c", "walrus walrus walrus"));
      await replaceSections(queries, "space-d", makePages(1, "d", "a walrus"));
    });
    expect(await docs.pages("walrus ")).toEqual(["a0", "a1"]);
    expect(await docs.pages("walrus ", { spaces: ["space-d", "space-a"] })).toEqual(["d0", "a0", "a1"]);
  });

  it("prefers titles when a word is too common to rank", async () => {
    await docs.database.write(async (queries) => {
      const common = makePages(2_000, "page", "the walrus is mentioned in passing");
      common.push({ page: "special", path: "", sections: [{ anchor: "", title: "Walrus", body: "About them." }] });
      common.push({
        page: "often",
        path: "",
        sections: [{ anchor: "", title: "Animals", body: "walrus walrus walrus walrus" }],
      });
      await replaceSections(queries, "space-a", common);
    });
    const { total, pages } = await docs.search("walrus ", { limit: 300 });
    expect(pages.slice(0, 2).map(({ page }) => page)).toEqual(["special", "often"]);
    expect(total).toBeUndefined();
    expect(pages).toHaveLength(100);
    expect((await docs.pages("walru")).at(0)).toBe("special");
  });

  it("prefers titles when a quoted phrase is too common to rank", async () => {
    await docs.database.write(async (queries) => {
      const common = makePages(1_500, "page", "a walrus giraffe is mentioned in passing");
      const titled = { anchor: "", title: "The walrus giraffe", body: "About them." };
      await replaceSections(queries, "space-a", [...common, { page: "special", path: "", sections: [titled] }]);
    });
    expect((await docs.pages('"walrus giraffe"')).at(0)).toBe("special");
  });

  it("finds a phrase of common words that is only in the last of many sections", async () => {
    await docs.database.write(async (queries) => {
      await replaceSections(queries, "space-a", makePages(5_500, "page", "a giraffe looks at a walrus"));
      await replaceSections(queries, "space-a", makePages(1, "last", "a walrus giraffe"));
    });
    expect(await docs.pages('"walrus giraffe"')).toEqual(["last0"]);
  });

  it("finds what is left of a common word after most of it is gone", async () => {
    const common = makePages(1_100, "page", "a walrus is mentioned in passing");
    await docs.database.write((queries) => replaceSections(queries, "space-a", common));
    expect(await docs.pages("walrus ")).toHaveLength(20);
    const gone = common.slice(1).map(({ page }) => page);
    await docs.database.write((queries) => removePageSections(queries, "space-a", gone));
    expect(await docs.pages("walrus ")).toEqual(["page0"]);
  });
});
