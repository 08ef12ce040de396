import { errors } from "../contract/errors.ts";
import type { AnyOperation } from "../contract/operation.ts";
import { listReaches } from "../contract/reach.ts";
import { code, markdownTable, paragraphs } from "./markdown.ts";
import { listMembers, listVariants, type Member, type ModelLink, membersInside, typeWords } from "./members.ts";
import { findModel, type JsonSchema, type OperationSchemas } from "./schemas.ts";
import { effectWords, listSuccessResponses, ownErrors } from "./words.ts";

/** One operation: how to call it, its input, its result and its errors. */
export function operationSection(described: OperationSchemas, link: ModelLink): string {
  const { group, name, operation } = described.entry;
  const facts = [
    `**${effectWords[operation.effect]}**`,
    ...reachBadge(operation),
    code(`${operation.method} ${operation.path}`),
    code(operation.id),
    code(`client.${group}.${name}`),
  ];
  return paragraphs(
    `## ${operation.summary}`,
    facts.join(" · "),
    operation.deprecated ? "Deprecated: kept for older callers." : undefined,
    sentence(operation.description),
    argumentTable(described, link),
    operation.openBody ? "Further members of the body are kept." : undefined,
    responseText(described, link),
    errorText(described),
  );
}

/** Its reach, if reading and effect do not express it. */
function reachBadge({ effect, reach }: AnyOperation): string[] {
  return effect === "read" ? [] : [listReaches(reach).map(code).join(" or ")];
}

function argumentTable({ entry, path, query, body }: OperationSchemas, link: ModelLink): string {
  const { bodyField, precondition } = entry.operation;
  const rows = [
    ...argumentsIn("path", listMembers(path, link)),
    ...argumentsIn("query", listMembers(query, link)),
    ...(bodyField === undefined
      ? argumentsIn("body", body === undefined ? [] : listMembers(body.schema, link))
      : argumentsIn("whole body", wholeBody(bodyField, body, link))),
    ...(precondition
      ? [["`If-Match`", "header", "id", "no", "", "Revision the change is made for; a newer one returns 412"]]
      : []),
  ];
  return markdownTable(["Argument", "In", "Type", "Required", "Default", "Meaning"], rows);
}

const argumentsIn = (location: string, members: readonly Member[]): string[][] =>
  members.map((member) => [
    code(member.name),
    location,
    member.type,
    member.required ? "yes" : "no",
    member.default,
    member.meaning,
  ]);

function wholeBody(name: string, body: OperationSchemas["body"], link: ModelLink): Member[] {
  if (body === undefined) return [];
  const { schema, required } = body;
  const whole = { name, type: typeWords(schema, link), required, default: "", meaning: schema.description ?? "" };
  return [whole, ...membersInside(schema, link, name)];
}

function responseText({ entry, response }: OperationSchemas, link: ModelLink): string {
  if (entry.operation.success === "removed") {
    return "Returns 205 when something was deleted, 204 when there was nothing to delete.";
  }
  const responses = listSuccessResponses(entry.operation);
  const withBody = responses.filter(({ hasBody }) => hasBody).map(({ status }) => status);
  const without = responses.filter(({ hasBody }) => !hasBody).map(({ status }) => `${status} without a body`);
  if (response === undefined || withBody.length === 0) return `Answers ${without.join(" or ")}.`;
  const statuses = [`${withBody.join(" or ")} with ${responseWords(response, link)}`, ...without].join(", or ");
  const listed = listedIn(response);
  const unnamed = listed?.items ?? response;
  const members = findModel(unnamed) === undefined && unnamed.properties !== undefined ? unnamed : undefined;
  return paragraphs(`Answers ${statuses}${members === undefined ? "." : ":"}`, members && shape(members, link));
}

function responseWords(response: JsonSchema, link: ModelLink): string {
  const listed = listedIn(response);
  if (listed !== undefined) return `a ${typeWords(listed, link)}`;
  const words = typeWords(response, link);
  return words === "object" ? "an object" : words;
}

/** The list in the envelope of a list response; undefined for other responses. */
function listedIn({ properties = {} }: JsonSchema): JsonSchema | undefined {
  const envelope = Object.keys(properties).every((name) => ["next", "count", "items"].includes(name));
  return envelope ? properties.items : undefined;
}

function errorText({ entry }: OperationSchemas): string {
  const own = ownErrors(entry.operation);
  return own.length === 0 ? "" : `Errors: ${own.map((code) => `${errors[code].status} \`${code}\``).join(", ")}.`;
}

/** The structure of a model, under its name. */
export function modelSection(name: string, schema: JsonSchema, level: 2 | 3, link: ModelLink): string {
  return paragraphs(`${"#".repeat(level)} ${name}`, sentence(schema.description), shape(schema, link));
}

/** An object's members or, for a union, the members of each form. */
function shape(schema: JsonSchema, link: ModelLink): string {
  if (schema.properties !== undefined) return memberTable(listMembers(schema, link));
  const unnamed = listVariants(schema).filter(({ properties }) => properties !== undefined);
  if (unnamed.length === 0) {
    const words = typeWords(schema, link);
    return paragraphs(
      `${words.charAt(0).toUpperCase()}${words.slice(1)}.`,
      memberTable(membersInside(schema, link, "")),
    );
  }
  const others = listVariants(schema).filter(({ properties }) => properties === undefined);
  const words = [...new Set(others.map((variant) => typeWords(variant, link)))];
  return paragraphs(
    words.length === 0
      ? `One of ${unnamed.length} forms.`
      : `${words.join(", ")}, or one of ${unnamed.length} other forms.`,
    ...unnamed.map((variant, at) =>
      paragraphs(
        `${formTitle(listMarks(variant), unnamed.map(listMarks)) || `Form ${at + 1}`}:`,
        sentence(variant.description),
        memberTable(listMembers(variant, link)),
      ),
    ),
  );
}

/** What distinguishes a form: its members with a single possible value, unless they are the same in all forms. */
function formTitle(marks: readonly string[], ofAll: readonly (readonly string[])[]): string {
  const own = marks.filter((mark) => !ofAll.every((others) => others.includes(mark)));
  return own.length === 0 ? "" : `With ${own.join(" and ")}`;
}

function listMarks({ properties = {} }: JsonSchema): string[] {
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

const sentence = (text: string | undefined): string | undefined =>
  text === undefined || /[.:!?]$/.test(text) ? text : `${text}.`;
