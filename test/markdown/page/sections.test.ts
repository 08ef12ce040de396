import fc from "fast-check";
import { expect, test } from "vitest";
import { findBodyStart } from "../../../src/markdown/grammar/front-matter.ts";
import { findSection, listSections, type Section } from "../../../src/markdown/page/sections.ts";
import { markdownPage } from "../markdown-page.ts";

const PAGE = `---
title: T
---
Lead.

# Guide

Intro.

## Install

Before.

### From source

Build it.

### From package

Get it.

## Use

{% tabs %}
{% tab title="macOS" %}
Open it.

### First run

Click.
{% endtab %}
{% endtabs %}

After the tabs.

# Reference
`;

function named(sections: readonly Section[]): string[] {
  return sections.map(({ path }) => path.join(" > "));
}

function find(page: string, address: string): string | { missing: string[] } | { ambiguous: string[] } {
  const result = findSection(page, address);
  if ("found" in result) return result.found.path.join(" > ");
  return "missing" in result ? { missing: named(result.candidates) } : { ambiguous: named(result.ambiguous) };
}

test("a section has a path and a line, and ends where the next heading of its level starts", () => {
  const sections = listSections(PAGE);
  expect(named(sections)).toEqual([
    "",
    "Guide",
    "Guide > Install",
    "Guide > Install > From source",
    "Guide > Install > From package",
    "Guide > Use",
    "Guide > Use > First run",
    "Reference",
  ]);
  expect(sections.map(({ level, line }) => [level, line])).toEqual([
    [0, 4],
    [1, 6],
    [2, 10],
    [3, 14],
    [3, 18],
    [2, 22],
    [3, 28],
    [1, 36],
  ]);
  const install = sections[2];
  expect(PAGE.slice(install?.start, install?.end)).toBe(
    "## Install\n\nBefore.\n\n### From source\n\nBuild it.\n\n### From package\n\nGet it.\n\n",
  );
  expect(PAGE.slice(install?.bodyStart, install?.ownEnd)).toBe("\nBefore.\n\n");
  expect(PAGE.slice(sections[0]?.start, sections[0]?.end)).toBe("Lead.\n\n");
});

test("a section inside a tag ends before the closing tag, and the text after the tag belongs to the parent", () => {
  const sections = listSections(PAGE);
  const inTab = sections[6];
  const around = sections[5];
  expect(PAGE.slice(inTab?.start, inTab?.end)).toBe("### First run\n\nClick.\n");
  expect(around?.own.map(({ start, end }) => PAGE.slice(start, end))).toEqual([
    '\n{% tabs %}\n{% tab title="macOS" %}\nOpen it.\n\n',
    "{% endtab %}\n{% endtabs %}\n\nAfter the tabs.\n\n",
  ]);
});

test("a higher heading inside a tag does not end the section around the tag", () => {
  const page = "## A\n{% step %}\n# Big\n{% endstep %}\nrest\n## B\n";
  expect(named(listSections(page))).toEqual(["A", "A > Big", "B"]);
  expect(page.slice(0, listSections(page)[0]?.end)).toBe("## A\n{% step %}\n# Big\n{% endstep %}\nrest\n");
});

test("text before the first heading counts only if there is some", () => {
  expect(named(listSections("\n\n# A\n"))).toEqual(["A"]);
  expect(listSections("")).toEqual([]);
  expect(listSections("---\na: b\n---\n\n")).toEqual([]);
  expect(listSections("Text")).toEqual([
    {
      title: "",
      level: 0,
      anchor: "",
      path: [],
      line: 1,
      start: 0,
      bodyStart: 0,
      end: 4,
      ownEnd: 4,
      own: [{ start: 0, end: 4 }],
    },
  ]);
});

test("own ranges and headings cover every page exactly once", () => {
  fc.assert(
    fc.property(markdownPage(), (page) => {
      const sections = listSections(page);
      const ranges = sections
        .flatMap(({ start, bodyStart, own }) => [{ start, end: bodyStart }, ...own])
        .filter(({ start, end }) => end > start)
        .sort((one, other) => one.start - other.start);
      let position = sections[0]?.start ?? page.length;
      expect(page.slice(findBodyStart(page), position).trim()).toBe("");
      for (const { start, end } of ranges) {
        expect(start).toBe(position);
        position = end;
      }
      expect(position).toBe(page.length);
    }),
  );
});

test("sections nest and never overlap partly", () => {
  fc.assert(
    fc.property(markdownPage(), (page) => {
      const open: Section[] = [];
      for (const section of listSections(page)) {
        expect(section.bodyStart).toBeLessThanOrEqual(section.ownEnd);
        expect(section.ownEnd).toBeLessThanOrEqual(section.end);
        while ((open.at(-1)?.end ?? page.length) <= section.start && open.length > 0) open.pop();
        expect(section.end).toBeLessThanOrEqual(open.at(-1)?.end ?? page.length);
        open.push(section);
      }
    }),
  );
});

test("an address is an anchor, a path, or a title with marks and in any case and spacing", () => {
  expect(find(PAGE, "Install")).toBe("Guide > Install");
  expect(find(PAGE, "  ##  INSTALL ")).toBe("Guide > Install");
  expect(find(PAGE, "##Install")).toBe("Guide > Install");
  expect(find(PAGE, "from   **Source**")).toBe("Guide > Install > From source");
  expect(find(PAGE, "#from-source")).toBe("Guide > Install > From source");
  expect(find(PAGE, "Install > From source")).toBe("Guide > Install > From source");
  expect(find(PAGE, "# Guide > ## Install > ### From package")).toBe("Guide > Install > From package");
  expect(find(PAGE, "")).toBe("");
});

test("a title of only marks, which is no anchor, is still found", () => {
  expect(find(PAGE, "#Reference")).toBe("Reference");
  expect(find("## C#\n", "C#")).toBe("C#");
});

test("typographic quotes and dashes in an address match plain ones", () => {
  expect(find("# Don't – stop\n", "Don’t - stop")).toBe("Don't – stop");
});

test("a title that contains > is found as written", () => {
  expect(find("# File > Open\n", "File > Open")).toBe("File > Open");
});

test("a title that occurs twice is ambiguous unless the path, the level, the case or the anchor distinguishes them", () => {
  const page = "# API\n## Errors\n# CLI\n## Errors\n### errors\n";
  expect(find(page, "Errors")).toEqual({ ambiguous: ["API > Errors", "CLI > Errors"] });
  expect(find(page, "ERRORS")).toEqual({ ambiguous: ["API > Errors", "CLI > Errors", "CLI > Errors > errors"] });
  expect(find(page, "CLI > Errors")).toBe("CLI > Errors");
  expect(find(page, "errors")).toBe("CLI > Errors > errors");
  expect(find(page, "### Errors")).toBe("CLI > Errors > errors");
  expect(find(page, "#errors-1")).toBe("CLI > Errors");
});

test("a missing section is reported with the closest titles, at most five", () => {
  expect(find(PAGE, "Installation from sources")).toEqual({
    missing: [
      "Guide > Install > From source",
      "Guide > Install > From package",
      "Guide > Install",
      "Guide",
      "Guide > Use",
    ],
  });
  expect(find("Only text.\n", "X")).toEqual({ missing: [] });
});

test("forty thousand nested tags are listed with paths of bounded length", { tags: ["long"] }, () => {
  const sections = listSections("{% a %}\n# x\n".repeat(40_000) + "{% enda %}\n".repeat(40_000));
  expect(sections.length).toBe(40_001);
  expect(sections.at(-1)?.path.length).toBe(32);
});
