import { isRecord, own, toRecord, toText } from "../pointer.ts";
import { inside, type Located } from "../references.ts";
import { type ApiParameter, schemaIn } from "./api.ts";
import { type Direction, isShort } from "./examples.ts";
import { block, cell, code, escaped, inTable, plain } from "./foreign-text.ts";
import type { Section } from "./pages.ts";
import type { NamedSchema, SchemaBook } from "./schema-book.ts";
import {
  collectParts,
  isAlternative,
  listConstraints,
  listTypes,
  type ObjectParts,
  onlyAlternative,
  typeWords,
} from "./schema-words.ts";
import { parameterStyle, styleWords, type ValueStyle } from "./value-style.ts";

/** A schema with its members, under its name. */
export function schemaSection(schema: NamedSchema, book: SchemaBook, level: Section["level"]): Section {
  const { at } = schema;
  const found = book.resolver.follow(at);
  const description = toText(own(found?.value, "description"));
  // Removes the name, so that the type in words is not a link to this section itself.
  const bare = { value: found?.value, file: found?.file ?? at.file, steps: found?.steps ?? at.steps };
  const constraints = listConstraints(bare, book).join(", ");
  const type = typeWords(bare, book);
  const example = own(found?.value, "example");
  const parts = [
    `${type.slice(0, 1).toUpperCase()}${type.slice(1)}${constraints === "" ? "" : `, ${constraints}`}.`,
    block(description),
    schemaBody(bare, book, "both"),
    example !== undefined && typeof example !== "object" && isShort(example)
      ? `Example: ${code(JSON.stringify(example) ?? "")}`
      : "",
  ];
  return { title: schema.name, level, text: parts.filter((one) => one !== "").join("\n\n"), target: schema };
}

/** The most alternatives, and discriminator values. */
const maxAlternatives = 100;

/** An additional remark on a member; empty for none. */
type MemberRemark = (member: Member) => string;

/** A schema's members as a table, and its alternatives. Empty if its type describes it fully. */
export function schemaBody(at: Located, book: SchemaBook, direction: Direction, remarkFor?: MemberRemark): string {
  const { properties, alternatives, discriminator } = collectParts(at, book);
  const budget = createMemberBudget();
  const membersIn = (some: ObjectParts["properties"]) => collectMembers(some, book, direction, budget);
  const written = [
    ...formatTable(membersIn(properties), book, remarkFor),
    ...formatAlternatives(alternatives, discriminator, properties.size === 0, book, membersIn),
  ];
  const found = book.resolver.follow(at);
  if (written.length > 0 || found === undefined) return written.join("\n\n");
  const isList = listTypes(found.value).includes("array");
  const inner = isList ? inside(found, "items") : found;
  const groups = isList ? groupsBelow(inner, book) : groupsBelow(found, book);
  const tables = groups.flatMap(({ properties: some, step, of }) => [
    groupLead(of, `${isList ? "item" : ""}${step}`),
    ...formatTable(membersIn(some), book, remarkFor),
  ]);
  return tables.filter((one) => one !== "").join("\n\n");
}

function groupLead(of: string, step: string): string {
  if (of !== "") return `As ${of}:`;
  return step === "" ? "" : step === ".*" ? "Each value:" : "Each item:";
}

function formatTable({ shown, left }: Members, book: SchemaBook, remarkFor: MemberRemark = () => ""): string[] {
  if (shown.length === 0) return left === 0 ? [] : [leftWords(left)];
  const rows = shown.map((member) => {
    const { path, at, required } = member;
    const remarks = [memberWords(member, book), remarkFor(member)].filter((one) => one !== "").join(" ");
    const need = required === "parent" ? "with its parent" : required;
    return `| ${inTable(code(path))} | ${inTable(typeWords(at, book))} | ${need} | ${remarks} |`;
  });
  const table = ["| Member | Type | Required | Description |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return [table, ...(left > 0 ? [leftWords(left)] : [])];
}

const leftWords = (left: number) => `${left} more members are not shown; the specification has them.`;

/** A member's type and constraints, and the alternative that has it. */
const memberWords = ({ at, of }: Member, book: SchemaBook): string =>
  [of === "" ? "" : `Of ${inTable(of)}.`, about(at, book)].filter((one) => one !== "").join(" ");

/** A value's type and constraints, for a table cell. */
function about(at: Located, book: SchemaBook, description = describedAs(at, book)): string {
  const words = listConstraints(at, book).join(", ");
  const text = cell(description);
  const sentence = words === "" ? "" : `${words.slice(0, 1).toUpperCase()}${inTable(words.slice(1))}.`;
  return [text === "" || /[.!?:…]$/.test(text) ? text : `${text}.`, sentence].filter((one) => one !== "").join(" ");
}

/** In OpenAPI 3.1 a description next to a reference takes precedence over that of its target. */
export function describedAs(at: Located, book: SchemaBook): string {
  const description = toText(own(at.value, "description"));
  if (description !== "" || book.named(at) !== undefined) return description;
  const alternative = onlyAlternative(at, book);
  const inner = alternative !== undefined && book.named(alternative) === undefined ? alternative : at;
  return (
    [at, inner]
      .map((one) => toText(own(book.resolver.follow(one)?.value, "description")))
      .find((text) => text !== "") ?? ""
  );
}

function formatAlternatives(
  alternatives: ObjectParts["alternatives"],
  discriminator: unknown,
  isBare: boolean,
  book: SchemaBook,
  membersIn: (properties: ObjectParts["properties"]) => Members,
): string[] {
  const all = alternatives.filter(isAlternative);
  if (all.length < 2) return [];
  const shown = all.slice(0, maxAlternatives);
  const titles = shown.map((one) => titled(one, book));
  // The type already names the alternatives of a schema that consists only of them.
  const isInType = isBare && titles.every((title) => title === "");
  const lines = isInType ? [] : shown.map((one, index) => `- ${typeWords(one, book)}${titles[index]}`);
  const left = isInType ? 0 : all.length - lines.length;
  const tables = shown.flatMap((one, index) =>
    groupsBelow(one, book).flatMap(({ properties, step, of }) => {
      const table = formatTable(membersIn(properties), book);
      const lead = `Alternative ${index + 1}${of === "" ? "" : `, ${of}`}${step === "" ? "" : `, each ${step === ".*" ? "value" : "item"}`}:`;
      return table.length === 0 ? [] : [lead, ...table];
    }),
  );
  return [
    ...(isInType ? [] : ["One of:", [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n")]),
    ...formatDiscriminator(discriminator),
    ...tables,
  ];
}

function titled(at: Located, book: SchemaBook): string {
  const title = book.named(at) === undefined ? plain(toText(own(book.resolver.follow(at)?.value, "title"))) : "";
  return title === "" ? "" : `: ${escaped(title)}`;
}

function formatDiscriminator(discriminator: unknown): string[] {
  const name = toText(own(discriminator, "propertyName"));
  if (name === "") return [];
  const mapping = Object.entries(toRecord(own(discriminator, "mapping"))).slice(0, maxAlternatives);
  const values = mapping.map(([value, to]) => `${code(value)} is ${escaped(plain(String(to).replace(/^.*\//, "")))}`);
  return [`Distinguished by ${code(name)}${values.length === 0 ? "" : `: ${values.join(", ")}`}.`];
}

/** Members per table and per schema, nesting depth of unnamed schemas, and levels of nested lists. */
const memberLimits: Readonly<Record<"members" | "all" | "depth" | "levels", number>> = {
  members: 300,
  all: 600,
  depth: 6,
  levels: 4,
};

/** A member of an object, or of an unnamed object inside it. */
export interface Member {
  readonly name: string;
  /** The path from the object whose members are listed. */
  readonly path: string;
  readonly at: Located;
  /** "parent": required if its parent object is present. */
  readonly required: "yes" | "no" | "parent";
  /** The alternative that has it; empty for a member of all. */
  readonly of: string;
}

/** Members, possibly truncated. */
interface Members {
  readonly shown: readonly Member[];
  readonly left: number;
}

/** How many more members the tables of one schema may have. */
interface MemberBudget {
  left: number;
}

const createMemberBudget = (): MemberBudget => ({ left: memberLimits.all });

/** The members in `properties`, each followed by its descendants. */
function collectMembers(
  properties: ObjectParts["properties"],
  book: SchemaBook,
  direction: Direction,
  budget = createMemberBudget(),
): Members {
  const shown: Member[] = [];
  let left = 0;
  const open = new Set<unknown>();
  collect(properties, "", 0, true, "");
  return { shown, left };

  function collect(all: ObjectParts["properties"], above: string, depth: number, isNeeded: boolean, of: string): void {
    for (const { name, at, required } of all.values()) {
      const value = { ...toRecord(book.resolver.follow(at)?.value), ...toRecord(at.value) };
      if ((direction === "sent" && value.readOnly === true) || (direction === "answered" && value.writeOnly === true))
        continue;
      if (shown.length >= memberLimits.members || budget.left <= 0) {
        left += 1;
        continue;
      }
      const path = above + name;
      budget.left -= 1;
      shown.push({ name, path, at, required: !required ? "no" : isNeeded && of === "" ? "yes" : "parent", of });
      const inner = book.resolver.follow(at)?.value;
      if (depth >= memberLimits.depth || open.has(inner)) continue;
      open.add(inner);
      for (const group of groupsBelow(at, book)) {
        collect(group.properties, `${path}${group.step}.`, depth + 1, required && isNeeded, group.of || of);
      }
      open.delete(inner);
    }
  }
}

/** The members of an unnamed object, or of one of a value's alternatives. */
interface Group {
  readonly properties: ObjectParts["properties"];
  /** The step from the value's path to those of the members: empty, `[]` or `.*`. */
  readonly step: string;
  readonly of: string;
}

/** The unnamed objects that a value is, contains as list or map items, or may be as an alternative. */
function groupsBelow(at: Located, book: SchemaBook, levels = memberLimits.levels, seen = new Set<unknown>()): Group[] {
  const found = book.resolver.follow(at);
  if (levels === 0 || book.named(at) !== undefined || found === undefined || seen.has(found.value)) return [];
  seen.add(found.value);
  const { properties, alternatives } = collectParts(found, book);
  const groups: Group[] = properties.size > 0 ? [{ properties, step: "", of: "" }] : [];
  const shown = alternatives.filter(isAlternative);
  for (const [index, one] of shown.entries()) {
    const of = shown.length === 1 ? "" : alternativeName(one, index, book);
    for (const group of groupsBelow(one, book, levels - 1, seen)) groups.push({ ...group, of: group.of || of });
  }
  if (groups.length > 0) return groups;
  for (const [member, step] of [
    ["items", "[]"],
    ["additionalProperties", ".*"],
  ] as const) {
    if (!isRecord(own(found.value, member))) continue;
    const below = groupsBelow(schemaIn(found, member), book, levels - 1, seen);
    if (below.length > 0) return below.map((group) => ({ ...group, step: step + group.step }));
  }
  return [];
}

/** The title of an alternative, or else its number. */
function alternativeName(at: Located, index: number, book: SchemaBook): string {
  const title = plain(toText(own(book.resolver.follow(at)?.value, "title")), 60);
  return title === "" ? `alternative ${index + 1}` : escaped(title);
}

const maxParameters = 200;

/** Parameters as a table, each followed by the members of an unnamed object. */
export function parameterTable(parameters: readonly ApiParameter[], book: SchemaBook): string {
  if (parameters.length === 0) return "";
  const shown = parameters.slice(0, maxParameters);
  const left = parameters.length - shown.length;
  const rows = shown.flatMap((one) => parameterRows(one, book));
  return [
    "**Parameters**",
    ["| Name | In | Type | Required | Description |", "| --- | --- | --- | --- | --- |", ...rows].join("\n"),
    ...(left > 0 ? [`${left} more are not shown; the specification has them.`] : []),
  ].join("\n\n");
}

function parameterRows({ name, location, required, at, schema, media }: ApiParameter, book: SchemaBook): string[] {
  const style = parameterStyle(at, schema, book, media);
  const members = groupsBelow(schema, book)
    .flatMap(({ properties, step, of }) =>
      collectMembers(properties, book, "sent").shown.map((member) => ({
        ...member,
        path: step === "" ? member.path : `${step}.${member.path}`,
        of: member.of || of,
      })),
    )
    .slice(0, maxParameters);
  const description = parameterWords({ at, schema }, book, styleWords(style, name));
  const row = (path: string, type: string, need: string, words: string) =>
    `| ${inTable(code(path))} | ${cell(location)} | ${inTable(type)} | ${need} | ${words} |`;
  return [
    row(name, typeWords(schema, book), required ? "yes" : "no", description),
    ...members.map((member) =>
      row(
        memberPath(name, member, style),
        typeWords(member.at, book),
        member.required === "no" ? "no" : required && member.required === "yes" ? "yes" : "with its parent",
        memberWords(member, book),
      ),
    ),
  ];
}

/** A member by its name in the request, if it has one there. */
function memberPath(name: string, { path }: Member, { as }: ValueStyle): string {
  if (as === "members") return path;
  if (as === "deep")
    return `${name}${path
      .split(".")
      .map((step) => `[${step}]`)
      .join("")}`;
  return path.startsWith("[]") ? name + path : `${name}.${path}`;
}

/** A parameter's or header's type and constraints. */
export function parameterWords(
  { at, schema }: Pick<ApiParameter, "at" | "schema">,
  book: SchemaBook,
  style: string,
): string {
  const description = toText(own(at.value, "description")) || toText(own(schema.value, "description"));
  const deprecated = own(at.value, "deprecated") === true && schema !== at ? "Deprecated." : "";
  const described = description || toText(own(book.resolver.follow(schema)?.value, "description"));
  return [about(schema, book, described), style, deprecated].filter((one) => one !== "").join(" ");
}
