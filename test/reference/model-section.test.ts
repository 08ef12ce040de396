import { describe, expect, it } from "vitest";
import { modelSection } from "../../src/reference/sections.ts";

const link = (model: string) => `[${model}](#${model.toLowerCase()})`;

const one = (value: string) => ({ type: "string", enum: [value] });

describe("the section of a model", () => {
  it("distinguishes the forms of a union by their own members, after those that have a name", () => {
    const schema = {
      description: "What happened",
      anyOf: [
        { $ref: "#/components/schemas/Insert" },
        { type: "object", properties: { object: one("event"), type: one("moved"), to: { type: "string" } } },
        { type: "object", properties: { object: one("event"), type: one("gone") }, required: ["type"] },
      ],
    };
    expect(modelSection("Event", schema, 3, link)).toBe(`### Event

What happened.

[Insert](#insert), or one of 2 other forms.

With \`type\` \`moved\`:

| Member | Type | Required |
| --- | --- | --- |
| \`object\` | \`event\` | no |
| \`type\` | \`moved\` | no |
| \`to\` | text | no |

With \`type\` \`gone\`:

| Member | Type | Required |
| --- | --- | --- |
| \`object\` | \`event\` | no |
| \`type\` | \`gone\` | yes |`);
  });

  it("follows lists, maps and unions to the objects in them, and describes common members of variants once", () => {
    const inner = { type: "object", properties: { id: { type: "string" } } };
    const schema = {
      type: "object",
      properties: {
        list: { type: "array", items: inner },
        map: { type: "object", additionalProperties: inner },
        either: { anyOf: [inner, inner, { type: "null" }] },
      },
    };
    expect(modelSection("Holder", schema, 2, link)).toBe(`## Holder

| Member | Type | Required |
| --- | --- | --- |
| \`list\` | list of object | no |
| \`list[].id\` | text | no |
| \`map\` | object whose values are object | no |
| \`map.*.id\` | text | no |
| \`either\` | object or null | no |
| \`either.id\` | text | no |`);
  });

  it("describes in words what has no members", () => {
    const schema = { type: "array", items: { type: "object", properties: { id: { type: "string" } } } };
    expect(modelSection("Letters", { type: "string", enum: ["a", "b"] }, 2, link)).toBe(
      "## Letters\n\nOne of `a`, `b`.",
    );
    expect(modelSection("Things", schema, 2, link)).toBe(
      "## Things\n\nList of object.\n\n| Member | Type | Required |\n| --- | --- | --- |\n| `[].id` | text | no |",
    );
  });
});
