import { describe, expect, it } from "vitest";
import { documentFromMarkdown } from "../../src/text/document/from-markdown.ts";
import { readDescription } from "./description.ts";
import { Validator } from "./validator.ts";

const validator = new Validator(readDescription("0.202.0"));

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
  integration: '{% @mermaid/diagram content="a" %}\n',
  inlines:
    'A :smile: <i class="fa-bolt">:bolt:</i> <code class="expression">space.vars.a</code> <a href="https://example.com" class="button primary">Go</a> ![i](https://example.com/i.png) [l](https://example.com)\n',
};

describe("the document of a page", () => {
  it.each(Object.entries(markdown))("fits the published schema: %s", (_, text) => {
    expect(validator.valueProblems("JSONDocument", documentFromMarkdown(text))).toEqual([]);
  });
});
