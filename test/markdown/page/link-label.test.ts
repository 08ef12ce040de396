import { expect, it } from "vitest";
import { linkLabel } from "../../../src/markdown/page/links.ts";

it.each([
  ["See [the **fees**](HERE) now.", "the fees"],
  ["[one](x) [two [nested]](HERE)", "two [nested]"],
  ["![](HERE)", ""],
  ['<img src="HERE" alt="A chart">', "A chart"],
  ['<a href="HERE">open <b>it</b></a>', "open it"],
  ['<source srcset="HERE">', ""],
  ["](HERE", ""],
  ["HERE", ""],
  [`[${"long ".repeat(50)}](HERE)`, "long ".repeat(12).trimEnd()],
])("the label of a link in %j is %j", (markdown, label) => {
  expect(linkLabel(markdown, markdown.indexOf("HERE")).trimEnd()).toBe(label);
});
