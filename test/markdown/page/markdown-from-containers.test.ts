import { describe, expect, test } from "vitest";
import { documentFromMarkdown } from "../../../src/markdown/document/reading/from-markdown.ts";
import { markdownFromContainers } from "../../../src/markdown/page/markdown-from-containers.ts";

const lines = (...all: string[]) => `${all.join("\n")}\n`;

describe("a container of another documentation system", () => {
  test.each([
    ["a name", ":::note", '{% hint style="info" %}', []],
    ["a space before its name", "::: warning", '{% hint style="warning" %}', []],
    ["a title", ":::tip Save often", '{% hint style="success" %}', ["**Save often**", ""]],
    ["a title in brackets", ":::danger[Stop _here_]", '{% hint style="danger" %}', ["**Stop _here_**", ""]],
    ["attributes", ':::caution{icon="heart"}', '{% hint style="warning" %}', []],
    ["a title and attributes", ':::note[Why]{icon="heart"}', '{% hint style="info" %}', ["**Why**", ""]],
  ])("becomes a hint: with %s", (_, first, hint, title) => {
    expect(markdownFromContainers(lines("Before.", "", first, "Text.", ":::", "", "After."))).toBe(
      lines("Before.", "", hint, ...title, "Text.", "{% endhint %}", "", "After."),
    );
  });

  test("is separated from the text around it", () => {
    expect(markdownFromContainers(lines("Before.", ":::note", "Text.", ":::", "After."))).toBe(
      lines("Before.", "", '{% hint style="info" %}', "Text.", "{% endhint %}", "", "After."),
    );
  });

  test("may contain another, which has fewer colons", () => {
    expect(markdownFromContainers(lines("::::note", ":::tip", "Text.", ":::", "::::"))).toBe(
      lines(
        ...['{% hint style="info" %}', "", '{% hint style="success" %}', "Text.", "{% endhint %}", "", "{% endhint %}"],
      ),
    );
  });

  test("becomes an expandable if it is details", () => {
    expect(markdownFromContainers(lines("::: details Why & how", "Text.", ":::"))).toBe(
      lines("<details>", "", "<summary>Why &amp; how</summary>", "", "Text.", "", "</details>"),
    );
  });

  test("becomes tabs if it is a code group", () => {
    const text = lines("::: code-group", "```sh [npm]", "npm i", "```", "", "```sh [yarn]", "yarn add", "```", ":::");
    const { nodes } = documentFromMarkdown(markdownFromContainers(text));
    expect(nodes.map(({ type }) => type)).toEqual(["tabs"]);
    expect(JSON.stringify(nodes)).toMatch(/"title":"npm".*npm i.*"title":"yarn".*yarn add/);
  });

  test("keeps its place in a list", () => {
    expect(markdownFromContainers(lines("- One", "", "  :::note", "  Text.", "  :::"))).toBe(
      lines("- One", "", '  {% hint style="info" %}', "  Text.", "  {% endhint %}"),
    );
  });
});

describe("text that is not a container", () => {
  test.each([
    ["a text without containers", lines("# A", "", "a ::: b")],
    ["an unknown name", lines(":::steps", "Text.", ":::")],
    ["a container without an end", lines(":::note", "Text.")],
    ["an end without a beginning", lines("Text.", ":::")],
    ["code", lines("```md", ":::note", "Text.", ":::", "```")],
    ["code in tildes around a fence", lines("~~~~", "```", ":::note", ":::", "~~~~")],
    ["front matter", lines("---", "title: |", "  :::note", "  :::", "---", "", "Text.")],
  ])("stays unchanged: %s", (_, text) => {
    expect(markdownFromContainers(text)).toBe(text);
  });
});

test("a hundred thousand unclosed containers stay unchanged", () => {
  const text = `${":::note\n".repeat(100_000)}${"::::\n".repeat(100_000)}`;
  expect(markdownFromContainers(text)).toBe(text);
});
