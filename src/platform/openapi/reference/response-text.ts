import { isRecord } from "../pointer.ts";
import type { ApiLink, ApiParameter, ApiResponse, Media } from "./api.ts";
import { isShort, makeExample } from "./example.ts";
import { code, fenced, inline } from "./foreign-text.ts";
import { groupMedia, mediaWords } from "./media-words.ts";
import { parameterWords } from "./parameter-table.ts";
import type { SchemaBook } from "./schema-book.ts";
import type { Direction } from "./schema-members.ts";
import { schemaBody } from "./schema-table.ts";
import { typeWords } from "./schema-words.ts";

const most = { responses: 40, headers: 100, links: 30, description: 1000 };

/** What may be answered, with an example of the first answer that is good. */
export function responsesText(responses: readonly ApiResponse[], book: SchemaBook): string[] {
  if (responses.length === 0) return [];
  const shown = responses.slice(0, most.responses);
  const left = responses.length - shown.length;
  let hasExample = false;
  const said = new Map<string, string>();
  const written = shown.flatMap((response) => {
    const isGood = /^(?:2|default)/.test(response.code) && response.media.length > 0 && !hasExample;
    hasExample ||= isGood;
    return responseText(response, book, isGood, said);
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
    if (last !== undefined && /^ *- /.test(last) && /^ *- /.test(part))
      written[written.length - 1] = `${last}\n${part}`;
    else written.push(part);
  }
  return written;
}

/** `known` is what was written, with the answer that it was written for: the same is not written again. */
function responseText(response: ApiResponse, book: SchemaBook, isShown: boolean, known: Map<string, string>): string[] {
  const { code: status, description, headers, media, links } = response;
  const { same, others } = groupMedia(media, book);
  const types = [mediaWords(same, book), ...others.map((one) => `or ${mediaWords([one], book)}`)].join("; ");
  const said = inline(description, most.description).replace(/\.$/, "");
  const [first] = same;
  const isNamed = first?.schema === undefined || book.named(first.schema) !== undefined;
  const headerLines = headers.slice(0, most.headers).map((header) => headerLine(header, book));
  const headersBefore = before(known, headerLines.join("\n"), status);
  const body = isNamed || first?.schema === undefined ? "" : schemaBody(first.schema, book, "answered");
  const bodyBefore = before(known, body, status);
  const unnamed = others.filter(({ schema }) => schema !== undefined && book.named(schema) === undefined);
  return [
    `- ${code(status)}${said === "" ? "" : ` ${said}`}${types === "" ? "" : `: ${types}`}`,
    ...(headersBefore === undefined ? headerLines : [`  - headers as with ${code(headersBefore)}`]),
    ...links.slice(0, most.links).map(linkLine),
    bodyBefore === undefined ? body : `  - members as with ${code(bodyBefore)}`,
    ...unnamed.flatMap(({ type, schema }) => {
      const other = schema === undefined ? "" : schemaBody(schema, book, "answered");
      return other === "" ? [] : [`As ${code(type)}:`, other];
    }),
    ...(isShown ? bodyExample(first, book, "answered") : []),
  ].filter((one) => one !== "");
}

/** The answer that a long text was written for before this one. */
function before(known: Map<string, string>, text: string, status: string): string | undefined {
  const found = known.get(text);
  if (found === undefined && text.length > 100) known.set(text, status);
  return found;
}

function headerLine({ name, required, at, schema }: ApiParameter, book: SchemaBook): string {
  const said = parameterWords({ at, schema }, book, "").replaceAll("\\|", "|");
  return `  - header ${code(name)}, ${typeWords(schema, book)}${required ? ", always" : ""}${said === "" ? "" : `: ${said}`}`;
}

/** What can be asked next, with values out of the answer. */
function linkLine({ name, operation, parameters, description }: ApiLink): string {
  const values = parameters.map(([parameter, value]) => `${code(parameter)} = ${code(value)}`).join(", ");
  const said = inline(description);
  return `  - link ${code(name)} to operation ${code(operation)}${values === "" ? "" : ` with ${values}`}${said === "" ? "" : `. ${said}`}`;
}

/** An example of a body as code: the one that is given, else one made of the schema. */
export function bodyExample(media: Media | undefined, book: SchemaBook, direction: Direction): string[] {
  if (media === undefined) return [];
  const { type, schema, example: given } = media;
  const isJson = /json/i.test(type) || type === "*/*";
  const canMake = isJson && schema !== undefined;
  const example =
    given !== undefined && isShort(given) ? given : canMake ? makeExample(schema, book, direction) : undefined;
  if (example === undefined || (isRecord(example) && Object.keys(example).length === 0)) return [];
  const text = typeof example === "string" && !isJson ? example : JSON.stringify(example, undefined, 2);
  return [fenced(text.split("\n"), isJson ? "json" : "").join("\n")];
}
