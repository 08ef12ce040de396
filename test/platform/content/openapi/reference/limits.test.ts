import { expect, it } from "vitest";
import { expectLinearCost } from "../../../../support/cost.ts";
import { describing, writing } from "./writing.ts";

const many = <Value>(count: number, make: (index: number) => readonly [string, Value]) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => make(index)));

it("a tag with more operations than fit on a page continues on another, to which links lead", () => {
  const description = "A long way to say it. ".repeat(900);
  const paths = many(20, (index) => [
    `/long/${index}`,
    { get: { tags: ["long"], summary: `Read ${index}`, description, responses: {} } },
  ]);
  const { pages, text } = writing({ openapi: "3.1.0", info: { title: "Long", version: "1" }, paths });
  expect(pages).toHaveLength(2);
  for (const page of pages) expect(page.text.length).toBeLessThan(260_000);
  const shown = pages.flatMap((page) => [...page.text.matchAll(/^## (Read \d+)$/gm)].map((match) => match[1]));
  expect(shown).toEqual(Array.from({ length: 20 }, (_, index) => `Read ${index}`));
  expect(text).not.toContain("left out");
});

it("what does not fit is left out and counted on the overview", () => {
  const schema = (answer: number) => ({
    type: "object",
    properties: many(200, (index) => [
      `member${answer}-${index}`,
      { type: "string", description: "Said at length. ".repeat(36) },
    ]),
  });
  const responses = many(4, (index) => [
    `20${index}`,
    { description: "", content: { "application/json": { schema: schema(index) } } },
  ]);
  const { pages, text } = writing(describing({ responses }));
  expect(pages.map((page) => page.text).join("")).not.toContain("Said at length.");
  expect(text).toContain(
    "1 of its operations, schemas and pages is left out: this reference would become too large. The specification has them.",
  );
});

it("schemas on separate pages are sorted by name", () => {
  const schemas = { zebra: { type: "object" }, Ape: { type: "object" }, bee: { type: "object" } };
  const made = writing(describing({}, { components: { schemas } }), { models: true });
  expect([...made.page("models").matchAll(/^## (.*)$/gm)].map((match) => match[1])).toEqual(["Ape", "bee", "zebra"]);
});

it("schemas that are among their own alternatives are written in linear time", async () => {
  const self = { $ref: "#/paths/~1pets/get/requestBody/content/application~1json/schema" };
  const objects = (count: number) =>
    Object.values(many(count, (index) => [`kind${index}`, { properties: { [`p${index}`]: self, again: self } }]));
  const selves = (length: number) => Array.from({ length }, () => self);
  for (const alternatives of [objects, selves]) {
    await expectLinearCost((count) => {
      const content = { "application/json": { schema: { anyOf: alternatives(count) } } };
      const { pages } = writing(describing({ requestBody: { content } }));
      expect(pages[0]?.text).toContain("**Request body**");
    }, 8);
  }
});
