import { isRecord, own, toRecord, toText } from "../pointer.ts";
import { inside, type Located } from "../references.ts";
import type { Api, ApiLink, ApiOperation, ApiParameter, ApiResponse, Body, Media } from "./api.ts";
import { type Direction, fieldStyle, isForm, isShort, makeExample, requestExample } from "./examples.ts";
import { block, code, escaped, fenced, inline, plain, words } from "./foreign-text.ts";
import { serverList } from "./overview.ts";
import type { SchemaBook } from "./schema-book.ts";
import { type Member, parameterTable, parameterWords, schemaBody } from "./schema-table.ts";
import { orNull, typeWords } from "./schema-words.ts";
import { authentication } from "./security-words.ts";
import { styleWords } from "./value-style.ts";

/** A longer summary is used as a description. */
const maxTitleLength = 120;

interface Surroundings {
  readonly api: Api;
  readonly book: SchemaBook;
  /** Address of the overview. */
  readonly overview: string;
}

/** The heading of an operation, and its name in lists. */
export function operationTitle({ at, method, path }: ApiOperation): string {
  const summary = words(toText(own(at.value, "summary")), 200).replace(/\.$/, "");
  if (summary !== "" && summary.length <= maxTitleLength) return summary;
  return `${method.toUpperCase()} ${plain(path, 120)}`;
}

/** An operation's description, preceded by its summary if that is too long for a title. */
export function formatDescription(operation: ApiOperation): string {
  const { value } = operation.at;
  const summary = toText(own(value, "summary"));
  const title = operationTitle(operation);
  const description = block(toText(own(value, "description")));
  const isTitle = title === words(summary, 200).replace(/\.$/, "");
  const parts = [isTitle ? "" : block(summary), description.replace(/\.$/, "") === escaped(title) ? "" : description];
  return parts.filter((one) => one !== "").join("\n\n");
}

const operationLine = ({ method, path }: ApiOperation): string => code(`${method.toUpperCase()} ${path}`, 500);

/** Everything about an operation except its heading. */
export function operationText(operation: ApiOperation, around: Surroundings, isWebhook = false): string {
  const { api, book, overview } = around;
  const { at, parameters, body, responses, security, servers } = operation;
  const id = plain(toText(own(at.value, "operationId")), 200);
  const first = isWebhook
    ? `The API calls your server: ${code(operation.method.toUpperCase())}, as webhook ${code(operation.path)}.`
    : operationLine(operation) + (id === "" ? "" : `, operation ${code(id)}`);
  const docs = own(own(at.value, "externalDocs"), "url");
  const sent: Direction = isWebhook ? "answered" : "sent";
  return [
    first,
    own(at.value, "deprecated") === true ? "**Deprecated.** Do not use it in new code." : "",
    formatDescription(operation),
    typeof docs === "string" ? `More: ${inline(docs, 500)}` : "",
    isWebhook || isSame(servers, api.servers) ? "" : `**Servers of this operation**\n\n${serverList(servers)}`,
    isWebhook ? "" : authentication(security, overview),
    parameterTable(parameters, book),
    ...(body === undefined ? [] : [bodyText(body, book, sent)]),
    ...(isWebhook ? bodyExample(body?.media[0], book, sent) : [requestExample(operation, api, book)]),
    ...responsesText(responses, book),
    callbacksText(at, book),
  ]
    .filter((one) => one !== "")
    .join("\n\n");
}

const isSame = (servers: Api["servers"], others: Api["servers"]) =>
  servers === others || JSON.stringify(servers) === JSON.stringify(others);

/** An operation's row in a list of operations. */
export function operationRow(operation: ApiOperation, address: string | undefined): string {
  const title = escaped(operationTitle(operation));
  const deprecated = own(operation.at.value, "deprecated") === true ? " (deprecated)" : "";
  return `- ${operationLine(operation)} ${address === undefined ? title : `[${title}](${address})`}${deprecated}`;
}

/** The body of a request: its media types and members. */
function bodyText(body: Body, book: SchemaBook, direction: Direction): string {
  const { same, others } = groupMedia(body.media, book);
  const [first] = same;
  const types = mediaWords(same, book, (schema) => {
    const named = book.named(schema);
    return named === undefined ? typeWords(schema, book) : book.mention(named) + orNull(schema.value);
  });
  const parts = [
    `**Request body**${body.required ? ", required" : ""}${types === "" ? "" : `: ${types}`}`,
    block(body.description),
    ...(first === undefined ? [] : mediaParts(first, body.description, book, direction)),
  ];
  for (const one of others) {
    parts.push(`As ${mediaWords([one], book)}`);
    if (one.schema !== undefined && book.named(one.schema) === undefined) {
      parts.push(...mediaParts(one, "", book, direction));
    }
  }
  return parts.filter((one) => one !== "").join("\n\n");
}

function mediaParts(media: Media, shownDescription: string, book: SchemaBook, direction: Direction): string[] {
  const { schema } = media;
  if (schema === undefined) return [];
  const description = toText(own(book.resolver.follow(schema)?.value, "description"));
  return [
    description.trim() === shownDescription.trim() ? "" : block(description),
    schemaBody(schema, book, direction, (member) => memberRemark(media, member, book)),
  ];
}

/** How a form field is serialized, and its media type if specified. */
function memberRemark(media: Media, { path, at }: Member, book: SchemaBook): string {
  if (!isForm(media.type) || /[.[]/.test(path)) return "";
  const style = styleWords(fieldStyle(media, path, at, book), path);
  const type = toText(own(toRecord(media.encoding[path]), "contentType"));
  return [style, type === "" ? "" : `Sent as ${code(type)}.`].filter((one) => one !== "").join(" ");
}

const responseLimits = { responses: 40, headers: 100, links: 30, description: 1000 };

/** The responses, with an example of the first successful one. */
function responsesText(responses: readonly ApiResponse[], book: SchemaBook): string[] {
  if (responses.length === 0) return [];
  const shown = responses.slice(0, responseLimits.responses);
  const left = responses.length - shown.length;
  let hasExample = false;
  const writtenTexts = new Map<string, string>();
  const written = shown.flatMap((response) => {
    const isGood = /^(?:2|default)/.test(response.code) && response.media.length > 0 && !hasExample;
    hasExample ||= isGood;
    return responseText(response, book, isGood, writtenTexts);
  });
  return [
    "**Responses**",
    ...joined(written),
    ...(left > 0 ? [`${left} more responses are in the specification.`] : []),
  ];
}

/** Joins list lines without blank lines, and other parts with them. */
function joined(parts: readonly string[]): string[] {
  const written: string[] = [];
  for (const part of parts) {
    const last = written.at(-1);
    if (last !== undefined && /^ *- /.test(last) && /^ *- /.test(part))
      written[written.length - 1] = `${last}\n${part}`;
    else written.push(part);
  }
  return written;
}

/** `known` maps texts already written to the response they were written for, so that none is repeated. */
function responseText(response: ApiResponse, book: SchemaBook, isShown: boolean, known: Map<string, string>): string[] {
  const { code: status, description, headers, media, links } = response;
  const { same, others } = groupMedia(media, book);
  const types = [mediaWords(same, book), ...others.map((one) => `or ${mediaWords([one], book)}`)].join("; ");
  const summary = inline(description, responseLimits.description).replace(/\.$/, "");
  const [first] = same;
  const isNamed = first?.schema === undefined || book.named(first.schema) !== undefined;
  const headerLines = headers.slice(0, responseLimits.headers).map((header) => headerLine(header, book));
  const headersBefore = before(known, headerLines.join("\n"), status);
  const body = isNamed || first?.schema === undefined ? "" : schemaBody(first.schema, book, "answered");
  const bodyBefore = before(known, body, status);
  const unnamed = others.filter(({ schema }) => schema !== undefined && book.named(schema) === undefined);
  return [
    `- ${code(status)}${summary === "" ? "" : ` ${summary}`}${types === "" ? "" : `: ${types}`}`,
    ...(headersBefore === undefined ? headerLines : [`  - headers as with ${code(headersBefore)}`]),
    ...links.slice(0, responseLimits.links).map(linkLine),
    bodyBefore === undefined ? body : `  - members as with ${code(bodyBefore)}`,
    ...unnamed.flatMap(({ type, schema }) => {
      const other = schema === undefined ? "" : schemaBody(schema, book, "answered");
      return other === "" ? [] : [`As ${code(type)}:`, other];
    }),
    ...(isShown ? bodyExample(first, book, "answered") : []),
  ].filter((one) => one !== "");
}

/** The earlier response for which the same long text was written. */
function before(known: Map<string, string>, text: string, status: string): string | undefined {
  const found = known.get(text);
  if (found === undefined && text.length > 100) known.set(text, status);
  return found;
}

function headerLine({ name, required, at, schema }: ApiParameter, book: SchemaBook): string {
  const parameterText = parameterWords({ at, schema }, book, "").replaceAll("\\|", "|");
  return `  - header ${code(name)}, ${typeWords(schema, book)}${required ? ", always" : ""}${parameterText === "" ? "" : `: ${parameterText}`}`;
}

/** A possible next operation, with values from the response. */
function linkLine({ name, operation, parameters, description }: ApiLink): string {
  const values = parameters.map(([parameter, value]) => `${code(parameter)} = ${code(value)}`).join(", ");
  const summary = inline(description);
  return `  - link ${code(name)} to operation ${code(operation)}${values === "" ? "" : ` with ${values}`}${summary === "" ? "" : `. ${summary}`}`;
}

/** An example of a body, given or generated. Undefined if it would be uninformative. */
export function bodyExampleText(media: Media, book: SchemaBook, direction: Direction): string | undefined {
  const { type, schema, example: declared } = media;
  const canMake = isJson(type) && schema !== undefined;
  const example =
    declared !== undefined && isShort(declared) ? declared : canMake ? makeExample(schema, book, direction) : undefined;
  if (example === undefined || (isRecord(example) && Object.keys(example).length === 0)) return undefined;
  return typeof example === "string" && !isJson(type) ? example : JSON.stringify(example, undefined, 2);
}

const isJson = (type: string) => /json/i.test(type) || type === "*/*";

/** The same as a code block. */
function bodyExample(media: Media | undefined, book: SchemaBook, direction: Direction): string[] {
  const text = media && bodyExampleText(media, book, direction);
  if (media === undefined || text === undefined) return [];
  return [fenced(text.split("\n"), isJson(media.type) ? "json" : "").join("\n")];
}

const maxCallbacks = 20;

/** Callbacks: requests that follow this one, to a server of its sender. */
export function callbacksText(at: Located, book: SchemaBook): string {
  const callbacks = inside(at, "callbacks");
  const calls = Object.keys(toRecord(callbacks.value))
    .slice(0, maxCallbacks)
    .flatMap((name) => {
      const callback = book.resolver.follow(inside(callbacks, name));
      if (callback === undefined) return [];
      return Object.keys(toRecord(callback.value))
        .slice(0, maxCallbacks)
        .flatMap((address) => {
          const item = book.resolver.follow(inside(callback, address));
          const methods = Object.keys(toRecord(item?.value)).filter((method) =>
            /^(?:get|put|post|delete|patch|head|options)$/.test(method),
          );
          return item === undefined
            ? []
            : methods.map((method) => callText(name, `${method.toUpperCase()} ${address}`, inside(item, method), book));
        });
    });
  return calls.length === 0 ? "" : ["**Callbacks**: requests that the API sends to your server", ...calls].join("\n\n");
}

function callText(name: string, line: string, call: Located, book: SchemaBook): string {
  const content = inside(book.resolver.follow(inside(call, "requestBody")) ?? call, "content");
  const [type] = Object.keys(toRecord(content.value));
  const body = type === undefined ? undefined : inside(inside(content, type), "schema");
  const hasBody = type !== undefined && body?.value !== undefined;
  const summary = inline(toText(own(call.value, "summary")) || toText(own(call.value, "description")));
  const statuses = Object.keys(toRecord(own(call.value, "responses"))).slice(0, maxCallbacks);
  const parts = [
    `- ${code(name)}: ${code(line, 400)}`,
    hasBody ? `, body ${code(type)}, ${typeWords(body, book)}` : "",
    statuses.length > 0 ? `, answered with ${statuses.map((status) => code(status)).join(" or ")}` : "",
    summary === "" ? "" : `. ${summary}`,
  ];
  const table = hasBody && book.named(body) === undefined ? schemaBody(body, book, "answered") : "";
  return [parts.join(""), table].filter((one) => one !== "").join("\n\n");
}

/** The most media types listed for one body. */
const maxMediaTypes = 12;

/** A body's media types: those with the same schema as the first, and the others. */
function groupMedia(media: readonly Media[], book: SchemaBook): { same: Media[]; others: Media[] } {
  const shown = media.slice(0, maxMediaTypes);
  const same = shown.filter(({ schema }) => sameSchema(schema, shown[0]?.schema, book));
  return { same, others: shown.filter((one) => !same.includes(one)) };
}

/** The types in words, with the type of their contents; empty for none. */
function mediaWords(
  media: readonly Media[],
  book: SchemaBook,
  words: (schema: Located) => string = (schema) => typeWords(schema, book),
): string {
  const [first] = media;
  if (first === undefined) return "";
  const types = media.map(({ type }) => code(type)).join(" or ");
  return `${types}${first.schema === undefined ? "" : `, ${words(first.schema)}`}`;
}

const sameSchema = (one: Located | undefined, other: Located | undefined, book: SchemaBook) =>
  one?.value === other?.value ||
  (one !== undefined &&
    other !== undefined &&
    book.named(one) !== undefined &&
    book.named(one) === book.named(other)) ||
  JSON.stringify(one?.value) === JSON.stringify(other?.value);
