import { describe, expect, it } from "vitest";
import { listOperations } from "../../src/contract/index.ts";
import type { Effect } from "../../src/contract/operation.ts";
import { catalog } from "../../src/tools/catalog.ts";
import { listedArguments } from "../../src/tools/confirmation.ts";
import { inputSchema } from "../../src/tools/input-schema.ts";
import { operationNamed } from "../../src/tools/operations/lookup.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { createSurface, toolsets } from "../../src/tools/surface.ts";
import type { ToolAnnotations } from "../../src/tools/tool.ts";

const { entries } = generatedRegistry;

const tools = entries.map((entry) => [entry.definition.name, entry] as const);

const derived = entries.filter(({ definition }) => !Object.hasOwn(catalog, definition.name));

const tokensOf = (some: typeof entries) => some.reduce((sum, { tokens }) => sum + tokens, 0);

/** Every keyword that all hosts and model providers accept. */
const allowed = new Set([
  "type",
  "description",
  "properties",
  "required",
  "items",
  "anyOf",
  "enum",
  "default",
  "format",
  "minimum",
  "maximum",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
]);

const types = ["string", "number", "integer", "boolean", "array", "object", "null"];

type Schema = Readonly<Record<string, unknown>>;

const isSchema = (value: unknown): value is Schema => typeof value === "object" && value !== null;

/** A schema and every schema in it, each with its place. */
function schemasIn(schema: Schema, place: string): (readonly [string, Schema])[] {
  const { properties, items, anyOf } = schema;
  const members = isSchema(properties) ? Object.entries(properties) : [];
  const branches = Array.isArray(anyOf) ? anyOf : [];
  return [
    [place, schema],
    ...members.flatMap(([name, member]) => schemasIn(member as Schema, `${place}.${name}`)),
    ...(isSchema(items) ? schemasIn(items, `${place}[]`) : []),
    ...branches.flatMap((branch: Schema, at) => schemasIn(branch, `${place}|${at}`)),
  ];
}

/** The problems with the keywords of one schema. */
function faultsOf(schema: Schema): string[] {
  const { type, anyOf, items, required, properties, format, enum: values } = schema;
  return [
    ...Object.keys(schema).flatMap((keyword) => (allowed.has(keyword) ? [] : [`has ${keyword}`])),
    ...(anyOf === undefined && !types.includes(String(type)) ? [`has the type ${JSON.stringify(type)}`] : []),
    ...(anyOf !== undefined && (!Array.isArray(anyOf) || anyOf.length < 2 || type !== undefined)
      ? ["has an odd anyOf"]
      : []),
    ...(Array.isArray(items) ? ["is a tuple"] : []),
    ...(type === "array" && !isSchema(items) ? ["is a list of nothing"] : []),
    ...(format !== undefined && format !== "date-time" ? [`has the format ${String(format)}`] : []),
    ...(values !== undefined &&
    (!Array.isArray(values) || values.length === 0 || values.some((value) => typeof value !== "string"))
      ? ["has values that are no texts"]
      : []),
    ...(Array.isArray(required) ? required : []).flatMap((name) =>
      isSchema(properties) && Object.hasOwn(properties, name) ? [] : [`requires ${name}, which it does not have`],
    ),
    ...Object.values(schema).flatMap((value) =>
      typeof value === "number" && Math.abs(value) >= Number.MAX_SAFE_INTEGER ? ["has an idle bound"] : [],
    ),
  ];
}

const faultsWithin = ({ additionalProperties: _root, ...root }: Schema) =>
  schemasIn(root, "").flatMap(([place, schema]) => faultsOf(schema).map((fault) => `${place} ${fault}`));

describe("every tool", () => {
  it.each(tools)("has a name, title and description that every host accepts: %s", (name, { definition }) => {
    expect(name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(name.length).toBeLessThanOrEqual(40);
    expect(definition.title).toMatch(/^\S.{0,58}\S$/);
    expect(definition.description).toMatch(/^[A-Z].*[.)"]$/s);
    expect(definition.description.length).toBeLessThanOrEqual(500);
    expect(Object.keys(definition).sort()).toEqual(["annotations", "description", "inputSchema", "name", "title"]);
  });

  it.each(tools)("accepts one flat object, in keywords that no host refuses: %s", (_name, { definition }) => {
    const { inputSchema: schema } = definition;
    expect(
      Object.keys(schema)
        .filter((keyword) => keyword !== "required")
        .sort(),
    ).toEqual(["additionalProperties", "properties", "type"]);
    expect(schema.type).toBe("object");
    expect(schema.additionalProperties).toBe(false);
    expect(faultsWithin(schema)).toEqual([]);
  });

  it.each(tools)(
    "accepts arguments whose full schema follows the same rules, and is not recursive: %s",
    async (name) => {
      const tool = await generatedRegistry.load(name);
      expect(faultsWithin(inputSchema(tool === undefined ? {} : listedArguments(tool)))).toEqual([]);
    },
  );

  it.each(tools)("lists exactly the arguments of its full schema: %s", async (name, entry) => {
    const tool = await generatedRegistry.load(name);
    const whole = inputSchema(tool === undefined ? {} : listedArguments(tool));
    const told = entry.definition.inputSchema;
    expect(Object.keys(told.properties)).toEqual(Object.keys(whole.properties));
    expect(told.required).toEqual(whole.required);
  });
});

describe("the check of schemas", () => {
  it.each<[string, Schema]>([
    ["a root that is a choice", { anyOf: [{ type: "object" }, { type: "null" }], type: "object" }],
    ["const", { type: "object", properties: { a: { const: "x" } } }],
    ["a reference", { type: "object", properties: { a: { $ref: "#/$defs/x" } } }],
    ["definitions", { type: "object", $defs: {} }],
    ["exclusive bounds", { type: "object", properties: { a: { type: "number", exclusiveMinimum: 0 } } }],
    ["records", { type: "object", properties: { a: { type: "object", additionalProperties: { type: "string" } } } }],
    ["names of members", { type: "object", properties: { a: { type: "object", propertyNames: {} } } }],
    ["tuples", { type: "object", properties: { a: { type: "array", prefixItems: [{ type: "string" }] } } }],
    ["lists of types", { type: "object", properties: { a: { type: ["string", "null"] } } }],
    ["patterns", { type: "object", properties: { a: { type: "string", pattern: "x" } } }],
    [
      "odd formats",
      { type: "object", properties: { a: { type: "array", items: { type: "string", format: "email" } } } },
    ],
    ["values that are numbers", { type: "object", properties: { a: { type: "number", enum: [1] } } }],
    [
      "the bounds of safe integers",
      { type: "object", properties: { a: { type: "integer", maximum: 9007199254740991 } } },
    ],
    ["a member that is required and missing", { type: "object", properties: {}, required: ["a"] }],
  ])("finds %s", (_what, schema) => {
    expect(faultsWithin(schema)).not.toEqual([]);
  });
});

describe("the hints of an operation's tool", () => {
  const hints: Readonly<Record<Effect, ToolAnnotations>> = {
    read: { readOnlyHint: true, destructiveHint: false, idempotentHint: true, openWorldHint: false },
    create: { readOnlyHint: false, destructiveHint: false, idempotentHint: false, openWorldHint: false },
    update: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    delete: { readOnlyHint: false, destructiveHint: true, idempotentHint: true, openWorldHint: false },
    run: { readOnlyHint: false, destructiveHint: true, idempotentHint: false, openWorldHint: true },
  };
  const outsideReaches = ["runs", "changes_content", "publishes", "invites", "grants"] as const;

  it.each(derived.map((entry) => [entry.definition.name, entry] as const))(
    "are those of its effect: %s",
    (_name, entry) => {
      const effect = operationNamed(entry.operation ?? "")?.effect;
      const outside = outsideReaches.some((reach) => operationNamed(entry.operation ?? "")?.reaches.includes(reach));
      const told = hints[effect ?? "run"];
      expect(entry.definition.annotations).toEqual({ ...told, openWorldHint: told.openWorldHint || outside });
      expect(entry.limit === "read").toBe(effect === "read");
    },
  );

  it.each(tools)("do not contradict each other: %s", (_name, { definition, limit }) => {
    const { annotations } = definition;
    expect(Object.keys(annotations).sort()).toEqual(Object.keys(hints.read).sort());
    expect(Object.values(annotations).every((hint) => typeof hint === "boolean")).toBe(true);
    expect(annotations.readOnlyHint && annotations.destructiveHint).toBe(false);
    expect(limit === "read").toBe(annotations.readOnlyHint);
  });
});

describe("what the tools cost", () => {
  it("is at most 5,000 tokens for at most 24 tools by default", () => {
    const { listed } = createSurface(entries);
    expect(listed.length).toBeLessThanOrEqual(24);
    expect(tokensOf(listed)).toBeLessThanOrEqual(5000);
  });

  it("is at most 160 tokens an operation on average", () => {
    expect(derived.length).toBeGreaterThan(0);
    expect(tokensOf(derived) / derived.length).toBeLessThanOrEqual(160);
  });

  it.each(toolsets)("leaves room in %s for other servers' tools: fewer than 128", (toolset) => {
    const { listed } = createSurface(entries, { toolsets: [toolset] });
    expect(listed.length).toBeGreaterThan(4);
    expect(listed.length).toBeLessThan(128);
  });
});

describe("the name of an operation's tool", () => {
  it("identifies its operation for the tools that call any", () => {
    for (const { definition, operation } of derived) {
      expect(operationNamed(definition.name)?.id, definition.name).toBe(operation);
    }
  });

  it("differs from every other operation's id, however it is spelled", () => {
    const plain = (name: string) => name.replaceAll("_", "").toLowerCase();
    const ids = new Map(listOperations().map(({ operation }) => [plain(operation.id), operation.id]));
    for (const { definition, operation } of derived) {
      expect([undefined, operation], definition.name).toContain(ids.get(plain(definition.name)));
    }
  });
});
