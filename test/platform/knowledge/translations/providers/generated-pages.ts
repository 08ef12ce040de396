import fc from "fast-check";

const word = fc.constantFrom(
  ..."open the guide and wait for tea release notes naïve größe 文档 안내 ملف Cafe".split(" "),
  "AT&T",
  "5 < 6",
  "snake_case",
  "it's",
  '"quoted"',
);
const plain = fc.array(word, { minLength: 1, maxLength: 5 }).map((words) => words.join(" "));
const held = fc.constantFrom(
  "`npm run x`",
  "``a ` b``",
  "<https://example.com/a_b>",
  "https://example.com/?a=b&c=d",
  ":rocket:",
  "&nbsp;",
  "&amp;",
  "\\*",
  "$$a_1 + b$$",
  '<code class="expression">space.vars.x</code>',
  "<!-- note -->",
  "<br>",
  "![a cat](cat.png)",
);
const { inline } = fc.letrec<{ inline: string; piece: string; wrapped: string }>((tie) => ({
  inline: fc.array(tie("piece"), { minLength: 1, maxLength: 4 }).map((pieces) => pieces.join(" ")),
  piece: fc.oneof({ depthSize: "small", withCrossShrink: true }, plain, held, tie("wrapped")),
  wrapped: fc.oneof(
    plain.map((text) => `**${text}**`),
    plain.map((text) => `*${text}*`),
    plain.map((text) => `~~${text}~~`),
    plain.map((text) => `***${text}***`),
    fc.tuple(plain, plain).map(([one, two]) => `**${one} *${two}* end**`),
    plain.map((text) => `[${text}](guide.md#first "A title")`),
    plain.map((text) => `[**${text}** more](guide.md)`),
    plain.map((text) => `**[${text}](a_(b).md)**`),
    plain.map((text) => `<b>${text}</b>`),
    plain.map((text) => `<mark style="color:red;">**${text}**</mark>`),
    tie("inline").map((text) => `<span>${text}</span>`),
  ),
}));
const attribute = plain.map((text) => text.replaceAll('"', "").replaceAll("<", ""));
const cell = inline.map((text) => text.replaceAll("|", "").replaceAll("\n", " "));

const block = fc.oneof(
  inline,
  fc.tuple(inline, inline).map(([one, two]) => `${one}\n${two}`),
  fc.tuple(fc.integer({ min: 2, max: 4 }), plain).map(([level, text]) => `${"#".repeat(level)} ${text}`),
  fc.array(inline, { minLength: 1, maxLength: 3 }).map((items) => items.map((item) => `* ${item}`).join("\n")),
  fc.tuple(inline, inline).map(([one, two]) => `1. ${one}\n   * [ ] ${two}`),
  fc.tuple(inline, inline).map(([one, two]) => `> ${one}\n>\n> * ${two}`),
  fc.tuple(cell, cell, cell).map(([one, two, three]) => `| ${one} | B |\n| --- | :-: |\n| ${two} | ${three} |`),
  inline.map((text) => `{% hint style="info" %}\n${text}\n{% endhint %}`),
  fc
    .tuple(attribute, inline)
    .map(([title, text]) => `{% tabs %}\n{% tab title="${title}" %}\n${text}\n{% endtab %}\n{% endtabs %}`),
  fc
    .tuple(plain, inline)
    .map(([title, text]) => `{% stepper %}\n{% step %}\n### ${title}\n\n${text}\n{% endstep %}\n{% endstepper %}`),
  fc.constant('{% code title="main.ts" %}\n```ts\n// a comment\nconst x = "⟦1⟧";\n```\n{% endcode %}'),
  fc
    .tuple(attribute, plain)
    .map(
      ([alt, caption]) => `<figure><img src="a.png" alt="${alt}"><figcaption><p>${caption}</p></figcaption></figure>`,
    ),
  fc.tuple(plain, inline).map(([title, text]) => `<details><summary>${title}</summary>\n\n${text}\n\n</details>`),
  fc.constant('{% content-ref url="guide.md" %}\n[guide.md](guide.md)\n{% endcontent-ref %}'),
);

/** Pages of what there is: running text with marks, lists, tables, blocks, HTML, code and front matter. */
export const generatedPage = fc
  .tuple(plain, fc.boolean(), fc.array(block, { minLength: 1, maxLength: 6 }), fc.boolean())
  .map(([title, front, blocks, windows]) => {
    const head = front ? `---\nicon: star\nlayout:\n  width: wide\n---\n\n` : "";
    const text = `${head}# ${title}\n\n${blocks.join("\n\n")}\n`;
    return windows ? text.replaceAll("\n", "\r\n") : text;
  });
