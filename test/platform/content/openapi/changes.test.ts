import { describe, expect, it } from "vitest";
import { expectLinearCost } from "../../../support/cost.ts";
import { describing, openSpecDesk } from "./spec-desk.ts";

const desk = openSpecDesk();

const answer = (schema: object) => ({
  responses: { 200: { description: "", content: { "application/json": { schema } } } },
});
const taking = (schema: object, required = false) => ({
  requestBody: { required, content: { "application/json": { schema } } },
  responses: { 200: { description: "" } },
});
const with_ = (parameter: object) => ({ parameters: [parameter], responses: { 200: { description: "" } } });
const text = { type: "string" };

/** The changes of the second version, by operation. */
async function changes(older: object, newer: object, components: readonly [object, object] = [{}, {}]) {
  await desk.send("DELETE pets");
  await desk.put("pets", { text: describing(older, { components: components[0] }) });
  await desk.put("pets", { text: describing(newer, { components: components[1] }) });
  const { changes: found } = (await desk.send("GET pets/versions/latest")).json as {
    changes: { operations: { method: string; path: string; change: string; breaking: boolean; details?: string[] }[] };
  };
  return found.operations.map(
    ({ method, path, change, breaking, details = [] }) =>
      `${method} ${path} ${change}${breaking ? " breaking" : ""}${details.map((one) => ` | ${one}`).join("")}`,
  );
}

describe("the comparison of two versions", () => {
  it("counts operations, and lists breaking changes first", async () => {
    const plain = answer(text);
    expect(await changes({ "/a": { get: plain, post: plain } }, { "/a": { get: plain, put: plain } })).toEqual([
      "post /a removed breaking",
      "put /a added",
    ]);
    const latest = (await desk.send("GET pets/versions/latest")).json;
    expect(latest).toMatchObject({ changes: { added: 1, removed: 1, changed: 0, breaking: 1 } });
  });

  it("finds nothing if only the name of a path parameter differs", async () => {
    expect(await changes({ "/a/{id}": { get: answer(text) } }, { "/a/{name}": { get: answer(text) } })).toEqual([]);
  });

  it.each([
    [
      "a parameter is added",
      answer(text),
      { ...with_({ name: "q", in: "query" }), ...answer(text) },
      "",
      "query parameter q: added",
    ],
    [
      "a required parameter is added",
      answer(text),
      { ...with_({ name: "q", in: "query", required: true }), ...answer(text) },
      " breaking",
      "query parameter q: added, and required",
    ],
    [
      "a parameter becomes required",
      with_({ name: "q", in: "query" }),
      with_({ name: "q", in: "query", required: true }),
      " breaking",
      "query parameter q: required now",
    ],
    [
      "a parameter takes another type",
      with_({ name: "q", in: "query", schema: { type: "integer" } }),
      with_({ name: "q", in: "query", schema: { type: "boolean" } }),
      " breaking",
      "query parameter q: type is boolean, and was integer",
    ],
    [
      "a parameter takes more",
      with_({ name: "q", in: "query", schema: { type: "integer" } }),
      with_({ name: "q", in: "query", schema: { type: "number" } }),
      "",
      "query parameter q: type is number, and was integer",
    ],
    [
      "a value can no longer be sent",
      taking({ enum: ["a", "b"] }),
      taking({ enum: ["a"] }),
      " breaking",
      'body: no longer "b"',
    ],
    [
      "a value is no longer answered",
      answer({ enum: ["a", "b"] }),
      answer({ enum: ["a"] }),
      "",
      'answer 200: no longer "b"',
    ],
    [
      "answers keep to certain values",
      answer(text),
      answer({ type: "string", enum: ["a"] }),
      "",
      "answer 200: only certain values now",
    ],
    [
      "a required parameter takes less",
      with_({ name: "q", in: "query", required: true, schema: { type: "number" } }),
      with_({ name: "q", in: "query", required: true, schema: { type: "integer" } }),
      " breaking",
      "query parameter q: type is integer, and was number",
    ],
    [
      "an answer of a failure is gone",
      { responses: { 200: { description: "" }, 404: { description: "" } } },
      { responses: { 200: { description: "" } } },
      "",
      "answer 404: removed",
    ],
    [
      "an answer of a success is gone",
      { responses: { 200: { description: "" }, 201: { description: "" } } },
      { responses: { 200: { description: "" } } },
      " breaking",
      "answer 201: removed",
    ],
    [
      "a property need not be answered",
      answer({ properties: { a: text }, required: ["a"] }),
      answer({ properties: { a: text } }),
      " breaking",
      "answer 200 a: no longer required",
    ],
    [
      "a property need not be sent",
      taking({ properties: { a: text }, required: ["a"] }),
      taking({ properties: { a: text } }),
      "",
      "body a: no longer required",
    ],
    ["a body is needed", taking(text), taking(text, true), " breaking", "body: required now"],
    [
      "a property must be sent",
      taking({ properties: { a: text } }),
      taking({ properties: { a: text }, required: ["a"] }),
      " breaking",
      "body a: required now",
    ],
    [
      "a property is answered no longer",
      answer({ items: { properties: { a: text } } }),
      answer({ items: { properties: {} } }),
      " breaking",
      "answer 200 [].a: removed",
    ],
    ["it is deprecated", answer(text), { ...answer(text), deprecated: true }, "", "deprecated"],
    ["it is described otherwise", answer(text), { ...answer(text), summary: "New" }, "", "its words or examples"],
  ])("reports that %s", async (_, older, newer, breaking, detail) => {
    expect(await changes({ "/a": { post: older } }, { "/a": { post: newer } })).toEqual([
      `post /a changed${breaking} | ${detail}`,
    ]);
  });

  const pet = { type: "object", properties: { name: text, age: { type: "integer" } }, required: ["name"] };
  it.each<[string, object, object]>([
    [
      "it is put together of parts",
      pet,
      {
        allOf: [
          { type: "object", properties: { name: text }, required: ["name"] },
          { properties: { age: { type: "integer" } } },
        ],
      },
    ],
    ["what may be null says so otherwise", { type: "string", nullable: true }, { type: ["string", "null"] }],
    ["null is an alternative", { type: ["string", "null"] }, { anyOf: [text, { type: "null" }] }],
    ["types are alternatives", { type: ["string", "integer"] }, { oneOf: [text, { type: "integer" }] }],
    [
      "a property moves out of an alternative",
      {
        properties: { id: text },
        oneOf: [
          { title: "A", properties: { a: text, b: text } },
          { title: "B", properties: { b: text } },
        ],
      },
      { properties: { id: text, b: text }, oneOf: [{ title: "B" }, { title: "A", properties: { a: text } }] },
    ],
    [
      "alternatives become one",
      { oneOf: [{ allOf: [pet, { properties: { a: text } }] }, { allOf: [pet, { properties: { b: text } }] }] },
      { ...pet, properties: { ...pet.properties, a: text, b: text } },
    ],
  ])("finds nothing if %s", async (_, older, newer) => {
    const path = {
      "/a": { post: { ...answer({ $ref: "#/components/schemas/A" }), ...taking({ $ref: "#/components/schemas/A" }) } },
    };
    expect(await changes(path, path, [{ schemas: { A: older } }, { schemas: { A: newer } }])).toEqual([]);
    expect(await changes(path, path, [{ schemas: { A: newer } }, { schemas: { A: older } }])).toEqual([]);
  });

  const cat = { title: "Cat", type: "object", properties: { lives: text } };
  const dog = { title: "Dog", type: "object", properties: { tricks: text } };
  const cow = { title: "Cow", type: "object", properties: { milk: text } };
  it.each<[string, object, object, string]>([
    [
      "an answer is of a further kind",
      answer({ oneOf: [cat, dog] }),
      answer({ oneOf: [cat, cow, dog] }),
      " | answer 200: also Cow",
    ],
    [
      "a kind without a name stands elsewhere",
      taking({ oneOf: [cat, { type: "array", items: text }, { type: "array", items: { type: "integer" } }] }),
      taking({ oneOf: [{ type: "array", items: { type: "integer" } }, { type: "array", items: text }, cat] }),
      " | its words or examples",
    ],
    [
      "an answer is one kind less",
      answer({ oneOf: [cat, cow, dog] }),
      answer({ oneOf: [dog, cat] }),
      " | answer 200: no longer Cow",
    ],
    [
      "a kind is taken no longer",
      taking({ oneOf: [cat, cow, dog] }),
      taking({ oneOf: [dog, cat] }),
      " breaking | body: no longer Cow",
    ],
    [
      "an answer may be null",
      answer(text),
      answer({ type: ["string", "null"] }),
      " breaking | answer 200: may be null now",
    ],
    ["null is taken", taking(text), taking({ type: ["string", "null"] }), " | body: may be null now"],
    ["null is taken no longer", taking({ type: ["string", "null"] }), taking(text), " breaking | body: no longer null"],
    [
      "an answer may have any value",
      answer({ type: "string", enum: ["a"] }),
      answer(text),
      " | answer 200: any value now",
    ],
    [
      "members of any name are of another type",
      answer({ additionalProperties: text }),
      answer({ additionalProperties: { type: "integer" } }),
      " breaking | answer 200 *: type is integer, and was string",
    ],
  ])("reports that %s", async (_, older, newer, told) => {
    expect(await changes({ "/a": { post: older } }, { "/a": { post: newer } })).toEqual([`post /a changed${told}`]);
  });

  it("takes little time for alternatives that all refer to each other", async () => {
    const names = Array.from({ length: 30 }, (_, index) => `S${index}`);
    const schemas = (type: string) =>
      Object.fromEntries(
        names.map((name) => [
          name,
          {
            properties: { [name]: { type } },
            anyOf: names.map((other) => ({ $ref: `#/components/schemas/${other}` })),
          },
        ]),
      );
    const path = { "/a": { get: answer({ $ref: "#/components/schemas/S0" }) } };
    const [found] = await changes(path, path, [{ schemas: schemas("string") }, { schemas: schemas("integer") }]);
    expect(found).toContain("get /a changed breaking | answer 200 S0: type is integer, and was string");
  });

  it("takes linear time for schemas that are combined in ever new ways", async () => {
    const at = (index: number) => ({ $ref: `#/components/schemas/S${index}` });
    const schemas = (type: string, count: number) => ({
      S0: { properties: { a: at(0), b: { allOf: [at(0), at(1)] } } },
      ...Object.fromEntries(
        Array.from({ length: count }, (_, index) => [
          `S${index + 1}`,
          { properties: { a: at(index + 2), b: at(index + 2) } },
        ]),
      ),
      [`S${count + 1}`]: { type },
    });
    const path = { "/a": { get: answer(at(0)) } };
    await expectLinearCost(
      (count) => changes(path, path, [{ schemas: schemas("string", count) }, { schemas: schemas("integer", count) }]),
      3,
    );
  });

  it("resolves references, and stops at cycles", async () => {
    const path = { "/a": { get: answer({ $ref: "#/components/schemas/Pet" }) } };
    const pet = (id: object) => ({
      schemas: { Pet: { properties: { id, friend: { $ref: "#/components/schemas/Pet" } } } },
    });
    expect(await changes(path, path, [pet(text), pet({ type: "integer" })])).toEqual([
      "get /a changed breaking | answer 200 id: type is integer, and was string",
    ]);
  });
});
