import { expect, it } from "vitest";
import { listSegments } from "../../../src/markdown/translation/translate-page.ts";
import { expectLinearCost } from "../../support/cost.ts";

const roles = (markdown: string) => listSegments(markdown).map(({ text, role }) => [role ?? "text", text]);

it.each([
  [
    "# Set up\n\nRaise it.\n",
    [
      ["heading", "Set up"],
      ["text", "Raise it."],
    ],
  ],
  [
    "- First\n- [ ] Second\n\n2. Third\n",
    [
      ["list item", "First"],
      ["list item", "Second"],
      ["list item", "Third"],
    ],
  ],
  [
    "| Name | Use |\n| --- | --- |\n| Mast | Holds |\n",
    ["Name", "Use", "Mast", "Holds"].map((cell) => ["table cell", cell]),
  ],
  ["![A mast](mast.png)\n", [["alt text", "⟦1⟧A mast⟦2⟧"]]],
  ["See ![a mast](mast.png) here.\n", [["text", "See ⟦1⟧a mast⟦2⟧ here."]]],
  ['<a href="/start" class="button primary">Get started</a>\n', [["button", "⟦1⟧Get started⟦2⟧"]]],
  ['<a href="/start">Get started</a>\n', [["text", "⟦1⟧Get started⟦2⟧"]]],
  ["<button>Ask</button>\n", [["button", "⟦1⟧Ask⟦2⟧"]]],
  [
    '<figure><img src="m.png" alt="The mast"><figcaption>Raised</figcaption></figure>\n',
    [
      ["alt text", "The mast"],
      ["caption", "Raised"],
    ],
  ],
  [
    "<details><summary>More</summary>\n\nInside.\n\n</details>\n",
    [
      ["summary", "More"],
      ["text", "Inside."],
    ],
  ],
  ['{% tab title="Linux" %}\n', [["title", "Linux"]]],
  [
    "<table><tr><td><h4>Card</h4></td><td>Words</td></tr></table>\n",
    [
      ["heading", "Card"],
      ["table cell", "Words"],
    ],
  ],
])("the role of each text is found in %j", (markdown, expected) => {
  expect(roles(markdown)).toEqual(expected);
});

it("unclosed elements take linear time", { tags: ["long"] }, async () => {
  const page = (count: number) => `<div>\n${"<li>".repeat(count)}${"</td>".repeat(count)}\n</div>\n`;
  await expectLinearCost((count) => listSegments(page(count)), 5_000);
});
