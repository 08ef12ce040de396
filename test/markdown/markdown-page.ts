import fc from "fast-check";

const PIECES = [
  "# Title",
  "## Install",
  "## Install",
  "### From *source* {#src}",
  "Setext\n---",
  "Plain words, with **bold** and `code`.",
  'A [link](a.md "t") and ![image](<b c.png>) and <https://example.com/x>.',
  "[label]: ../target.md",
  "See [label] and [text][label].",
  "* one\n* two\n  * three",
  "1. first\n\n   ```sh\n   # no heading\n   ```",
  "| a | b |\n| - | - |\n| c | [d](e.md) |",
  "```js\n# fenced [no](link)\n```",
  "```\nnever closed",
  '{% hint style="info" %}\nInside.\n{% endhint %}',
  '{% tabs %}\n{% tab title="x" %}\n### In tab\n\nText.\n{% endtab %}\n{% endtabs %}',
  '{% content-ref url="page.md" %}\n[page](page.md)\n{% endcontent-ref %}',
  "{% step %}",
  "{% endstep %}",
  '<figure><img src="i.png" alt=""><figcaption>Caption</figcaption></figure>',
  "<details>\n\n<summary>S</summary>\n\n## Deep\n\n</details>",
  "<!-- a\n\n# comment -->",
  "    indented # code",
  "> quoted `tick",
  "日本語 “quotes” – dashes…",
  "***",
];

/** Pages made from the constructs of real ones, in any order, with any line ending. */
export function markdownPage(): fc.Arbitrary<string> {
  return fc
    .record({
      start: fc.constantFrom("", "\ufeff", "---\ntitle: T\n---\n"),
      pieces: fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }),
      gap: fc.constantFrom("\n", "\n\n", "\n\n\n"),
      end: fc.constantFrom("", "\n", "\n\n"),
      carriage: fc.boolean(),
    })
    .map(({ start, pieces, gap, end, carriage }) => {
      const page = start + pieces.join(gap) + end;
      return carriage ? page.replaceAll("\n", "\r\n") : page;
    });
}
