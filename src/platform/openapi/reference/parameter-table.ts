import { own, textOf } from "../pointer.ts";
import type { ApiParameter } from "./api.ts";
import { cell, code, inTable } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { groupsBelow, type Member, membersOf } from "./schema-members.ts";
import { about, memberWords } from "./schema-table.ts";
import { typeWords } from "./schema-words.ts";
import { parameterStyle, styleWords, type ValueStyle } from "./value-style.ts";

const most = 200;

/** Parameters in a table, each followed by the members of an object without a name. */
export function parameterTable(parameters: readonly ApiParameter[], book: SchemaBook): string {
  if (parameters.length === 0) return "";
  const shown = parameters.slice(0, most);
  const left = parameters.length - shown.length;
  const rows = shown.flatMap((one) => parameterRows(one, book));
  return [
    "**Parameters**",
    ["| Name | In | Type | Required | Description |", "| --- | --- | --- | --- | --- |", ...rows].join("\n"),
    ...(left > 0 ? [`${left} more are not shown; the specification has them.`] : []),
  ].join("\n\n");
}

function parameterRows({ name, place, required, at, schema, media }: ApiParameter, book: SchemaBook): string[] {
  const style = parameterStyle(at, schema, book, media);
  const members = groupsBelow(schema, book)
    .flatMap(({ properties, step, of }) =>
      membersOf(properties, book, "sent").shown.map((member) => ({
        ...member,
        path: step === "" ? member.path : `${step}.${member.path}`,
        of: member.of || of,
      })),
    )
    .slice(0, most);
  const said = parameterWords({ at, schema }, book, styleWords(style, name));
  const row = (path: string, type: string, need: string, words: string) =>
    `| ${inTable(code(path))} | ${cell(place)} | ${inTable(type)} | ${need} | ${words} |`;
  return [
    row(name, typeWords(schema, book), required ? "yes" : "no", said),
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

/** A member as its name stands in the request, where it has one there. */
function memberPath(name: string, { path }: Member, { as }: ValueStyle): string {
  if (as === "members") return path;
  if (as === "deep")
    return `${name}${path
      .split(".")
      .map((step) => `[${step}]`)
      .join("")}`;
  return path.startsWith("[]") ? name + path : `${name}.${path}`;
}

/** What a parameter or header is. */
export function parameterWords(
  { at, schema }: Pick<ApiParameter, "at" | "schema">,
  book: SchemaBook,
  style: string,
): string {
  const description = textOf(own(at.value, "description")) || textOf(own(schema.value, "description"));
  const deprecated = own(at.value, "deprecated") === true && schema !== at ? "Deprecated." : "";
  const described = description || textOf(own(book.resolver.follow(schema)?.value, "description"));
  return [about(schema, book, described), style, deprecated].filter((one) => one !== "").join(" ");
}
