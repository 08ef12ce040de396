import { describe, expect, it } from "vitest";
import { z } from "zod";
import { get, post } from "../../src/contract/operation.ts";
import { contractSchemas } from "../../src/reference/schemas.ts";
import { entryOf, smallContract } from "./small-contract.ts";

const parts = { summary: "Some", effect: "read", params: {}, errors: [], source: "public-api" } as const;

describe("the contract as JSON Schema", () => {
  const { operations, models } = smallContract();
  const of = (id: string) => operations.find(({ entry }) => entry.operation.id === id);

  it("writes a named model once and refers to it", () => {
    expect(of("listShelves")?.response?.properties?.items).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/Shelf" },
    });
    expect(models.Shelf).toEqual({
      type: "object",
      properties: {
        id: { type: "string" },
        color: { $ref: "#/components/schemas/Color" },
        size: {
          type: "object",
          properties: { width: { type: "number", description: "Centimetres" }, depth: { type: "integer" } },
          required: ["width"],
        },
        madeAt: { anyOf: [{ type: "string", format: "date-time" }, { type: "null" }] },
      },
      required: ["id", "color", "size", "madeAt"],
      additionalProperties: true,
    });
  });

  it("writes a recursive model", () => {
    expect(models.Tree?.properties?.children).toEqual({
      type: "array",
      items: { $ref: "#/components/schemas/Tree" },
    });
  });

  it("distinguishes requests from responses where defaults make a difference, also in models that contain such a model", () => {
    expect(Object.keys(models)).toEqual(["Color", "Shelf", "Sorting", "SortingInput", "Tree", "View", "ViewInput"]);
    expect(models.Sorting?.required).toEqual(["by", "descending"]);
    expect(models.SortingInput?.required).toBeUndefined();
    expect(models.ViewInput?.properties?.sorting).toEqual({ $ref: "#/components/schemas/SortingInput" });
    expect(of("setView")?.body).toEqual({ schema: { $ref: "#/components/schemas/ViewInput" }, required: true });
  });

  it("closes a body to further members unless it is open, and omits it if the operation accepts none", () => {
    const closed = post("/x", { ...parts, id: "closed", body: { a: z.string() }, returns: null });
    const [described] = contractSchemas([entryOf(closed)], new Map()).operations;
    expect(described?.body).toEqual({
      schema: { type: "object", properties: { a: { type: "string" } }, required: ["a"], additionalProperties: false },
      required: true,
    });
    expect(of("updateNote")?.body?.schema.additionalProperties).toBe(true);
    expect(of("updateNote")?.body?.required).toBe(false);
    expect(of("removeNote")?.body).toBeUndefined();
  });

  it("rejects an unnamed recursive schema", () => {
    const Nested: z.ZodType = z.object({ inner: z.lazy(() => Nested).optional() });
    const operation = get("/x", { ...parts, id: "nested", returns: Nested });
    expect(() => contractSchemas([entryOf(operation)], new Map())).toThrow("holds itself and is not exported");
  });

  it("rejects a name that two models would have", () => {
    const Sorting = z.object({ by: z.string().default("name") });
    const Other = z.object({ other: z.string() });
    const operation = post("/x", {
      ...parts,
      id: "two",
      body: { a: Sorting, b: Other },
      returns: z.object({ a: Sorting, b: Other }),
    });
    const clash = new Map<z.ZodType, string>([
      [Sorting, "Sorting"],
      [Other, "SortingInput"],
    ]);
    expect(() => contractSchemas([entryOf(operation)], clash)).toThrow("SortingInput would name two models.");
  });
});
