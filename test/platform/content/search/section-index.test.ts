import { describe, expect, it } from "vitest";
import { sectionTerms } from "../../../../src/platform/content/search/section-index.ts";
import { SpeltWords } from "../../../../src/platform/content/search/word-forms.ts";

const termsOf = (body: string, spelt?: SpeltWords) => sectionTerms({ title: "Title", body }, "Page", "page", spelt);

describe("sectionTerms", () => {
  it("finds what each text repeats, in the order of the third occurrence", () => {
    expect(termsOf("boat boats seal Boat seal seal seal").salient).toBe("boat seal");
    expect(termsOf("boat seal seal").salient).toBe("");
    expect(termsOf("seal").salient).toBe("");
    expect(termsOf("seal seal seal").salient).toBe("seal");
  });

  it("collects each word of titles and bodies once for each collection", () => {
    const [first, second] = [new SpeltWords(), new SpeltWords()];
    termsOf("walrus Walrus getWalrus", first);
    termsOf("walrus", second);
    expect(first.takeFresh()).toEqual(["title", "walrus", "getwalrus"]);
    expect(second.takeFresh()).toEqual(["title", "walrus"]);
    termsOf("walrus otter", first);
    expect(first.takeFresh()).toEqual(["otter"]);
  });
});
