import { describe, expect, it } from "vitest";
import { typeWords } from "../../src/reference/members.ts";

const words = (schema: Parameters<typeof typeWords>[0]) => typeWords(schema, (model) => `[${model}]`);

describe("the description of a type", () => {
  it.each([
    [{ type: "string" }, "text"],
    [{ type: "string", minLength: 1, maxLength: 50 }, "text, 1 to 50 characters"],
    [{ type: "string", minLength: 1 }, "text, at least 1 character"],
    [{ type: "string", pattern: "^[a-zA-Z0-9_-]+$" }, "id"],
    [{ type: "string", pattern: "^x+$" }, "text like `^x+$`"],
    [{ type: "string", format: "date-time" }, "date and time"],
    [{ type: "string", format: "uri", maxLength: 9 }, "URL, at most 9 characters"],
    [{ type: "integer", minimum: 0, maximum: 1000 }, "whole number, 0 to 1000"],
    [{ type: "integer", minimum: 3, maximum: 3 }, "whole number, 3"],
    [{ type: "number", exclusiveMinimum: 0 }, "number, above 0"],
    [{ type: "boolean" }, "true or false"],
    [{ enum: ["a", "b"] }, "one of `a`, `b`"],
    [{ type: "string", enum: ["a"] }, "`a`"],
    [{ const: 3 }, "`3`"],
    [{ type: ["string", "null"] }, "text or null"],
    [{ anyOf: [{ type: "object" }, { type: "object" }, { type: "null" }] }, "object or null"],
    [{ type: "array", items: { $ref: "#/components/schemas/Space" }, maxItems: 1 }, "list of [Space], at most 1 item"],
    [{ type: "object", additionalProperties: { type: "string" } }, "object whose values are text"],
    [{}, "anything"],
    [{ not: {} }, "nothing"],
  ])("says for %j: %s", (schema, expected) => {
    expect(words(schema)).toBe(expected);
  });
});
