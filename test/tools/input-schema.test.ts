import { describe, expect, it } from "vitest";
import { z } from "zod";
import { inputSchema, withoutGenerousLimits } from "../../src/tools/input-schema.ts";

describe("the schema of a tool's arguments", () => {
  it("is a flat object without anything that a host may reject", () => {
    const Id = z.string().regex(/^[a-z]+$/);
    const schema = inputSchema({
      id: Id,
      other: Id.optional().describe("Another one"),
      count: z.int(),
      few: z.int().positive().max(9),
      kind: z.literal("page"),
      size: z.tuple([z.number(), z.string()]),
      labels: z.record(z.string(), z.string()),
      open: z.looseObject({ a: z.string().min(1) }).optional(),
      either: z.discriminatedUnion("type", [
        z.object({ type: z.literal("x"), pattern: z.string() }),
        z.object({ type: z.literal("y") }),
      ]),
      fallback: z.string().default("none"),
      nothing: z.string().nullable(),
      level: z.enum(["low", "high"]).nullable().optional().describe("How much"),
    });
    expect(schema).toEqual({
      type: "object",
      properties: {
        id: { type: "string" },
        other: { type: "string", description: "Another one" },
        count: { type: "integer" },
        few: { type: "integer", minimum: 1, maximum: 9 },
        kind: { type: "string", enum: ["page"] },
        size: { type: "array", minItems: 2, maxItems: 2, items: { anyOf: [{ type: "number" }, { type: "string" }] } },
        labels: { type: "object" },
        open: { type: "object", properties: { a: { type: "string" } }, required: ["a"] },
        either: {
          anyOf: [
            {
              type: "object",
              properties: { type: { type: "string", enum: ["x"] }, pattern: { type: "string" } },
              required: ["type", "pattern"],
            },
            { type: "object", properties: { type: { type: "string", enum: ["y"] } }, required: ["type"] },
          ],
        },
        fallback: { type: "string", default: "none" },
        nothing: { anyOf: [{ type: "string" }, { type: "null" }] },
        level: { anyOf: [{ type: "string", enum: ["low", "high"] }, { type: "null" }], description: "How much" },
      },
      required: ["id", "count", "few", "kind", "size", "labels", "either", "nothing"],
      additionalProperties: false,
    });
  });

  it("is sent to hosts without limits that only prevent abuse", () => {
    const schema = inputSchema({
      title: z.string().max(50),
      maxLength: z.int().max(9),
      pages: z.array(z.object({ markdown: z.string().max(100_000) })).max(50),
    });
    expect(withoutGenerousLimits(schema).properties).toEqual({
      title: { type: "string", maxLength: 50 },
      maxLength: { type: "integer", maximum: 9 },
      pages: {
        type: "array",
        maxItems: 50,
        items: { type: "object", properties: { markdown: { type: "string" } }, required: ["markdown"] },
      },
    });
  });

  it("cannot contain a type that JSON does not have", () => {
    expect(() => inputSchema({ at: z.date() })).toThrow();
  });
});
