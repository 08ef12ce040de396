import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { toolList } from "../../scripts/products/tool-list.ts";
import { generatedRegistry } from "../../src/tools/generated-registry.ts";
import { operationEntries } from "../../src/tools/operation-index.ts";
import { createSurface } from "../../src/tools/surface.ts";

const { entries } = generatedRegistry;
const tokensOf = (listed: typeof entries) => listed.reduce((sum, { tokens }) => sum + tokens, 0);
const titles = entries.map((entry) => [entry.definition.name, entry] as const);

/** Keywords that a model provider or a host refuses, wherever they stand. */
const refused = [
  "$ref",
  "$defs",
  "$schema",
  "$id",
  "definitions",
  "oneOf",
  "allOf",
  "not",
  "if",
  "const",
  "prefixItems",
  "exclusiveMinimum",
  "exclusiveMaximum",
  "patternProperties",
  "propertyNames",
  "dependentSchemas",
];

function keywordsOf(schema: unknown): string[] {
  if (Array.isArray(schema)) return schema.flatMap(keywordsOf);
  if (typeof schema !== "object" || schema === null) return [];
  return Object.entries(schema).flatMap(([keyword, value]) => {
    if (keyword === "enum" || keyword === "default") return [keyword];
    if (keyword === "properties") return [keyword, ...Object.values(value).flatMap(keywordsOf)];
    return [keyword, ...keywordsOf(value)];
  });
}

describe("the list of tools", () => {
  it("is what `npm run generate` would write now", async () => {
    const file = new URL("../../src/tools/generated/tools.json", import.meta.url);
    expect(readFileSync(file, "utf8")).toBe(await toolList());
  });

  it("has every operation and the hand-made tools, sorted, each name once", () => {
    const names = entries.map(({ definition }) => definition.name);
    expect(names).toEqual([...new Set(names)].sort());
    expect(new Set(entries.flatMap(({ operation }) => operation ?? []))).toEqual(
      new Set(operationEntries().map(({ operation }) => operation.id)),
    );
  });

  it("costs at most 5,000 tokens and 24 tools by default", () => {
    const { listed } = createSurface(entries);
    expect(listed.length).toBeLessThanOrEqual(24);
    expect(tokensOf(listed)).toBeLessThanOrEqual(5000);
  });

  it("costs at most 160 tokens an operation on average", () => {
    const derived = entries.filter(({ toolset, operation }) => toolset === "operations" && operation !== undefined);
    expect(tokensOf(derived) / derived.length).toBeLessThanOrEqual(160);
  });

  it.each(titles)("describes %s in a way every host takes", (name, { definition }) => {
    expect(name).toMatch(/^[a-z0-9_]{1,40}$/);
    expect(definition.title.length).toBeGreaterThan(0);
    expect(definition.title.length).toBeLessThanOrEqual(60);
    expect(definition.description.length).toBeGreaterThan(0);
    expect(definition.description.length).toBeLessThan(1000);
    expect(Object.keys(definition).sort()).toEqual(["annotations", "description", "inputSchema", "name", "title"]);
  });

  it.each(titles)("gives all four hints of %s, and none that contradict", (_name, { definition, readOnly }) => {
    const { annotations } = definition;
    expect(Object.keys(annotations).sort()).toEqual([
      "destructiveHint",
      "idempotentHint",
      "openWorldHint",
      "readOnlyHint",
    ]);
    expect(Object.values(annotations).every((hint) => typeof hint === "boolean")).toBe(true);
    expect(annotations.readOnlyHint && annotations.destructiveHint).toBe(false);
    expect(readOnly).toBe(annotations.readOnlyHint);
  });

  it.each(titles)(
    "has a flat object as the input of %s, without keywords that hosts refuse",
    (_name, { definition }) => {
      const { inputSchema } = definition;
      expect(inputSchema.type).toBe("object");
      expect(inputSchema.additionalProperties).toBe(false);
      expect(inputSchema).not.toHaveProperty("anyOf");
      const { additionalProperties: _root, ...rest } = inputSchema;
      const keywords = keywordsOf(rest);
      expect(keywords.filter((keyword) => refused.includes(keyword) || keyword === "additionalProperties")).toEqual([]);
      expect(JSON.stringify(inputSchema)).not.toContain("9007199254740991");
    },
  );

  it.each(titles)("can load %s, under the same name", async (name) => {
    expect((await generatedRegistry.load(name))?.name).toBe(name);
  });

  it("has no tool of another name to load", async () => {
    expect(await generatedRegistry.load("constructor")).toBeUndefined();
    expect(await generatedRegistry.load("no_such_tool")).toBeUndefined();
  });
});
