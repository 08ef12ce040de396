import { expect, it } from "vitest";
import { toMarkdown } from "../../src/present/document.ts";

const unreadable = "(This text is a document of a form that cannot be shown as Markdown.)";

it("a text is read as Markdown, whichever form a service returns", async () => {
  const leaves = [{ object: "leaf", text: "Keep it short.", marks: [] }];
  const nodes = [{ object: "block", type: "paragraph", nodes: [{ object: "text", leaves }] }];
  const document = { object: "document", data: {}, nodes };
  expect(await toMarkdown("Keep it short.")).toBe("Keep it short.");
  expect(await toMarkdown({ markdown: "Keep it short." })).toBe("Keep it short.");
  for (const body of [document, { document }]) expect((await toMarkdown(body)).trim()).toBe("Keep it short.");
});

it.each([
  [[{ object: "text", leaves: "x" }]],
  [[null]],
  [[{ object: "block", type: "paragraph", nodes: [{ object: "text", leaves: [{ text: "x", marks: "bold" }] }] }]],
])("an invalid document is reported as unreadable, without an error: %j", async (nodes) => {
  expect(await toMarkdown({ object: "document", data: {}, nodes })).toBe(unreadable);
});
