import { own, recordOf, textOf } from "../pointer.ts";
import { inside, type Located } from "../resolve.ts";
import { cell, code, escaped, inTable, plain } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { type Direction, groupsBelow, type Member, type Members, memberRoom, membersOf } from "./schema-members.ts";
import { isAlternative, type ObjectParts, onlyAlternative, partsOf } from "./schema-parts.ts";
import { constraintsOf, typesOf, typeWords } from "./schema-words.ts";

/** Alternatives, and values that tell them apart. */
const most = 100;

/** What there is to say of a member besides; empty for nothing. */
export type Beside = (member: Member) => string;

/** What a schema holds: its members in a table, and its alternatives. Empty for one that its type says all of. */
export function schemaBody(at: Located, book: SchemaBook, direction: Direction, beside?: Beside): string {
  const { properties, alternatives, discriminator } = partsOf(at, book);
  const room = memberRoom();
  const membersIn = (some: ObjectParts["properties"]) => membersOf(some, book, direction, room);
  const written = [
    ...tableOf(membersIn(properties), book, beside),
    ...alternativesOf(alternatives, discriminator, properties.size === 0, book, membersIn),
  ];
  const found = book.resolver.follow(at);
  if (written.length > 0 || found === undefined) return written.join("\n\n");
  const isList = typesOf(found.value).includes("array");
  const inner = isList ? inside(found, "items") : found;
  const groups = isList ? groupsBelow(inner, book) : groupsBelow(found, book);
  const tables = groups.flatMap(({ properties: some, step, of }) => [
    groupLead(of, `${isList ? "item" : ""}${step}`),
    ...tableOf(membersIn(some), book, beside),
  ]);
  return tables.filter((one) => one !== "").join("\n\n");
}

function groupLead(of: string, step: string): string {
  if (of !== "") return `As ${of}:`;
  return step === "" ? "" : step === ".*" ? "Each value:" : "Each item:";
}

function tableOf({ shown, left }: Members, book: SchemaBook, beside: Beside = () => ""): string[] {
  if (shown.length === 0) return left === 0 ? [] : [leftWords(left)];
  const rows = shown.map((member) => {
    const { path, at, required } = member;
    const said = [memberWords(member, book), beside(member)].filter((one) => one !== "").join(" ");
    const need = required === "parent" ? "with its parent" : required;
    return `| ${inTable(code(path))} | ${inTable(typeWords(at, book))} | ${need} | ${said} |`;
  });
  const table = ["| Member | Type | Required | Description |", "| --- | --- | --- | --- |", ...rows].join("\n");
  return [table, ...(left > 0 ? [leftWords(left)] : [])];
}

const leftWords = (left: number) => `${left} more members are not shown; the specification has them.`;

/** What a member is and must be, and the alternative that has it. */
export const memberWords = ({ at, of }: Member, book: SchemaBook): string =>
  [of === "" ? "" : `Of ${inTable(of)}.`, about(at, book)].filter((one) => one !== "").join(" ");

/** What a value is and must be, for a cell of a table. */
export function about(at: Located, book: SchemaBook, description = describedAs(at, book)): string {
  const words = constraintsOf(at, book).join(", ");
  const said = cell(description);
  const sentence = words === "" ? "" : `${words.slice(0, 1).toUpperCase()}${inTable(words.slice(1))}.`;
  return [said === "" || /[.!?:…]$/.test(said) ? said : `${said}.`, sentence].filter((one) => one !== "").join(" ");
}

/** In OpenAPI 3.1 a description beside a reference goes before that of what it leads to. */
function describedAs(at: Located, book: SchemaBook): string {
  const said = textOf(own(at.value, "description"));
  if (said !== "" || book.named(at) !== undefined) return said;
  const alternative = onlyAlternative(at, book);
  const inner = alternative !== undefined && book.named(alternative) === undefined ? alternative : at;
  return (
    [at, inner]
      .map((one) => textOf(own(book.resolver.follow(one)?.value, "description")))
      .find((text) => text !== "") ?? ""
  );
}

function alternativesOf(
  alternatives: ObjectParts["alternatives"],
  discriminator: unknown,
  isBare: boolean,
  book: SchemaBook,
  membersIn: (properties: ObjectParts["properties"]) => Members,
): string[] {
  const all = alternatives.filter(isAlternative);
  if (all.length < 2) return [];
  const shown = all.slice(0, most);
  const titles = shown.map((one) => titled(one, book));
  // Of what is nothing besides its alternatives, the type names them.
  const isTold = isBare && titles.every((title) => title === "");
  const lines = isTold ? [] : shown.map((one, index) => `- ${typeWords(one, book)}${titles[index]}`);
  const left = isTold ? 0 : all.length - lines.length;
  const tables = shown.flatMap((one, index) =>
    groupsBelow(one, book).flatMap(({ properties, step, of }) => {
      const table = tableOf(membersIn(properties), book);
      const lead = `Alternative ${index + 1}${of === "" ? "" : `, ${of}`}${step === "" ? "" : `, each ${step === ".*" ? "value" : "item"}`}:`;
      return table.length === 0 ? [] : [lead, ...table];
    }),
  );
  return [
    ...(isTold ? [] : ["One of:", [...lines, ...(left > 0 ? [`- and ${left} more`] : [])].join("\n")]),
    ...toldApart(discriminator),
    ...tables,
  ];
}

function titled(at: Located, book: SchemaBook): string {
  const title = book.named(at) === undefined ? plain(textOf(own(book.resolver.follow(at)?.value, "title"))) : "";
  return title === "" ? "" : `: ${escaped(title)}`;
}

function toldApart(discriminator: unknown): string[] {
  const name = textOf(own(discriminator, "propertyName"));
  if (name === "") return [];
  const mapping = Object.entries(recordOf(own(discriminator, "mapping"))).slice(0, most);
  const values = mapping.map(([value, to]) => `${code(value)} is ${escaped(plain(String(to).replace(/^.*\//, "")))}`);
  return [`Told apart by ${code(name)}${values.length === 0 ? "" : `: ${values.join(", ")}`}.`];
}
