import { describe, expect, it } from "vitest";
import { z } from "zod";
import { type Detail, details, isAbridged, outlineSchema } from "../../src/tools/definition.ts";
import { inputSchema } from "../../src/tools/input-schema.ts";

const [most, ...others] = details;

const least = others.at(-1);

if (most === undefined || least === undefined) throw new Error("there are levels of detail");

const outlined = (fields: Readonly<Record<string, z.ZodType>>, detail: Detail, known?: readonly string[]) =>
  outlineSchema(inputSchema(fields), detail, known).properties;

describe("the outline of a tool's arguments", () => {
  it("has no limits, and no default of false", () => {
    const fields = {
      limit: z.int().min(2).max(1000),
      names: z.array(z.string().max(9)).max(50),
      deep: z.boolean().default(false),
      shallow: z.boolean().default(true),
    };
    expect(outlined(fields, most)).toEqual({
      limit: { type: "integer" },
      names: { type: "array", items: { type: "string" } },
      deep: { type: "boolean" },
      shallow: { type: "boolean", default: true },
    });
  });

  it("omits a description that adds nothing to the name and the context", () => {
    const fields = {
      spaceId: z.string().describe("Id of the space"),
      title: z.string().describe("The site's title"),
      parent: z.string().describe("Collection to put it in"),
      description: z.string().describe("Markdown"),
    };
    const kept = Object.entries(outlined(fields, most, ["create", "site"]));
    expect(kept.filter(([, { description }]) => description !== undefined).map(([name]) => name)).toEqual([
      "parent",
      "description",
    ]);
  });

  it("shortens descriptions if necessary", () => {
    const fields = { limit: z.int().describe("At most 1000, in all (links too); 50 when left out") };
    const descriptions = details.map((detail) => outlined(fields, detail).limit?.description);
    expect(new Set(descriptions)).toEqual(
      new Set([
        "At most 1000, in all (links too); 50 when left out",
        "At most 1000, in all (links too)",
        "At most 1000",
      ]),
    );
  });

  it("contains the members of objects to a limited depth, and below that only that they are objects", () => {
    const fields = {
      place: z.object({ page: z.string().describe("The page"), at: z.object({ line: z.int() }).optional() }),
    };
    expect(outlined(fields, { depth: 1, values: 9, description: "whole" })).toEqual({
      place: { type: "object", properties: { page: { type: "string" }, at: { type: "object" } }, required: ["page"] },
    });
    expect(outlined(fields, least)).toEqual({ place: { type: "object" } });
  });

  it("contains the first values of a long enumeration and their number", () => {
    const fields = { language: z.enum(["en", "fr", "de", "es", "it", "pt"]).describe("Of the answer") };
    expect(outlined(fields, least)).toEqual({
      language: { type: "string", description: "Of the answer: en, fr, de, … 6 values" },
    });
    expect(outlined(fields, most).language).toMatchObject({ enum: ["en", "fr", "de", "es", "it", "pt"] });
  });

  it("contains similar branches once", () => {
    const change = z.union([z.object({ a: z.string() }), z.object({ b: z.string() })]);
    expect(outlined({ changes: z.array(change) }, least)).toEqual({
      changes: { type: "array", items: { type: "object" } },
    });
  });

  it("counts as abridged exactly when members or values are omitted", () => {
    const plain = inputSchema({ title: z.string().max(9).describe("Title; short") });
    const rich = inputSchema({ place: z.object({ page: z.string() }) });
    const choice = inputSchema({ kind: z.enum(["a", "b", "c", "d", "e", "f"]).nullable() });
    expect(isAbridged(outlineSchema(plain, least), plain)).toBe(false);
    expect(isAbridged(outlineSchema(rich, most), rich)).toBe(false);
    expect(isAbridged(outlineSchema(rich, least), rich)).toBe(true);
    expect(isAbridged(outlineSchema(choice, least), choice)).toBe(true);
  });
});
