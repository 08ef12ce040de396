import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { EditError } from "../../../src/markdown/edits/edit-error.ts";
import { applyEdits, type Edit } from "../../../src/markdown/edits/edits.ts";
import { listSections } from "../../../src/markdown/page/sections.ts";
import { markdownPage } from "../markdown-page.ts";

function edited(markdown: string, ...edits: Edit[]): string {
  return applyEdits(markdown, edits).text;
}

function failure(markdown: string, ...edits: Edit[]): EditError {
  try {
    applyEdits(markdown, edits);
  } catch (error) {
    if (error instanceof EditError) return error;
    throw error;
  }
  throw new Error("The edits were made.");
}

describe("a passage", () => {
  test("is replaced where it occurs once, and nothing else changes", () => {
    expect(applyEdits("# A\n\nOne two  \nthree\n", [{ oldText: "two  \nth", newText: "2\nT" }])).toEqual({
      text: "# A\n\nOne 2\nTree\n",
      changed: [{ index: 0, replacements: 1, start: 9, end: 12, startLine: 3, endLine: 4 }],
    });
  });

  test("is replaced everywhere with all, without overlaps", () => {
    expect(applyEdits("aaa b aaa\nb a\n", [{ oldText: "aa", newText: "-", all: true }])).toEqual({
      text: "-a b -a\nb a\n",
      changed: [{ index: 0, replacements: 2, start: 0, end: 6, startLine: 1, endLine: 1 }],
    });
  });

  test("matches CRLF text if it is given with LF, and the new text takes the page's line endings", () => {
    expect(edited("One\r\ntwo\r\n\r\nthree\r\n", { oldText: "two\n\nthree", newText: "2\n3\r\n4" })).toBe(
      "One\r\n2\r\n3\r\n4\r\n",
    );
    expect(edited("One\ntwo\n", { oldText: "One\r\ntwo", newText: "1\r\n2" })).toBe("1\n2\n");
    expect(edited("One\r\ntwo\nthree\r\n", { oldText: "One\ntwo\nth", newText: "x" })).toBe("xree\r\n");
    expect(edited("One\r\ntwo\r\n", { oldText: "\ntwo", newText: "\n2" })).toBe("One\r\n2\r\n");
  });

  test("may be removed, and may contain front matter or follow a BOM", () => {
    expect(edited("\ufeff---\na: b\n---\nText", { oldText: "a: b\n", newText: "" })).toBe("\ufeff---\n---\nText");
  });

  test("is rejected with every line if it occurs more than once, including overlapping occurrences", () => {
    const error = failure("Run npm.\n\nThen run npm again.\n", { oldText: "npm", newText: "pnpm" });
    expect(error.name).toBe("EditError");
    expect(error.reason).toBe("ambiguous");
    expect(error.index).toBe(0);
    expect(error.message).toBe(
      [
        "Edit 1: The old text occurs 2 times:",
        "- line 1: Run npm.",
        "- line 3: Then run npm again.",
        "Include more of the text around the one you mean, or set `all` to replace every one.",
        "Nothing was changed.",
      ].join("\n"),
    );
    expect(failure("aaa", { oldText: "aa", newText: "b" }).reason).toBe("ambiguous");
  });

  test("is rejected with the first eight occurrences in short if it occurs a hundred times", () => {
    const { message } = failure(`${"x".repeat(200)} here ${"y".repeat(200)}\n`.repeat(100), {
      oldText: "here",
      newText: "",
    });
    expect(message).toContain(`- line 8: …${"x".repeat(39)} here ${"y".repeat(39)}…\n- and 92 more\n`);
    expect(message).not.toContain("line 9");
  });

  test("is quoted from the page with its line if it differs in quotes, dashes or case", () => {
    const { reason, message } = failure("# A\n\nDon’t – ever – stop.\n", {
      oldText: "Don't - ever - stop",
      newText: "x",
    });
    expect(reason).toBe("not_found");
    expect(message).toBe(
      [
        "Edit 1: The old text is not on the page as given; line 3 differs in quotation marks, dashes or invisible characters:",
        "```",
        "Don’t – ever – stop",
        "```",
        "Copy the old text exactly from there.",
        "Nothing was changed.",
      ].join("\n"),
    );
    expect(failure("Use The Tool\n", { oldText: "use the tool", newText: "x" }).message).toContain(
      "line 1 differs in letter case:",
    );
    expect(failure("a \\*b\\*\n", { oldText: "a *b*", newText: "x" }).message).toContain("differs in backslashes:");
  });

  test("is rejected with the reason if it differs in spacing, even at its ends", () => {
    expect(failure("one two\nthree\n", { oldText: "one  two three", newText: "x" }).message).toContain(
      "line 1 differs in spaces or line breaks:\n```\none two\nthree\n```",
    );
    expect(failure("one two\n", { oldText: " one two", newText: "x" }).message).toContain(
      "differs in spaces or line breaks at its ends:",
    );
  });

  test("is rejected with the closest passage and the first difference if it differs in words", () => {
    const page = "# Install\n\nNothing alike here.\n\nRun the installer and wait\nuntil it has finished.\n\nMore.\n";
    const { message } = failure(page, { oldText: "Run the installer and wait\nuntil it is finished.", newText: "x" });
    expect(message).toBe(
      [
        "Edit 1: The old text is not on the page. The closest passage is on line 5:",
        "```",
        "Run the installer and wait",
        "until it has finished.",
        "```",
        'They first differ here: the page has "wait\\nuntil it has finished.", the old text "wait\\nuntil it is finished.".',
        "Copy the old text exactly from the page.",
        "Nothing was changed.",
      ].join("\n"),
    );
  });

  test("is rejected with the reason if it resembles nothing", () => {
    expect(failure("# Install\n\nText.\n", { oldText: "Quite another matter", newText: "x" }).message).toBe(
      "Edit 1: The old text is not on the page, and nothing there resembles it. Read the page again. Nothing was changed.",
    );
    expect(failure("", { oldText: "a", newText: "x" }).reason).toBe("not_found");
    expect(failure("text", { oldText: "???", newText: "x" }).reason).toBe("not_found");
  });

  test("is rejected if it is empty or unchanged", () => {
    expect(failure("text", { oldText: "", newText: "x" }).reason).toBe("empty");
    expect(failure("text", { oldText: "ex", newText: "ex" }).reason).toBe("no_change");
    expect(failure("a\r\nb\r\n", { oldText: "a\nb", newText: "a\nb" }).reason).toBe("no_change");
  });

  test("is fenced with a longer fence if it contains code fences", () => {
    expect(failure("```js\nLet a\n```\n", { oldText: "```js\nlet a\n```", newText: "x" }).message).toContain(
      "````\n```js\nLet a\n```\n````",
    );
  });
});

describe("a list of edits", () => {
  test("applies in order, each edit to the result of those before it", () => {
    const result = applyEdits("one\ntwo\nthree\n", [
      { oldText: "three", newText: "3\n4" },
      { oldText: "one", newText: "1\n1.5" },
      { oldText: "4", newText: "four" },
    ]);
    expect(result.text).toBe("1\n1.5\ntwo\n3\nfour\n");
    expect(result.changed).toEqual([
      { index: 0, replacements: 1, start: 10, end: 16, startLine: 4, endLine: 5 },
      { index: 1, replacements: 1, start: 0, end: 5, startLine: 1, endLine: 2 },
      { index: 2, replacements: 1, start: 12, end: 16, startLine: 5, endLine: 5 },
    ]);
  });

  test("is applied completely or not at all, and the error says which edit failed", () => {
    const error = failure("one two", { oldText: "one", newText: "1" }, { oldText: "one", newText: "x" });
    expect(error.index).toBe(1);
    expect(error.message).toMatch(/^Edit 2: /);
  });

  test("changes nothing if it is empty", () => {
    expect(applyEdits("text", [])).toEqual({ text: "text", changed: [] });
  });
});

const PAGE = "# Guide\n\nIntro.\n\n## Install\n\nOld text.\n\n### From source\n\nBuild.\n\n## Use\n\nRun.\n";

describe("a section", () => {
  test("is replaced below its heading, including deeper headings", () => {
    expect(edited(PAGE, { section: "Install", newText: "\nNew text.\n\n" })).toBe(
      "# Guide\n\nIntro.\n\n## Install\n\nNew text.\n\n## Use\n\nRun.\n",
    );
    expect(edited(PAGE, { section: "## use", newText: "Stop." })).toBe(
      "# Guide\n\nIntro.\n\n## Install\n\nOld text.\n\n### From source\n\nBuild.\n\n## Use\n\nStop.\n",
    );
  });

  test("does not get its heading twice if the new text starts with it", () => {
    expect(edited(PAGE, { section: "Use", newText: "## Use\n\nStop." })).toBe(PAGE.replace("Run.", "Stop."));
    expect(edited(PAGE, { section: "#from-source", newText: "### from **source**\nx" })).toBe(
      PAGE.replace("### From source\n\nBuild.", "### from **source**\nx"),
    );
  });

  test("is emptied by an empty text", () => {
    expect(edited(PAGE, { section: "Install", newText: "" })).toBe(
      "# Guide\n\nIntro.\n\n## Install\n\n## Use\n\nRun.\n",
    );
    expect(edited(PAGE, { section: "Use", newText: "" })).toBe(PAGE.replace("## Use\n\nRun.\n", "## Use\n"));
  });

  test("gets text before and after its body", () => {
    expect(edited(PAGE, { section: "Install", position: "prepend", newText: "First." })).toBe(
      PAGE.replace("Old text.", "First.\n\nOld text."),
    );
    expect(edited(PAGE, { section: "Install", position: "append", newText: "### Last\n\nText.\n" })).toBe(
      PAGE.replace("Build.", "Build.\n\n### Last\n\nText."),
    );
    expect(edited(PAGE, { section: "Use", position: "insert_after", newText: "## Stop\n\nStop." })).toBe(
      `${PAGE}\n## Stop\n\nStop.\n`,
    );
  });

  test("continues its list or table when text is appended", () => {
    expect(edited("# A\n\n* one\n* two\n", { section: "A", position: "append", newText: "* three" })).toBe(
      "# A\n\n* one\n* two\n* three\n",
    );
    expect(edited("# A\n\n| a |\n| - |\n\n# B\n", { section: "A", position: "append", newText: "| b |\n" })).toBe(
      "# A\n\n| a |\n| - |\n| b |\n\n# B\n",
    );
    expect(edited("# A\n\n* one\n", { section: "A", position: "insert_after", newText: "* three" })).toBe(
      "# A\n\n* one\n\n* three\n",
    );
  });

  test("is deleted with its heading", () => {
    expect(edited(PAGE, { section: "Install", position: "delete" })).toBe("# Guide\n\nIntro.\n\n## Use\n\nRun.\n");
  });

  test("gets a body with blank lines around it if it had none", () => {
    expect(edited("# A\n## B\n", { section: "A > B", newText: "b" })).toBe("# A\n## B\n\nb\n");
    expect(edited("## A\n## B\n", { section: "A", newText: "a" })).toBe("## A\n\na\n\n## B\n");
    expect(edited("## A", { section: "A", position: "append", newText: "a" })).toBe("## A\n\na");
    expect(edited("{% step %}\n## A\n{% endstep %}\n", { section: "A", position: "prepend", newText: "a" })).toBe(
      "{% step %}\n## A\n\na\n{% endstep %}\n",
    );
  });

  test("is separated from the next heading by a blank line after an edit", () => {
    expect(edited("## A\nold\n## B\n", { section: "A", newText: "<div>x</div>" })).toBe("## A\n<div>x</div>\n\n## B\n");
  });

  test("never reaches past the closing tag when it is inside a tag", () => {
    const page =
      "{% tabs %}\n{% tab %}\n### A\n\nold\n{% endtab %}\n{% tab %}\n### B\n\nold {% endtab %}\n{% endtabs %}\n";
    expect(edited(page, { section: "A", newText: "new" }, { section: "B", newText: "new" })).toBe(
      "{% tabs %}\n{% tab %}\n### A\n\nnew\n{% endtab %}\n{% tab %}\n### B\n\nnew\n{% endtab %}\n{% endtabs %}\n",
    );
    expect(edited(page, { section: "A", position: "delete" })).toContain("{% tab %}\n{% endtab %}");
  });

  test("gets CRLF on a page with CRLF", () => {
    expect(edited("# A\r\n\r\nold\r\n", { section: "A", position: "append", newText: "x\ny" })).toBe(
      "# A\r\n\r\nold\r\n\r\nx\r\ny\r\n",
    );
  });

  test("is the text before the first heading if the address is empty", () => {
    expect(edited("---\na: b\n---\nLead.\n\n# A\n", { section: "", newText: "New lead." })).toBe(
      "---\na: b\n---\nNew lead.\n\n# A\n",
    );
    expect(failure("# A\n", { section: "", newText: "x" }).message).toContain(
      "There is no text before the first heading.",
    );
  });

  test("is rejected with the closest headings if it is missing", () => {
    const { reason, message } = failure(PAGE, { section: "Instal", newText: "x" });
    expect(reason).toBe("not_found");
    expect(message).toBe(
      [
        'Edit 1: There is no section "Instal". The closest headings are:',
        "- line 5: Guide > Install (#install)",
        "- line 1: Guide (#guide)",
        "- line 9: Guide > Install > From source (#from-source)",
        "- line 13: Guide > Use (#use)",
        "Nothing was changed.",
      ].join("\n"),
    );
    expect(failure("text", { section: "A", newText: "x" }).message).toContain("The page has no headings;");
  });

  test("is rejected with both places, and how to distinguish them, if it occurs twice", () => {
    const { reason, message } = failure("# A\n## X\n# B\n## X\n", { section: "X", newText: "x" });
    expect(reason).toBe("ambiguous");
    expect(message).toBe(
      [
        'Edit 1: 2 sections are called "X":',
        "- line 2: A > X (#x)",
        "- line 4: B > X (#x-1)",
        "Use `#anchor`, or a path such as `Parent > Title`.",
        "Nothing was changed.",
      ].join("\n"),
    );
  });

  test("is rejected with an edit without text or without a change", () => {
    expect(failure(PAGE, { section: "Use", position: "append", newText: " \n" }).reason).toBe("empty");
    expect(failure(PAGE, { section: "Use" }).reason).toBe("empty");
    expect(failure(PAGE, { section: "Use", newText: "Run." }).reason).toBe("no_change");
  });
});

describe("an edit of any page", () => {
  test("keeps every byte outside the passage", () => {
    fc.assert(
      fc.property(markdownPage(), fc.nat(), fc.nat(), fc.string(), (page, from, length, newText) => {
        fc.pre(page.length > 0);
        const start = from % page.length;
        const oldText = page.slice(start, start + 1 + (length % 40));
        fc.pre(page.indexOf(oldText) === page.lastIndexOf(oldText) && oldText !== newText);
        fc.pre(!/[\r\n]/.test(newText) && !oldText.startsWith("\n") && !oldText.endsWith("\r"));
        expect(edited(page, { oldText, newText })).toBe(
          page.slice(0, start) + newText + page.slice(start + oldText.length),
        );
      }),
    );
  });

  test("keeps every byte outside the section, and all other headings", () => {
    const position = fc.constantFrom(
      "replace" as const,
      "prepend" as const,
      "append" as const,
      "insert_after" as const,
    );
    fc.assert(
      fc.property(markdownPage(), fc.nat(), position, (page, pick, where) => {
        const sections = listSections(page);
        const section = sections[pick % sections.length];
        fc.pre(section !== undefined && section.level > 0);
        if (!section) return;
        const twins = sections.filter(({ anchor }) => anchor === section.anchor);
        fc.pre(twins.length === 1);
        const result = edited(page, { section: `#${section.anchor}`, position: where, newText: "Fresh text, once." });
        expect(result.startsWith(page.slice(0, section.bodyStart))).toBe(true);
        expect(result.endsWith(page.slice(section.end))).toBe(true);
        expect(result.split("Fresh text, once.").length).toBe(2);
        const outside = sections.filter(
          ({ start, end }) => start < section.start || start >= section.end || end === start,
        );
        const after = listSections(result).map(({ title }) => title);
        for (const { title } of outside) expect(after).toContain(title);
        if (where === "replace") expect(after.length).toBe(outside.length + 1);
      }),
    );
  });

  test("gives the page back when it is undone", () => {
    fc.assert(
      fc.property(markdownPage(), (page) => {
        fc.pre(page.includes("Plain words") && page.indexOf("Plain words") === page.lastIndexOf("Plain words"));
        const there = edited(page, { oldText: "Plain words", newText: "Other, stranger words" });
        expect(edited(there, { oldText: "Other, stranger words", newText: "Plain words" })).toBe(page);
      }),
    );
  });
});

test("searches half a megabyte of repetition in linear time", { tags: ["long"] }, () => {
  const page = "a".repeat(500_000);
  expect(failure(page, { oldText: `b${"a".repeat(250_000)}`, newText: "x" }).reason).toBe("not_found");
  expect(failure(page, { oldText: `${"a".repeat(250_000)}b`, newText: "x" }).reason).toBe("not_found");
  expect(failure(page, { oldText: "a".repeat(250_000), newText: "x" }).message).toContain("occurs 250001 times");
  expect(applyEdits(page, [{ oldText: "a", newText: "b", all: true }]).changed[0]?.replacements).toBe(500_000);
  expect(
    failure("word other\n".repeat(40_000), { oldText: "word\n".repeat(40_000), newText: "x" }).message.length,
  ).toBeLessThan(2_000);
});
