import { type JsonSchema, listParts } from "./json-schema.ts";
import { code } from "./markdown-table.ts";
import { type ModelLink, typeWords } from "./type-words.ts";

export interface Member {
  /** With the names of what it stands in: `urls.app`, `nodes[].type`. */
  readonly name: string;
  readonly type: string;
  readonly required: boolean;
  readonly default: string;
  readonly meaning: string;
}

/** The members of an object and of the objects written out inside it, each after the one that holds it. */
export function membersOf(schema: JsonSchema, link: ModelLink, within = ""): Member[] {
  return Object.entries(schema.properties ?? {}).flatMap(([name, part]) => {
    const path = within + name;
    const member: Member = {
      name: path,
      type: typeWords(part, link),
      required: schema.required?.includes(name) ?? false,
      default: part.default === undefined ? "" : code(JSON.stringify(part.default)),
      meaning: part.description ?? "",
    };
    return [member, ...membersInside(part, link, path)];
  });
}

/** Variants of one member are told together: one that two variants have alike is told once. */
export function membersInside(schema: JsonSchema, link: ModelLink, path: string): Member[] {
  const values = typeof schema.additionalProperties === "object" ? schema.additionalProperties : undefined;
  const found = [
    ...(schema.properties === undefined ? [] : membersOf(schema, link, `${path}.`)),
    ...(schema.items === undefined ? [] : membersInside(schema.items, link, `${path}[]`)),
    ...(values === undefined ? [] : membersInside(values, link, `${path}.*`)),
    ...variantsOf(schema).flatMap((variant) => membersInside(variant, link, path)),
  ];
  const seen = new Set<string>();
  return found.filter((member) => {
    const text = JSON.stringify(member);
    return !seen.has(text) && seen.add(text);
  });
}

export const variantsOf = ({ anyOf = [], oneOf = [], allOf = [] }: JsonSchema): readonly JsonSchema[] => [
  ...anyOf,
  ...oneOf,
  ...allOf,
];

/** Whether a schema is said fully by its words: it has no members and refers to none that have. */
export function isPlain(schema: JsonSchema): boolean {
  return listParts(schema).every(({ $ref, type }) => $ref === undefined && type !== "object" && type !== "array");
}
