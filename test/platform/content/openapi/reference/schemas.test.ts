import { describe, expect, it } from "vitest";
import { describing, writing } from "./writing.ts";

/** One member of a body as shown: its type and description. */
function member(schema: object, schemas: object = {}): string {
  const body = { content: { "application/json": { schema: { type: "object", properties: { it: schema } } } } };
  const text = writing(describing({ requestBody: body }, { components: { schemas } })).page("tag:pets");
  const row = text.split("\n").find((line) => line.startsWith("| `it` |")) ?? text;
  return row.slice("| `it` | ".length, -" |".length);
}

describe("the description of a type", () => {
  it.each([
    [{ type: "string", format: "date" }, "string (date) | no | "],
    [{ type: ["string", "null"] }, "string or null | no | "],
    [{ type: "string", nullable: true }, "string or null | no | "],
    [{ type: "array", items: { type: "array", items: { type: "integer" } } }, "array of array of integer | no | "],
    [
      { type: "array", items: { oneOf: [{ type: "string" }, { type: "integer" }] } },
      "array of (string or integer) | no | ",
    ],
    [{ type: "object", additionalProperties: { type: "number" } }, "map of number | no | "],
    [{ anyOf: [{ $ref: "#/components/schemas/A" }, { type: "null" }] }, "[A](#a) or null | no | "],
    [{ allOf: [{ $ref: "#/components/schemas/A" }], description: "One" }, "[A](#a) | no | One."],
    [{ $ref: "#/components/schemas/A", description: "Beside" }, "[A](#a) | no | Beside."],
    [{ $ref: "#/components/schemas/None" }, "any | no | "],
    [{}, "any | no | "],
    [true, "any | no | "],
    [{ const: 7 }, "`7` | no | Always `7`."],
    [{ type: "string", enum: ["a|b", ""] }, 'string | no | One of `a\\|b`, `""`.'],
    [{ type: "integer", minimum: 1, exclusiveMaximum: 9 }, "integer | no | At least `1`, less than `9`."],
    [{ type: "integer", minimum: 1, exclusiveMinimum: true }, "integer | no | More than `1`."],
    [{ type: "string", pattern: "^a|b$", deprecated: true }, "string | no | Deprecated, matches `^a\\|b$`."],
  ])("is, for %j: %s", (schema, words) => {
    expect(member(schema as object, { A: { type: "object" } })).toBe(words);
  });
});

describe("a table of members", () => {
  const shown = (schema: object, schemas: object = {}) =>
    writing(
      describing({ requestBody: { content: { "application/json": { schema } } } }, { components: { schemas } }),
    ).page("tag:pets");
  const rows = (text: string) => text.split("\n").filter((line) => /^\| `/.test(line));

  it("writes out unnamed objects, and says what they require", () => {
    const inner = { type: "object", required: ["b"], properties: { b: { type: "string" } } };
    const text = shown({ properties: { a: inner, list: { type: "array", items: inner } }, required: ["list"] });
    expect(rows(text)).toEqual([
      "| `a` | object | no |  |",
      "| `a.b` | string | with its parent |  |",
      "| `list` | array of object | yes |  |",
      "| `list[].b` | string | yes |  |",
    ]);
  });

  it("combines the parts of a schema", () => {
    const text = shown(
      { allOf: [{ $ref: "#/components/schemas/Base" }, { properties: { own: { type: "string" } }, required: ["id"] }] },
      { Base: { properties: { id: { type: "integer" } } } },
    );
    expect(rows(text).slice(0, 2)).toEqual(["| `id` | integer | yes |  |", "| `own` | string | no |  |"]);
  });

  it("lists alternatives, and how they are distinguished", () => {
    const text = shown(
      {
        oneOf: [{ $ref: "#/components/schemas/Cat" }, { title: "A dog", properties: { barks: { type: "boolean" } } }],
        discriminator: { propertyName: "kind", mapping: { cat: "#/components/schemas/Cat" } },
      },
      { Cat: { type: "object" } },
    );
    expect(text).toContain(
      "One of:\n\n- [Cat](#cat)\n- object: A dog\n\nDistinguished by `kind`: `cat` is Cat.\n\nAlternative 2:\n\n| Member |",
    );
  });

  it("ends at cycles, with and without names", () => {
    const circle = {
      properties: {
        next: { $ref: "#/components/schemas/Node" },
        all: { items: { $ref: "#/components/schemas/Node" } },
      },
    };
    const text = shown(
      { $ref: "#/components/schemas/Node" },
      { Node: circle, Loop: { $ref: "#/components/schemas/Loop" } },
    );
    expect(rows(text)).toHaveLength(4);
    expect(text).toContain('{\n  "all": []\n}');
    const unnamed = {
      properties: { again: { $ref: "#/paths/~1pets/get/requestBody/content/application~1json/schema" } },
    };
    expect(rows(shown(unnamed)).map((row) => row.split(" | ")[0])).toEqual(["| `again`", "| `again.again`"]);
    expect(shown({ $ref: "#/components/schemas/Loop" }, { Loop: { $ref: "#/components/schemas/Loop" } })).toContain(
      "**Request body**: `application/json`, Loop",
    );
  });

  it("is cut at a limit, and says so", () => {
    const properties = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`p${index}`, { type: "string" }]));
    const text = shown({ properties });
    expect(rows(text)).toHaveLength(300);
    expect(text).toContain("200 more members are not shown; the specification has them.");
  });
});

describe("an example", () => {
  const example = (media: object, schemas: object = {}) => {
    const page = writing(
      describing({ requestBody: { content: { "application/json": media } } }, { components: { schemas } }),
    ).page("tag:pets");
    const text = /```http\n[\s\S]*?\n\n([\s\S]*?)\n```/.exec(page)?.[1];
    return text === undefined ? undefined : (JSON.parse(text) as unknown);
  };

  it("is the given one, before a generated one", () => {
    const schema = { type: "object", properties: { a: { type: "string" } } };
    expect(example({ schema, example: { a: "given" } })).toEqual({ a: "given" });
    expect(example({ schema, examples: { one: { value: { a: "first" } }, two: { value: {} } } })).toEqual({
      a: "first",
    });
    expect(example({ schema: { ...schema, example: { a: "of the schema" } } })).toEqual({ a: "of the schema" });
    expect(example({ schema })).toEqual({ a: "string" });
  });

  it("is generated from formats, limits, defaults and values, without what only the service writes", () => {
    const properties = {
      id: { type: "integer", readOnly: true },
      at: { type: "string", format: "date-time" },
      count: { type: "integer", minimum: 5 },
      kind: { enum: ["x", "y"] },
      list: { type: "array", items: { $ref: "#/components/schemas/Tag" } },
      map: { type: "object", additionalProperties: { type: "boolean" } },
    };
    expect(example({ schema: { properties } }, { Tag: { type: "string", default: "new" } })).toEqual({
      at: "2026-01-31T12:00:00Z",
      count: 5,
      kind: "x",
      list: ["new"],
      map: { key: true },
    });
  });

  it("contains the required members, or if there are none, some of those that may be sent", () => {
    const properties = Object.fromEntries(
      ["a", "b", "c", "d", "e", "f", "g"].map((name) => [name, { type: "string" }]),
    );
    expect(example({ schema: { properties, required: ["b", "g"] } })).toEqual({ b: "string", g: "string" });
    expect(Object.keys(example({ schema: { properties } }) as object)).toEqual(["a", "b", "c", "d", "e", "f"]);
  });

  it("is shorter if the full one would be too long", () => {
    const wide = (depth: number): object =>
      depth === 0
        ? { type: "string" }
        : { properties: Object.fromEntries(Array.from({ length: 12 }, (_, index) => [`m${index}`, wide(depth - 1)])) };
    const made = example({ schema: wide(4) });
    expect(JSON.stringify(made).length).toBeLessThan(2000);
    expect(Object.keys(made as object)).toHaveLength(6);
  });
});
