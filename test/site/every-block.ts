/** Markdown of every type of block and inline, by name. */
export const everyBlock: Readonly<Record<string, string>> = {
  text: 'Plain, **bold**, *italic*, ~~struck~~, `code`, <kbd>Ctrl</kbd>, H<sub>2</sub>O and x<sup>2</sup>, a [link](https://example.com) and :wave:.\n\n<p align="center">In the middle</p>',
  colors:
    '<mark style="color:red;">red</mark> <mark style="background-color:yellow;">on yellow</mark> <mark style="color:green;background-color:purple;">both</mark> <mark style="color:$primary;">primary</mark> <mark style="color:$danger;background-color:$info;">danger</mark>',
  headings: "# First\n\n## Second\n\n### Third\n\n#### Fourth\n\n## Second",
  lists: "* one\n* two\n  1. first\n  2. second\n\n- [x] done\n- [ ] to do",
  quote: "> Words of somebody\n>\n> and more",
  divider: "Above\n\n***\n\nBelow",
  hints:
    '{% hint style="info" %}\nA note with a [link](https://example.com).\n{% endhint %}\n\n{% hint style="success" %}\nFine\n{% endhint %}\n\n{% hint style="warning" %}\nCare\n{% endhint %}\n\n{% hint style="danger" %}\nStop\n{% endhint %}',
  code: '{% code title="greet.js" lineNumbers="true" %}\n```javascript\n// A comment\nexport function greet(name) {\n  return "Hello, " + name;\n}\n```\n{% endcode %}\n\n```bash\nnpm install --global copydesk # comment\n```\n\n```yaml\nname: value\nlist: [1, true, "text"]\n```\n\n```html\n<p class="x">text</p>\n```\n\n```unknown-language\nplain <text>\n```',
  expandableCode:
    '{% code expandable="true" collapsedLineCount="2" %}\n```js\none();\ntwo();\nthree();\nfour();\n```\n{% endcode %}',
  math: "$$\n\\frac{a}{b} + \\sqrt{x}\n$$\n\nInline $$a^2$$ too.",
  expandable: "<details>\n\n<summary>More about it</summary>\n\nHidden at first\n\n</details>",
  tabs: '{% tabs %}\n{% tab title="npm" %}\nInstall with npm\n{% endtab %}\n\n{% tab title="pnpm" %}\nInstall with pnpm\n{% endtab %}\n{% endtabs %}\n\n{% tabs %}\n{% tab title="npm" %}\nRun with npm\n{% endtab %}\n{% endtabs %}',
  stepper:
    "{% stepper %}\n{% step %}\n### Begin\n\nWith this\n{% endstep %}\n\n{% step %}\n### End\n\nWith that\n{% endstep %}\n{% endstepper %}",
  columns:
    '{% columns %}\n{% column width="33%" %}\nLeft\n{% endcolumn %}\n\n{% column %}\nRight\n{% endcolumn %}\n{% endcolumns %}',
  table: "| Name | Count |\n| --- | ---: |\n| one | 1 |\n| **two** | 2 |",
  typedTable:
    '<table><thead><tr><th>Name</th><th data-type="checkbox">Done</th><th data-type="rating" data-max="5">Stars</th><th data-type="number">Count</th></tr></thead><tbody><tr><td>one</td><td>true</td><td>3</td><td>7</td></tr></tbody></table>',
  cards:
    '<table data-view="cards"><thead><tr><th></th><th></th><th data-hidden data-card-target data-type="content-ref"></th></tr></thead><tbody><tr><td><h4>First card</h4></td><td>About it</td><td><a href="other.md">other.md</a></td></tr><tr><td><strong>Second card</strong></td><td>More</td><td><a href="https://example.com">x</a></td></tr></tbody></table>',
  image:
    '<figure><picture><source srcset=".gitbook/assets/dark.svg" media="(prefers-color-scheme: dark)"><img src=".gitbook/assets/light.svg" alt="A square" width="40"></picture><figcaption><p>A caption</p></figcaption></figure>\n\nIn a line <img src=".gitbook/assets/light.svg" alt="A square" data-size="line"> of text',
  file: '{% file src=".gitbook/assets/light.svg" %}\nA file to load\n{% endfile %}',
  embed: '{% embed url="https://www.youtube.com/watch?v=abc" %}\nA film\n{% endembed %}',
  contentRef: '{% content-ref url="other.md" %}\n[other.md](other.md)\n{% endcontent-ref %}',
  buttons:
    '<a href="https://example.com" class="button primary">Start</a> <a href="other.md" class="button secondary">Read</a> <button type="button" class="button primary" data-action="search" data-query="words">Search</button>',
  updates:
    '{% updates format="full" %}\n{% update date="2026-03-01" tags="added" %}\n## Something new\n\nIt does more\n{% endupdate %}\n\n{% update date="2026-02-01" %}\n## Something old\n{% endupdate %}\n{% endupdates %}',
  prompt: '{% prompt description="Ask an assistant" %}\nWrite a page about it.\n{% endprompt %}',
  openapi:
    '{% openapi-operation spec="petstore" path="/pets" method="get" %}\n[petstore](https://example.com/petstore.yaml)\n{% endopenapi-operation %}\n\n{% openapi-schemas spec="petstore" schemas="Pet,Dog" %}\n[petstore](https://example.com/petstore.yaml)\n{% endopenapi-schemas %}',
  drawing: '<figure><img src=".gitbook/assets/light.svg" alt="" class="gitbook-drawing"></figure>',
  swagger:
    '{% openapi src="https://example.com/petstore.yaml" path="/pets" method="post" %}\n[petstore](https://example.com/petstore.yaml)\n{% endopenapi %}',
  webhook:
    '{% openapi-webhook spec="petstore" name="sold" method="post" %}\n[petstore](https://example.com/petstore.yaml)\n{% endopenapi-webhook %}',
  condition: '{% if visitor.claims.plan == "pro" %}\nFor some\n{% endif %}',
  diagrams:
    "```mermaid\ngraph TD\n  A[Ask] -->|yes| B{Know?}\n  B --> C((End))\n```\n\n```mermaid\nsequenceDiagram\n  Reader->>Site: asks\n  Site-->>Reader: answers\n```\n\n```mermaid\nclassDiagram\n  Page <|-- Article\n  class Page {\n    +String title\n  }\n```\n\n```mermaid\nerDiagram\n  SITE ||--o{ PAGE : has\n```\n\n```mermaid\ngantt\n  title Not drawn\n```",
  integration: '{% @mermaid/diagram content="graph TD" %}',
  icons: '<i class="fa-gear">:gear:</i> Settings and <i class="fa-no-such-icon">:no-such-icon:</i>',
  unknown: '<video controls><source src="x.mp4"></video>\n\n<script>alert(1)</script>',
};

const square = (color: string) =>
  `<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40" fill="${color}"/></svg>`;

/** A folder with a page of all of them, and what they refer to. */
export const everyBlockFolder: Readonly<Record<string, string>> = {
  "README.md": `---\ndescription: All there is, and more\n---\n\n# Every block\n\n${Object.values(everyBlock).join("\n\n")}\n`,
  "other.md": "---\ndescription: Where links lead\n---\n\n# Another page\n\n## A place in it\n\nZebras graze here.\n",
  "SUMMARY.md":
    "# Table of contents\n\n* [Every block](README.md)\n\n## Group\n\n* [Another page](other.md)\n  * [Below](below.md)\n",
  "below.md": "# Below\n\nA page below another.\n",
  ".gitbook/assets/light.svg": square("gold"),
  ".gitbook/assets/dark.svg": square("navy"),
};
