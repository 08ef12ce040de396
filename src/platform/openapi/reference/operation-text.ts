import { isRecord, own, recordOf, textOf } from "../pointer.ts";
import { inside, type Located } from "../resolve.ts";
import type { Api, ApiOperation, ApiParameter, ApiResponse, Media } from "./api.ts";
import { isShort, makeExample } from "./example.ts";
import { block, cell, code, escaped, fenced, inline, inTable, plain, words } from "./foreign-text.ts";
import { requestExample } from "./request-example.ts";
import type { SchemaBook } from "./schema-book.ts";
import { about, type Direction, schemaBody } from "./schema-table.ts";
import { typeWords } from "./schema-words.ts";
import { authentication } from "./security-words.ts";

/** A summary that is longer is a description. */
const longestTitle = 120;
const most = { parameters: 200, responses: 40, media: 6, callbacks: 20 };

export interface Surroundings {
  readonly api: Api;
  readonly book: SchemaBook;
  /** Address of the overview. */
  readonly overview: string;
}

/** The heading of an operation, and its name in lists. */
export function operationTitle({ at, method, path }: ApiOperation): string {
  const summary = words(textOf(own(at.value, "summary")), 200).replace(/\.$/, "");
  if (summary !== "" && summary.length <= longestTitle) return summary;
  return `${method.toUpperCase()} ${plain(path, 120)}`;
}

/** What an operation does; a summary that is too long for a title stands before it. */
function descriptionOf(operation: ApiOperation): string {
  const { value } = operation.at;
  const summary = textOf(own(value, "summary"));
  const isTitle = operationTitle(operation) === words(summary, 200).replace(/\.$/, "");
  const parts = [isTitle ? "" : block(summary), block(textOf(own(value, "description")))];
  return parts.filter((one) => one !== "").join("\n\n");
}

export const operationLine = ({ method, path }: ApiOperation): string => code(`${method.toUpperCase()} ${path}`, 500);

/** All about an operation but its heading. */
export function operationText(operation: ApiOperation, around: Surroundings, isWebhook = false): string {
  const { api, book, overview } = around;
  const { at, parameters, body, responses, security } = operation;
  const id = plain(textOf(own(at.value, "operationId")), 200);
  const first = isWebhook
    ? `The API calls your server: ${code(operation.method.toUpperCase())}, as webhook ${code(operation.path)}.`
    : operationLine(operation) + (id === "" ? "" : `, operation ${code(id)}`);
  const docs = own(own(at.value, "externalDocs"), "url");
  const sent: Direction = isWebhook ? "answered" : "sent";
  return [
    first,
    own(at.value, "deprecated") === true ? "**Deprecated.** Do not use it in new code." : "",
    descriptionOf(operation),
    typeof docs === "string" ? `More: ${inline(docs, 500)}` : "",
    isWebhook ? "" : authentication(security, overview),
    parameterTable("Parameters", parameters, book),
    ...(body === undefined ? [] : [bodyText(body, book, sent)]),
    ...(isWebhook ? bodyExample(body?.media[0], book, sent) : [requestExample(operation, api, book)]),
    ...responsesText(responses, book),
    callbacksText(at, book),
  ]
    .filter((one) => one !== "")
    .join("\n\n");
}

function parameterTable(label: string, parameters: readonly ApiParameter[], book: SchemaBook): string {
  if (parameters.length === 0) return "";
  const rows = parameters.slice(0, most.parameters).map(({ name, place, required, at, schema }) => {
    const description = textOf(own(at.value, "description"));
    const style = styleOf(at, book, schema);
    const said = [about(schema, book, description || textOf(own(schema.value, "description"))), style];
    const deprecated = own(at.value, "deprecated") === true && schema !== at ? ["Deprecated."] : [];
    return `| ${inTable(code(name))} | ${cell(place)} | ${inTable(typeWords(schema, book))} | ${required ? "yes" : "no"} | ${[...said, ...deprecated].filter((one) => one !== "").join(" ")} |`;
  });
  const left = parameters.length - rows.length;
  return [
    `**${label}**`,
    ["| Name | In | Type | Required | Description |", "| --- | --- | --- | --- | --- |", ...rows].join("\n"),
    ...(left > 0 ? [`${left} more are not shown; the specification has them.`] : []),
  ].join("\n\n");
}

/** How several values are written, where that is not as it is usual. */
function styleOf(at: Located, book: SchemaBook, schema: Located): string {
  const style = textOf(own(at.value, "style"));
  const collection = textOf(own(at.value, "collectionFormat"));
  const explode = own(at.value, "explode");
  const isArray = own(book.resolver.follow(schema)?.value, "type") === "array";
  if (collection !== "" && isArray) {
    const how: Readonly<Record<string, string>> = {
      csv: "separated by commas",
      ssv: "separated by blanks",
      pipes: "separated by bars",
      tsv: "separated by tabs",
      multi: "the name repeated for each",
    };
    return `Values ${how[collection] ?? cell(collection)}.`;
  }
  if (style === "deepObject") return `Written as ${code("name[member]=value")}.`;
  if (style === "spaceDelimited") return "Values separated by blanks.";
  if (style === "pipeDelimited") return "Values separated by bars.";
  if (explode === false && isArray) return "Values separated by commas.";
  return "";
}

function bodyText(body: NonNullable<ApiOperation["body"]>, book: SchemaBook, direction: Direction): string {
  const types = body.media.slice(0, most.media);
  const [first] = types;
  const same = types.filter(({ schema }) => sameSchema(schema, first?.schema, book));
  const others = types.filter((one) => !same.includes(one));
  const parts = [
    `**Request body**${body.required ? ", required" : ""}${mediaWords(same, book)}`,
    block(body.description),
    first?.schema === undefined ? "" : schemaBody(first.schema, book, direction),
  ];
  for (const { type, schema } of others) {
    parts.push(`As ${code(type)}${schema === undefined ? "" : `: ${typeWords(schema, book)}`}`);
    if (schema !== undefined && book.named(schema) === undefined) parts.push(schemaBody(schema, book, direction));
  }
  return parts.filter((one) => one !== "").join("\n\n");
}

function mediaWords(media: readonly Media[], book: SchemaBook): string {
  const [first] = media;
  if (first === undefined) return "";
  const types = media.map(({ type }) => code(type)).join(" or ");
  return `: ${types}${first.schema === undefined ? "" : `, ${typeWords(first.schema, book)}`}`;
}

const sameSchema = (one: Located | undefined, other: Located | undefined, book: SchemaBook) =>
  one?.value === other?.value ||
  (one !== undefined &&
    other !== undefined &&
    book.named(one) !== undefined &&
    book.named(one) === book.named(other)) ||
  JSON.stringify(one?.value) === JSON.stringify(other?.value);

function responsesText(responses: readonly ApiResponse[], book: SchemaBook): string[] {
  if (responses.length === 0) return [];
  const shown = responses.slice(0, most.responses);
  const left = responses.length - shown.length;
  let hasExample = false;
  const written = shown.flatMap((response) => {
    const isGood = /^(?:2|default)/.test(response.code) && response.media.length > 0 && !hasExample;
    hasExample ||= isGood;
    return responseText(response, book, isGood);
  });
  return [
    "**Responses**",
    ...joined(written),
    ...(left > 0 ? [`${left} more responses are in the specification.`] : []),
  ];
}

/** Lines of a list stand together; what else there is, apart. */
function joined(parts: readonly string[]): string[] {
  const written: string[] = [];
  for (const part of parts) {
    const last = written.at(-1);
    if (last?.startsWith("- ") && part.startsWith("- ")) written[written.length - 1] = `${last}\n${part}`;
    else written.push(part);
  }
  return written;
}

function responseText(
  { code: status, description, headers, media }: ApiResponse,
  book: SchemaBook,
  isShown: boolean,
): string[] {
  const types = media.slice(0, most.media);
  const [first] = types;
  const same = types.filter(({ schema }) => sameSchema(schema, first?.schema, book));
  const others = types
    .filter((one) => !same.includes(one))
    .map(({ type, schema }) => `${code(type)}${schema === undefined ? "" : ` ${typeWords(schema, book)}`}`);
  const said = inline(description, 600);
  const line = `- ${code(status)}${said === "" ? "" : ` ${said.replace(/\.$/, "")}`}${mediaWords(same, book)}${others.length > 0 ? `; or ${others.join(", ")}` : ""}`;
  const isNamed = first?.schema === undefined || book.named(first.schema) !== undefined;
  return [
    line,
    parameterTable(`Headers of ${code(status)}`, headers, book),
    isNamed || first?.schema === undefined ? "" : schemaBody(first.schema, book, "answered"),
    ...(isShown ? bodyExample(first, book, "answered") : []),
  ].filter((one) => one !== "");
}

/** An example of a body as code: the one that is given, else one made of the schema. */
function bodyExample(media: Media | undefined, book: SchemaBook, direction: Direction): string[] {
  if (media === undefined) return [];
  const { type, schema, example: given } = media;
  const isJson = /json/i.test(type) || type === "*/*";
  const example =
    given !== undefined && isShort(given)
      ? given
      : isJson && schema !== undefined
        ? makeExample(schema, book, direction)
        : undefined;
  if (example === undefined || (isRecord(example) && Object.keys(example).length === 0)) return [];
  const text = typeof example === "string" && !isJson ? example : JSON.stringify(example, undefined, 2);
  return [fenced(text.split("\n"), isJson ? "json" : "").join("\n")];
}

function callbacksText(at: Located, book: SchemaBook): string {
  const callbacks = inside(at, "callbacks");
  const lines = Object.keys(recordOf(callbacks.value))
    .slice(0, most.callbacks)
    .flatMap((name) => {
      const callback = book.resolver.follow(inside(callbacks, name));
      if (callback === undefined) return [];
      return Object.entries(recordOf(callback.value))
        .slice(0, most.callbacks)
        .flatMap(([address, item]) =>
          Object.keys(recordOf(item))
            .filter((method) => /^(?:get|put|post|delete|patch|head|options)$/.test(method))
            .map((method) => {
              const call = inside(inside(callback, address), method);
              const content = inside(inside(call, "requestBody"), "content");
              const [type] = Object.keys(recordOf(content.value));
              const body = type === undefined ? undefined : inside(inside(content, type), "schema");
              const summary = inline(textOf(own(call.value, "summary")) || textOf(own(call.value, "description")));
              const taken = body?.value === undefined ? "" : `, body ${typeWords(body, book)}`;
              return `- ${code(name)}: ${code(`${method.toUpperCase()} ${address}`, 400)}${taken}${summary === "" ? "" : `. ${summary}`}`;
            }),
        );
    });
  return lines.length === 0
    ? ""
    : ["**Callbacks**: requests that the API sends to your server", lines.join("\n")].join("\n\n");
}

/** What an operation is for, in a list of operations. */
export function operationRow(operation: ApiOperation, address: string | undefined): string {
  const title = escaped(operationTitle(operation));
  const deprecated = own(operation.at.value, "deprecated") === true ? " (deprecated)" : "";
  return `- ${operationLine(operation)} ${address === undefined ? title : `[${title}](${address})`}${deprecated}`;
}
