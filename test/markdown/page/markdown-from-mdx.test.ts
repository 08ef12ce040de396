import { expect, test } from "vitest";
import { markdownFromMdx } from "../../../src/markdown/page/markdown-from-mdx.ts";
import { expectLinearCost } from "../../support/cost.ts";

test("a page without components keeps every character", () => {
  const page = "---\ntitle: A\n---\r\n\r\n# A\n\n\n\nText with `<Note>` and 1 < 2\n\n<div>html</div>\n";
  expect(markdownFromMdx(page)).toBe(page);
});

test("imports, exports and comments are dropped", () => {
  const page = `---
title: A
---

import Box from "./box"
import {
  one,
  two,
} from '../parts.mdx'
import "./style.css"

export const Greeting = ({ name }) => {
  return <p>{name}</p>;

};

{/* a note
to writers */}
# A
`;
  expect(markdownFromMdx(page)).toBe("---\ntitle: A\n---\n\n# A\n");
});

test("text that only begins like an import stays", () => {
  const page = "import duties are due\n\nexport the file from Excel\n\n<Note>x</Note>\n";
  expect(markdownFromMdx(page)).toContain("import duties are due\n\nexport the file from Excel\n");
});

test("components in code stay unchanged", () => {
  const fence = "```jsx\nimport x from 'y'\n\n<Tabs>\n  {/* here */}\n</Tabs>\n```";
  const page = `${fence}\n\nUse \`<Tabs>\` or \`\`<Note />\`\` here.\n`;
  expect(markdownFromMdx(`import a from "b"\n\n${page}`)).toBe(page);
});

test.each([
  ["Note", "info"],
  ["Info", "info"],
  ["Tip", "success"],
  ["Check", "success"],
  ["Warning", "warning"],
  ["Danger", "danger"],
  ["Callout", "info"],
  ['Callout type="error"', "danger"],
  ["Callout type={'warning'}", "warning"],
])("<%s> becomes a hint of style %s", (opening, style) => {
  const page = `Before\n<${opening}>\n  Take **care**.\n\n  Twice.\n</${opening.split(" ")[0]}>\nAfter\n`;
  expect(markdownFromMdx(page)).toBe(
    `Before\n\n{% hint style="${style}" %}\nTake **care**.\n\nTwice.\n{% endhint %}\n\nAfter\n`,
  );
});

test("the title of a hint is its first text", () => {
  expect(markdownFromMdx('<Note title="Read this">Text</Note>\n')).toBe(
    '{% hint style="info" %}\n**Read this**\n\nText\n{% endhint %}\n',
  );
});

test("tabs take their titles from themselves or from the list of the parent", () => {
  const own = '<Tabs>\n  <Tab title="A &quot;b&quot;">\n    One\n  </Tab>\n  <Tab>Two</Tab>\n</Tabs>\n';
  expect(markdownFromMdx(own)).toBe(
    '{% tabs %}\n{% tab title="A \\"b\\"" %}\nOne\n{% endtab %}\n\n{% tab title="Tab 2" %}\nTwo\n{% endtab %}\n{% endtabs %}\n',
  );
  const listed = "<Tabs items={['npm', \"yarn\"]}>\n<Tabs.Tab>One</Tabs.Tab><Tabs.Tab>Two</Tabs.Tab>\n</Tabs>\n";
  expect(markdownFromMdx(listed)).toContain('{% tab title="npm" %}\nOne\n{% endtab %}\n\n{% tab title="yarn" %}\nTwo');
});

test("each fence of a code group becomes a tab", () => {
  const page = "<CodeGroup>\n  ```js one.js\n  a();\n\n    b();\n  ```\n\n  ```python\n  c()\n  ```\n</CodeGroup>\n";
  expect(markdownFromMdx(page)).toBe(
    '{% tabs %}\n{% tab title="one.js" %}\n```js\na();\n\n  b();\n```\n{% endtab %}\n\n{% tab title="python" %}\n```python\nc()\n```\n{% endtab %}\n{% endtabs %}\n',
  );
});

test("steps become a stepper", () => {
  const page =
    '<Steps>\n  <Step title="First">\n    Do it\n  </Step>\n  <Step title="Then">And that</Step>\n</Steps>\n';
  expect(markdownFromMdx(page)).toBe(
    "{% stepper %}\n{% step %}\n### First\n\nDo it\n{% endstep %}\n\n{% step %}\n### Then\n\nAnd that\n{% endstep %}\n{% endstepper %}\n",
  );
});

test("accordions become expandables", () => {
  const page = '<AccordionGroup>\n  <Accordion title="Why <so>?">\n    Because\n  </Accordion>\n</AccordionGroup>\n';
  expect(markdownFromMdx(page)).toBe("<details>\n\n<summary>Why &lt;so&gt;?</summary>\n\nBecause\n\n</details>\n");
});

test("cards beside each other become one table of cards, with their links", () => {
  const page =
    '<CardGroup cols={2}>\n  <Card title="A" icon="bolt" href="/a">\n    About **a**\n  </Card>\n  <Card title="B & c" href="/b" />\n</CardGroup>\n';
  const written = markdownFromMdx(page);
  expect(written).toMatch(/^<table data-view="cards">.*<\/table>\n$/);
  expect(written).toContain(
    '<tr><td><h4>A</h4></td><td>About <strong>a</strong></td><td><a href="/a">/a</a></td></tr>',
  );
  expect(written).toContain('<tr><td><h4>B &amp; c</h4></td><td></td><td><a href="/b">/b</a></td></tr>');
});

test("a card with more than a paragraph stays text", () => {
  const written = markdownFromMdx('<Card title="A" href="/a">\n  ```sh\n  run\n  ```\n</Card>\n');
  expect(written).toBe("**[A](/a)**\n\n```sh\nrun\n```\n");
});

test("paragraphs of a card are lines of its cell, and uneven indentation is not code", () => {
  const card = '<Card title="A">\n    One\n\nTwo\n</Card>\n';
  expect(markdownFromMdx(card)).toContain("<td>One<br>Two</td>");
  const note = "<Note>\n    One\n\n      ```sh\n        run\n      ```\n\n- a\n\n    b\nTwo\n</Note>\n";
  expect(markdownFromMdx(note)).toBe(
    '{% hint style="info" %}\nOne\n\n```sh\n  run\n```\n\n- a\n\n    b\nTwo\n{% endhint %}\n',
  );
});

test("a frame becomes a figure with its caption", () => {
  expect(markdownFromMdx('<Frame caption="Shown">\n  ![Alt "x"](/a.png)\n</Frame>\n')).toBe(
    '<figure><img src="/a.png" alt="Alt &quot;x&quot;"><figcaption><p>Shown</p></figcaption></figure>\n',
  );
  expect(markdownFromMdx('<Frame>\n  <img src="/a.png" alt="Alt" />\n</Frame>\n')).toBe(
    '<figure><img src="/a.png" alt="Alt"></figure>\n',
  );
  expect(markdownFromMdx("<Frame>\n  Words\n</Frame>\n")).toBe("Words\n");
});

test("fields become a paragraph with name, type and description", () => {
  expect(markdownFromMdx('<ParamField path="id" type="string" required>\n  The id.\n</ParamField>\n')).toBe(
    "**`id`** string, required\n\nThe id.\n",
  );
});

test("unknown components keep their content, and one without content is shown as code", () => {
  expect(
    markdownFromMdx('<Box kind={{ a: "}" }}>\n  Text <Small>in</Small> a line\n</Box>\n\n<Chart of="x" />\n'),
  ).toBe('Text in a line\n\n`<Chart of="x" />`\n');
});

test("components in a list item stay in it", () => {
  expect(markdownFromMdx("1. One\n\n   <Note>Text</Note>\n\n2. Two\n")).toBe(
    '1. One\n\n   {% hint style="info" %}\n   Text\n   {% endhint %}\n\n2. Two\n',
  );
});

test("indentation of components outside lists is not code", () => {
  expect(markdownFromMdx("Text\n\n    <Note>\n      One\n    </Note>\n")).toBe(
    'Text\n\n{% hint style="info" %}\nOne\n{% endhint %}\n',
  );
});

test("tags without a partner leave the text around them", () => {
  expect(markdownFromMdx("<Note>\nText\n\n</Tab>\nmore <Tip\n")).toBe("Text\n\nmore <Tip\n");
});

test("converting the result again changes nothing", () => {
  const once = markdownFromMdx('<Tabs>\n<Tab title="a">\n<Note>x</Note>\n</Tab>\n</Tabs>\n\n<Chart />\n');
  expect(markdownFromMdx(once)).toBe(once);
});

test("deep nesting and unclosed tags lose no text", () => {
  expect(markdownFromMdx("<Note>".repeat(20_000)).length).toBe(0);
  const unfinished = "<Note a={".repeat(2_000);
  expect(markdownFromMdx(unfinished) === unfinished).toBe(true);
  const nested = markdownFromMdx("<Note>x".repeat(5_000) + "</Note>".repeat(5_000));
  expect(nested.match(/x/g)?.length).toBe(5_000);
});

test("code that ends with more marks than it begins with is a tab of its own", () => {
  const page = "<CodeGroup>\n```js one()\na\n````\n\n```js two()\nb\n```\n</CodeGroup>\n";
  expect(markdownFromMdx(page)).toBe(
    '{% tabs %}\n{% tab title="one()" %}\n```js\na\n```\n{% endtab %}\n\n{% tab title="two()" %}\n```js\nb\n```\n{% endtab %}\n{% endtabs %}\n',
  );
});

test.each([
  ["components in components", "<Note>\n", "</Note>\n"],
  ["components that nothing closes", "<Note>\n", ""],
  ["tags that nothing ends", "<Note a={{", ""],
  ["comments that nothing ends", "{/* a ", ""],
  ["tabs", '<Tab title="a">b</Tab>\n', ""],
  ["cards", '<Card title="a">b</Card>\n', ""],
  ["indented components below a list item", "                    \n        <Note>a\n\nb</Note>\n", ""],
  ["code that nothing closes", "```\n<Note>\n", ""],
])("takes linear time for %s", async (_, opening, closing) => {
  await expectLinearCost(
    (count) => markdownFromMdx(`- a\n<Tabs>${opening.repeat(count)}${closing.repeat(count)}</Tabs>`),
    4_000,
  );
});
