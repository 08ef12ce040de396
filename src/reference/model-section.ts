import type { JsonSchema } from "./json-schema.ts";
import { code, markdownTable, paragraphs } from "./markdown-table.ts";
import { type Member, membersInside, membersOf, variantsOf } from "./members.ts";
import { type ModelLink, typeWords } from "./type-words.ts";

/** What a model consists of, under its name. */
export function modelSection(name: string, schema: JsonSchema, level: 2 | 3, link: ModelLink): string {
  return paragraphs(`${"#".repeat(level)} ${name}`, sentence(schema.description), shape(schema, link));
}

/** An object's members, or for one of several the members of each. */
export function shape(schema: JsonSchema, link: ModelLink): string {
  if (schema.properties !== undefined) return memberTable(membersOf(schema, link));
  const unnamed = variantsOf(schema).filter(({ properties }) => properties !== undefined);
  if (unnamed.length === 0) {
    const words = typeWords(schema, link);
    return paragraphs(
      `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
      memberTable(membersInside(schema, link, "")),
    );
  }
  const others = variantsOf(schema).filter(({ properties }) => properties === undefined);
  const words = [...new Set(others.map((variant) => typeWords(variant, link)))];
  return paragraphs(
    words.length === 0
      ? `One of ${unnamed.length} forms.`
      : `${words.join(", ")}, or one of ${unnamed.length} other forms.`,
    ...unnamed.map((variant, at) =>
      paragraphs(
        `${formTitle(marksOf(variant), unnamed.map(marksOf)) || `Form ${at + 1}`}:`,
        sentence(variant.description),
        memberTable(membersOf(variant, link)),
      ),
    ),
  );
}

/** What tells a form from the others: its members that can have one value only, unless all forms have it alike. */
function formTitle(marks: readonly string[], ofAll: readonly (readonly string[])[]): string {
  const own = marks.filter((mark) => !ofAll.every((others) => others.includes(mark)));
  return own.length === 0 ? "" : `With ${own.join(" and ")}`;
}

function marksOf({ properties = {} }: JsonSchema): string[] {
  return Object.entries(properties).flatMap(([name, { const: constant, enum: values = [] }]) => {
    const value = constant ?? (values.length === 1 ? values[0] : undefined);
    return value === undefined ? [] : [`${code(name)} ${code(String(value))}`];
  });
}

function memberTable(members: readonly Member[]): string {
  return markdownTable(
    ["Member", "Type", "Required", "Default", "Meaning"],
    members.map((member) => [
      code(member.name),
      member.type,
      member.required ? "yes" : "no",
      member.default,
      member.meaning,
    ]),
  );
}

export const sentence = (text: string | undefined): string | undefined =>
  text === undefined || /[.:!?]$/.test(text) ? text : `${text}.`;
