import type { Schema, Schemas } from "./schema-reading.ts";

const texts: Readonly<Record<string, string>> = {
  uri: "https://docs.example.com/",
  "date-time": "2026-01-02T03:04:05.000Z",
  date: "2026-01-02",
  email: "ada@example.com",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  byte: "AA==",
  emoji: "1f680",
  icon: "rocket",
};
/** Texts for patterns; the first that matches is used. */
const patterned = [
  "abc",
  "en",
  "/abc",
  "#0a0b0c",
  "https://docs.example.com/",
  "1.0.0",
  "integration:abc:def",
  "abc.def",
];
/** Deeper lists are empty, so that pages within pages end. */
const deepestList = 4;

/** The smallest response that a schema describes: only required members, one item in each list. */
export function sample(schema: Schema, schemas: Schemas, depth = 0): unknown {
  const { $ref, allOf, oneOf, anyOf = oneOf, properties = {}, required = [], items, minItems = 1 } = schema;
  const inside = (inner: Schema, deeper = 0) => sample(inner, schemas, depth + deeper);
  if ($ref !== undefined) return inside(schemas[$ref.split("/").at(-1) ?? ""] ?? {});
  if (schema.enum !== undefined) return schema.enum[0];
  if (anyOf !== undefined || allOf !== undefined) {
    const parts = [...(allOf ?? []).map((part) => inside(part)), ...(anyOf ? [inside(anyOf[0] ?? {})] : [])];
    const own = members(properties, required, inside);
    return parts.every((part) => typeof part === "object" && part !== null) ? Object.assign(own, ...parts) : parts[0];
  }
  const type = typeof schema.type === "string" ? schema.type : schema.type?.[0];
  if (type === "object" || schema.properties !== undefined) return members(properties, required, inside);
  if (type === "array")
    return items === undefined || depth >= deepestList ? [] : Array.from({ length: minItems }, () => inside(items, 1));
  if (type === "string") return text(schema);
  if (type === "number" || type === "integer") return schema.minimum ?? 1;
  return type === "boolean" ? true : null;
}

function members(
  properties: Schemas,
  required: readonly string[],
  inside: (schema: Schema, deeper: number) => unknown,
) {
  return Object.fromEntries(required.map((name) => [name, inside(properties[name] ?? {}, 1)]));
}

function text({ format = "", pattern = "" }: Schema): string {
  return texts[format] ?? patterned.find((candidate) => new RegExp(pattern, "u").test(candidate)) ?? "";
}
