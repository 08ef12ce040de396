import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { Matcher } from "../../../../src/platform/content/search/matcher.ts";
import { readQuery } from "../../../../src/platform/content/search/query.ts";
import { snippet } from "../../../../src/platform/content/search/snippet.ts";
import { markedText } from "./marked-text.ts";

const snippetIn = (query: string, text: string) => snippet(new Matcher(readQuery(query)), text);
/** With the matches between `**`. */
const snippetOf = (query: string, text: string) => markedText(snippetIn(query, text));
const filler = "lorem ipsum dolor sit amet ".repeat(40);

describe("snippet", () => {
  it("marks every form of the words looked for", () => {
    expect(snippetOf("configure servers ", "Configuring a server.\nA configured one.")).toBe(
      "**Configuring** a **server**. A **configured** one.",
    );
  });

  it("marks a phrase as one, and its function words only within it", () => {
    expect(
      snippetOf("invite a member to the space ", "To invite a member to the space, open a menu in the space."),
    ).toBe("To **invite a member to the space**, open a menu in the **space**.");
    expect(snippetOf("what is a section ", "A section. What it is: a sections' list is a list.")).toBe(
      "A **section**. What it is: a **sections**' list is a list.",
    );
  });

  it("marks function words if the query has no others", () => {
    expect(snippetOf("to be ", "To be or not")).toBe("**To be** or not");
  });

  it("marks words separately if more than white space separates them", () => {
    expect(snippetOf("merge request ", "Merge. Request a merge request.")).toBe(
      "**Merge**. **Request** a **merge request**.",
    );
  });

  it("marks words that an unfinished one may become", () => {
    expect(snippetOf("conf", "Our configuration, not the confetti file")).toBe(
      "Our **configuration**, not the **confetti** file",
    );
  });

  it("shows the densest passage and cuts it between words", () => {
    const found = snippetIn("rotate keys ", `${filler}keys alone. ${filler}To rotate the keys, wait. ${filler}`);
    const shown = found.text;
    expect(markedText(found)).toContain("To **rotate** the **keys**, wait.");
    expect(shown).toMatch(/^…(lorem|ipsum|dolor|sit|amet) .* (lorem|ipsum|dolor|sit|amet)…$/);
    expect(shown.length).toBeLessThan(220);
  });

  it("shows the beginning when only the title matched", () => {
    expect(snippetOf("billing ", "Nothing to see here.")).toBe("Nothing to see here.");
    expect(snippetOf("billing ", "")).toBe("");
  });

  it("marks neighbouring pairs of characters as one match", () => {
    expect(snippetOf("中文文档", "这是中文文档。")).toBe("这是**中文文档**。");
    expect(snippetOf("文", "中文")).toBe("中**文**");
  });

  it("marks a part of an identifier as the identifier", () => {
    expect(snippetOf("user id ", "Call getUserById(id) first")).toBe("Call **getUserById**(**id**) first");
  });

  it("returns the text on one line, with the positions of the matches", () => {
    expect(snippetIn("oils care ", "  Oils\n\n*for*  care ")).toEqual({
      text: "Oils *for* care",
      highlights: [
        { start: 0, end: 4 },
        { start: 11, end: 15 },
      ],
    });
  });

  it("keeps asterisks in the text", () => {
    expect(snippetOf("keys ", "2 * 3 and **bold** keys")).toBe("2 * 3 and **bold** **keys**");
  });

  it("never cuts a character in two", () => {
    fc.assert(
      fc.property(fc.nat(400), fc.nat(400), (before, after) => {
        const shown = snippetOf("key ", `${"😀".repeat(before)}x key ${"😀".repeat(after)}`);
        expect(shown).not.toMatch(/\p{Cs}/u);
        expect(shown).toContain("**key**");
      }),
    );
  });
});
