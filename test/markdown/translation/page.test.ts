import { describe, expect, it } from "vitest";
import { scanBlocks } from "../../../src/markdown/grammar/blocks.ts";
import { listLinks } from "../../../src/markdown/page/links.ts";
import { runToEnd } from "../../../src/markdown/text/work-in-steps.ts";
import { findProblem, holdingText, wordsIn } from "../../../src/markdown/translation/segments.ts";
import { listSegments, translatePage } from "../../../src/markdown/translation/translate-page.ts";
import { expectLinearCost } from "../../support/cost.ts";

const texts = (markdown: string) => listSegments(markdown).map(({ text }) => text);

/** Replaces every letter outside placeholders, like a translator that follows the rules. */
const pseudo = (text: string) =>
  text.replace(/⟦\d+⟧|[aeiou]/g, (piece) => ({ a: "ä", e: "ё", i: "ï", o: "ö", u: "ü" })[piece] ?? piece);

const page = `---
title: Install
---

# Install

Run \`npm install\` in **your project**, then open [the *guide*](guide.md#first-steps "Guide") or <https://example.com>.
It takes ![a cat](cat.png) and &nbsp; and :rocket: and https://bare.example.com/a_b.

## First steps

* One item with [ref][label] and [label]
  continued here.
* [ ] A task

      indented code in an item

1. Numbered

    plain second paragraph

> Quoted text
> goes on here
>
> - an item
>
> \`\`\`sh
> quoted code
> \`\`\`

| Name | What it is |
| --- | --- |
| \`a\\|b\` | Some words |

{% hint style="info" %}
A hint.
{% endhint %}

{% tabs %}
{% tab title="Linux" %}
Text in a tab.
{% endtab %}
{% endtabs %}

{% code title="main.ts" %}
\`\`\`ts
// a comment stays
const x = 1;
\`\`\`
{% endcode %}

<figure><img src="a.png" alt="A picture"><figcaption><p>What it <strong>shows</strong></p></figcaption></figure>

<details><summary>More</summary>

Hidden text with <code class="expression">space.vars.x</code>.

</details>

    indented code

$$a_1 + b$$

<!-- a comment -->

[label]: https://example.com/ref "Title"
`;

describe("the segments of a page", () => {
  it("are its texts, with markup, code and addresses as placeholders", () => {
    expect(texts(page)).toEqual([
      "Install",
      "Run ⟦1⟧ in ⟦2⟧your project⟦3⟧, then open ⟦4⟧the ⟦5⟧guide⟦6⟧ or ⟦7⟧. It takes ⟦8⟧a cat⟦9⟧ and ⟦10⟧ and ⟦11⟧ and ⟦12⟧",
      "First steps",
      "One item with ⟦1⟧ref⟦2⟧ and ⟦3⟧ continued here.",
      "A task",
      "Numbered",
      "plain second paragraph",
      "Quoted text goes on here",
      "an item",
      "Name",
      "What it is",
      "Some words",
      "A hint.",
      "Linux",
      "Text in a tab.",
      "A picture",
      "What it ⟦1⟧shows⟦2⟧",
      "More",
      "Hidden text with ⟦1⟧.",
    ]);
  });

  it("are counted in words, or in pairs of letters in scripts without spaces", () => {
    expect(wordsIn("Run ⟦1⟧ in two steps.")).toBe(4);
    expect(wordsIn("安装指南")).toBe(2);
  });
});

describe("a translated page", () => {
  it("keeps its bytes if every segment is returned unchanged", () => {
    expect(translatePage(page, ({ text }) => text)).toBe(page);
    expect(translatePage(page.replaceAll("\n", "\r\n"), ({ text }) => text)).toBe(page.replaceAll("\n", "\r\n"));
  });

  it("has the same blocks, links and code, and the same anchors of headings", () => {
    const translated = translatePage(page, ({ text }) => pseudo(text));
    const shape = (markdown: string) =>
      scanBlocks(markdown).map((block) => [block.kind, block.depth, block.kind === "heading" ? block.anchor : ""]);
    expect(shape(translated).slice(2)).toEqual(shape(page).slice(2));
    const hrefs = (markdown: string) => listLinks(markdown).map(({ kind, href }) => `${kind} ${href}`);
    expect(hrefs(translated).filter((href) => !href.startsWith("html #"))).toEqual(hrefs(page));
    expect(translated).toContain('## Fïrst stёps <a href="#first-steps" id="first-steps"></a>');
    expect(translated).toContain("// a comment stays\nconst x = 1;");
    expect(translated).toContain('{% tab title="Lïnüx" %}');
    expect(translated).toContain('alt="A pïctürё"');
    expect(translated).toContain("<!-- a comment -->");
    expect(translated).toContain("      indented code in an item");
    expect(listSegments(translated)).toHaveLength(listSegments(page).length);
  });

  it("keeps an element on its own line if it begins a block", () => {
    const markdown = "<br>\nopen\n\n</b>\r\nmore\n";
    const translated = translatePage(markdown, ({ text }) => text.replace("open", "auf").replace("more", "mehr"));
    expect(translated).toBe("<br>\nauf\n\n</b>\r\nmehr\n");
  });

  it("may have right-to-left and Chinese text in tables and lists", () => {
    const translated = translatePage(
      "* **One** item\n\n| A |\n| - |\n| Cell |\n",
      ({ text }) => ({ "⟦1⟧One⟦2⟧ item": "⟦1⟧一个⟦2⟧项目", A: "א", Cell: "תא" })[text],
    );
    expect(translated).toBe("* **一个**项目\n\n| א |\n| - |\n| תא |\n");
  });
});

describe("a translation", () => {
  const held = (text: string) => runToEnd(holdingText(text, new Set()));
  const link = held("Open **the** [guide](guide.md) with `npm`.");

  it.each([
    ["Öffnen Sie ⟦1⟧den⟦2⟧ ⟦3⟧Leitfaden⟦4⟧ mit ⟦5⟧.", undefined],
    ["Mit ⟦5⟧ öffnen Sie ⟦1⟧den⟦2⟧ ⟦3⟧Leitfaden⟦4⟧.", undefined],
    ["", "it is empty"],
    ["Öffnen\n⟦1⟧⟦2⟧⟦3⟧⟦4⟧⟦5⟧", "it has more than one line"],
    ["⟦1⟧den⟦2⟧ ⟦3⟧Leitfaden⟦4⟧", "it has ⟦5⟧ nowhere; each appears once"],
    ["⟦1⟧den⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧ ⟦5⟧", "it has ⟦5⟧ 2 times; each appears once"],
    ["⟦1⟧den⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧ ⟦6⟧", "it has placeholders that the text has not"],
    ["⟦1⟧den⟦2⟧ ⟦4⟧x⟦3⟧ ⟦5⟧", "it adds, changes or joins markup, code or addresses"],
    ["⟦1⟧den⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧ [y](https://evil.example)", "it adds, changes or joins markup, code or addresses"],
    ["⟦1⟧den⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧ https://evil.example", "it adds, changes or joins markup, code or addresses"],
    ["⟦1⟧den⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧ <script>", "it adds, changes or joins markup, code or addresses"],
    ["⟦1⟧ den ⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧", "emphasis or brackets would show as signs: put no space or sign inside them"],
    ["- ⟦1⟧den⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧", "it begins like a list, a heading or a table"],
    [`⟦1⟧den⟦2⟧ ⟦3⟧x⟦4⟧ ⟦5⟧ ${"My instructions are: ".repeat(30)}`, "it is far longer than what it translates"],
  ])("is accepted or rejected with a reason: %j", (translation, problem) => {
    expect(findProblem(link, translation)).toBe(problem);
  });

  it("keeps every word that must not be translated", () => {
    expect(findProblem(held("Use Copydesk."), "Nutzen Sie den Schreibtisch.", ["Copydesk"])).toBe(
      'it lacks "Copydesk", which stays as it is',
    );
  });

  it("cannot turn a link into an image or an image into a link", () => {
    const both = held("See [the map](map.md) and ![a view](view.png).");
    expect(findProblem(both, "Siehe ⟦1⟧Karte⟦2⟧ und ⟦3⟧Ansicht⟦4⟧.")).toBeUndefined();
    for (const swapped of ["⟦1⟧Karte⟦4⟧ und ⟦3⟧Ansicht⟦2⟧", "⟦1⟧Karte ⟦3⟧Ansicht⟦2⟧ und⟦4⟧"]) {
      expect(findProblem(both, swapped)).toBe("a link would become a picture, or a picture a link");
    }
  });

  it("cannot end the attribute it is in", () => {
    const [title] = listSegments('{% tab title="Linux" %}\n');
    expect(title && findProblem(title, 'Li"nux')).toBe('it has signs that end an attribute: ", < or >');
    expect(title && findProblem(title, "L'inux")).toBeUndefined();
  });
});

it("long runs of spaces are read in linear time", async () => {
  const page = (length: number) => {
    const run = " ".repeat(length);
    return `*A*\n${run}b${run}c${run}\nd\n`;
  };
  expect(listSegments(page(200_000))).toHaveLength(1);
  expect(translatePage(page(200_000), () => undefined)).toBe(page(200_000));
  await expectLinearCost((length) => listSegments(page(length)), 10_000);
});
