import { describe, expect, it } from "vitest";
import { markdownFromDocument } from "../../src/markdown/document/printing/to-markdown.ts";
import { documentFromMarkdown } from "../../src/markdown/document/reading/from-markdown.ts";
import { type Description, readDescription } from "./description.ts";
import type { Schema } from "./schema-reading.ts";
import { Validator } from "./validator.ts";

const newest = readDescription("0.202.0");

const validator = new Validator(newest);

const older = new Validator(readDescription("0.146.0"));

/** Each block and inline type that a page can be written with. */
const markdown: Readonly<Record<string, string>> = {
  headings: '# One\n\n## Two\n\n### Three\n\n#### Four\n\n<h2 align="center">Aligned</h2>\n',
  text: 'Some **bold**, *em*, `code`, ~~gone~~, <kbd>k</kbd>, <sup>u</sup>, <sub>d</sub>, <mark style="color:red;">red</mark>.\n',
  lists: "* a\n  * b\n\n1. one\n2. two\n\n- [x] done\n- [ ] open\n",
  "quotes and dividers": "> quoted\n\n***\n",
  code: '{% code title="a.js" overflow="wrap" lineNumbers="true" %}\n```js\na\n\nb\n```\n{% endcode %}\n',
  math: "$$\nx^2\n$$\n\nand $$y$$\n",
  hint: '{% hint style="warning" %}\nCareful.\n{% endhint %}\n',
  tabs: '{% tabs %}\n{% tab title="A" %}\na\n{% endtab %}\n{% endtabs %}\n',
  stepper: "{% stepper %}\n{% step %}\n### One\n{% endstep %}\n{% endstepper %}\n",
  columns: '{% columns %}\n{% column width="50%" %}\na\n{% endcolumn %}\n{% endcolumns %}\n',
  updates:
    '{% updates format="full" %}\n{% update date="2026-01-02T00:00:00.000Z" %}\nNew.\n{% endupdate %}\n{% endupdates %}\n',
  expandable: "<details>\n\n<summary>More</summary>\n\nHidden.\n\n</details>\n",
  prompt: '{% prompt description="Ask" %}\n```\nDo it.\n```\n{% endprompt %}\n',
  condition: "{% if space.vars.a %}\nyes\n{% endif %}\n",
  images:
    '<figure><img src="https://example.com/a.png" alt="A" width="100"><figcaption><p>Cap</p></figcaption></figure>\n',
  embeds:
    '{% embed url="https://example.com" %}\n\n{% content-ref url="https://example.com" %}\n[x](https://example.com)\n{% endcontent-ref %}\n',
  tables: "| a | b |\n| :-- | --: |\n| 1 | **2** |\n",
  cards:
    '<table data-view="cards"><thead><tr><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td>A</td><td><a href="https://example.com">x</a></td></tr></tbody></table>\n',
  openapi:
    '{% openapi-operation spec="api" path="/a" method="get" %}\n\n{% openapi-schemas spec="api" schemas="A,B" grouped="true" %}\n\n{% openapi-webhook spec="api" name="w" method="post" %}\n\n{% openapi src="https://example.com/a.yaml" path="/a" method="get" %}\n',
  includes: '{% include "/reusable-content/rc1" %}\n',
  "dark pictures":
    '<div data-full-width="false">\n\n<figure><picture><source srcset="dark one.png" media="(prefers-color-scheme: dark)"><img src="light one.png" alt="A"></picture><figcaption></figcaption></figure>\n\n</div>\n\nText <picture><source srcset="d.svg" media="(prefers-color-scheme: dark)"><img src="l.svg" alt="" data-size="line"></picture> on\n',
  "HTML code":
    '<pre class="language-yaml" data-title="a.yaml" data-overflow="wrap" data-line-numbers><code class="lang-yaml">a: 1\n<strong>b: &#x3C;2>\n</strong>\nc: 3\n</code></pre>\n',
  "expandables of other forms":
    "<details open>\n\n<summary>Open</summary>\n\nx\n\n</details>\n\n<details>\n\n<summary>Empty</summary>\n\n</details>\n\n<details><summary>One line</summary><p>x</p></details>\n",
  "HTML hint":
    '<div data-gb-custom-block data-tag="hint" data-style="success" class="hint hint-success"><p>One</p><p>Two <strong>b</strong></p></div>\n',
  buttons:
    '<button type="button" class="button secondary" data-action="ask" data-query="How?" data-icon="sparkles">Ask</button> <button type="button" class="button primary" data-action="search">Find</button> <a class="button">Nowhere</a>\n',
  "cards with headings":
    '<table data-card-size="large" data-card-wrap="false" data-column-title-hidden data-view="cards"><thead><tr><th></th><th valign="top"><select multiple><option value="o1" label="New" color="blue"></option></select></th><th data-hidden data-card-target data-type="content-ref"></th><th data-hidden data-card-cover data-type="image">Cover</th><th data-hidden data-card-cover-dark data-type="files"></th></tr></thead><tbody><tr><td><h4><i class="fa-leaf">:leaf:</i> Start</h4><p>Then <strong>go</strong></p><ul><li>a</li><li>b</li></ul></td><td valign="top"><span data-option="o1">New</span></td><td><a href="https://example.com">x</a></td><td data-object-fit="contain"><a href="a.png">a.png</a></td><td><a href="b.png">b.png</a></td></tr></tbody></table>\n',
  "other columns":
    '<table data-full-width="false" data-search="false"><thead><tr><th data-type="users" data-multiple></th><th data-type="rating" data-max="3"></th><th data-type="checkbox"></th></tr></thead><tbody><tr><td>u1</td><td>2</td><td>true</td></tr></tbody></table>\n',
  "values that are none":
    '{% hint style="tip" icon="Not An Icon" mood="calm" %}\nx\n{% endhint %}\n\n{% stepper kind="x" %}\n{% step %}\ny\n{% endstep %}\n{% endstepper %}\n\n{% file src="https://example.com/a.pdf" %}\n\n<mark style="color:#ff0000;">red</mark>\n',
  "what no block stands for": "<section>\nx\n</section>\n\n{% nope %}\n",
  integration: '{% @mermaid/diagram content="a" %}\n',
  inlines:
    'A :smile: <i class="fa-bolt">:bolt:</i> <code class="expression">space.vars.a</code> <a href="https://example.com" class="button primary">Go</a> ![i](https://example.com/i.png) [l](https://example.com)\n',
};

/** Pages with blocks where the published lists do not have them, although the editor allows them. */
const nested: Readonly<Record<string, string>> = {
  "a table in a step": "{% stepper %}\n{% step %}\n| a |\n| --- |\n| 1 |\n{% endstep %}\n{% endstepper %}\n",
  "steps in a tab":
    '{% tabs %}\n{% tab title="A" %}\n{% stepper %}\n{% step %}\nx\n{% endstep %}\n{% endstepper %}\n{% endtab %}\n{% endtabs %}\n',
  "tabs in a step":
    '{% stepper %}\n{% step %}\n{% tabs %}\n{% tab title="A" %}\nx\n{% endtab %}\n{% endtabs %}\n{% endstep %}\n{% endstepper %}\n',
  "a picture in a list item": '* a\n\n  <figure><img src="a.png" alt=""></figure>\n',
  "code in a hint": '{% hint style="info" %}\n```\nx\n```\n{% endhint %}\n',
};

/** What 0.146.0 does not have, or allows nowhere. */
const newer = new Set(["columns", "updates", "prompt", "condition", "expandables of other forms", "buttons"]);

/** The description with every block allowed in every block that contains blocks of more than one type. */
function withoutPlaces(description: Description): Description {
  const anyBlock: Schema = { $ref: "#/components/schemas/DocumentBlock" };
  const holders = ["Hint", "Quote", "ListItem", "TabsItem", "StepperStep", "Column", "Update"];
  const schemas = Object.entries(description.schemas).map(([name, schema]): [string, Schema] => {
    if (!holders.some((holder) => name === `DocumentBlock${holder}`)) return [name, schema];
    return [name, { ...schema, properties: { ...schema.properties, nodes: { type: "array", items: anyBlock } } }];
  });
  return { ...description, schemas: Object.fromEntries(schemas) };
}

/** Members that describe where a block was read, not its content. */
const isPlace = (member: string) => member === "source" || member === "key" || member === "meta";

describe("the document of a page", () => {
  it.each(Object.entries(markdown))("fits the published schema: %s", (_, text) => {
    expect(validator.valueProblems("JSONDocument", documentFromMarkdown(text))).toEqual([]);
  });

  it.each(Object.entries(markdown).filter(([name]) => !newer.has(name)))(
    "fits the older published schema: %s",
    (_, text) => {
      expect(older.valueProblems("JSONDocument", documentFromMarkdown(text))).toEqual([]);
    },
  );

  it.each(Object.entries(nested))("differs from the published schema in where blocks are: %s", (_, text) => {
    const placeless = new Validator(withoutPlaces(newest));
    expect(placeless.valueProblems("JSONDocument", documentFromMarkdown(text))).toEqual([]);
  });

  it.each(Object.entries({ ...markdown, ...nested }))(
    "is the same when it is printed without sources and read again: %s",
    (_, text) => {
      const { object, data, nodes } = documentFromMarkdown(text);
      const bare = JSON.parse(
        JSON.stringify({ object, data, nodes }, (key, value) => (isPlace(key) ? undefined : value)),
      );
      const again = documentFromMarkdown(markdownFromDocument(bare)).nodes;
      expect(JSON.parse(JSON.stringify(again, (key, value) => (isPlace(key) ? undefined : value)))).toEqual(bare.nodes);
    },
  );

  it.each(Object.entries({ ...markdown, ...nested }))("is printed as the same bytes: %s", (_, text) => {
    expect(markdownFromDocument(documentFromMarkdown(text))).toBe(text);
  });

  it.each(Object.entries(markdown).filter(([name]) => name !== "what no block stands for"))(
    "contains no text of tags: %s",
    (_, text) => {
      expect(JSON.stringify(documentFromMarkdown(text))).not.toContain('"verbatim"');
    },
  );
});
