import { isRecord } from "../pointer.ts";
import type { Api, ApiOperation, ApiParameter, Media, Server } from "./api.ts";
import { isShort, makeExample, parameterExample } from "./example.ts";
import { fenced } from "./foreign-text.ts";
import { isForm, multipart, someBytes, urlencoded } from "./form-fields.ts";
import type { SchemaBook } from "./schema-book.ts";
import { credentials } from "./security-words.ts";
import { encoded, parameterStyle, writtenValue } from "./value-style.ts";

const boundary = "boundary";
const mostLines = 400;

/** A request as it goes over the wire, with what is required. */
export function requestExample(operation: ApiOperation, api: Api, book: SchemaBook): string {
  const { headers: rights, query: keys } = credentials(operation.security, api);
  const { start, host } = addressOf(operation.servers[0]);
  const exampleOf = ({ at, schema }: ApiParameter) => parameterExample(at, schema, book);
  const inPath = new Map(operation.parameters.filter(({ place }) => place === "path").map((one) => [one.name, one]));
  const path = operation.path.replace(/\{([^{}]{1,200})\}/g, (whole, name: string) => {
    const parameter = inPath.get(name);
    const value = parameter && exampleOf(parameter);
    return value === undefined ? whole : encoded(Array.isArray(value) ? value.join(",") : value);
  });
  const needed = (place: string) => operation.parameters.filter((one) => one.place === place && one.required);
  const query = [...needed("query").flatMap((one) => queryOf(one, exampleOf(one), book)), ...keys];
  const headers = needed("header").map((one) => `${one.name}: ${plainValue(exampleOf(one))}`);
  const cookies = needed("cookie").map((one) => `${one.name}=${plainValue(exampleOf(one))}`);
  const media = operation.body?.media[0];
  const body = media === undefined ? undefined : bodyOf(media, book);
  const lines = [
    `${operation.method.toUpperCase()} ${start}${path}${query.length > 0 ? `?${query.join("&")}` : ""} HTTP/1.1`,
    ...(host === "" ? [] : [`Host: ${host}`]),
    ...withCookies(rights, cookies),
    ...headers,
    ...(media === undefined ? [] : [`Content-Type: ${contentType(media)}`]),
  ].map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 2000));
  return [
    "**Example request**",
    fenced([...lines, ...(body === undefined ? [] : ["", ...body.split("\n").slice(0, mostLines)])], "http").join("\n"),
  ].join("\n\n");
}

function queryOf({ name, at, schema, media }: ApiParameter, value: unknown, book: SchemaBook): string[] {
  if (value === undefined) return [`${encoded(name)}=…`];
  return writtenValue(name, value, parameterStyle(at, schema, book, media));
}

function plainValue(value: unknown): string {
  if (value === undefined) return "…";
  return Array.isArray(value) ? value.join(",") : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** A request has one header of cookies. */
function withCookies(headers: readonly string[], cookies: readonly string[]): string[] {
  if (cookies.length === 0) return [...headers];
  const isCookie = (header: string) => header.startsWith("Cookie: ");
  const known = headers.filter(isCookie).map((header) => header.slice("Cookie: ".length));
  return [...headers.filter((header) => !isCookie(header)), `Cookie: ${[...known, ...cookies].join("; ")}`];
}

/** The part of a server's address before the path, with the standard values of its variables. */
export function addressOf(server: Server | undefined): { start: string; host: string } {
  if (server === undefined) return { start: "", host: "" };
  const url = server.url.replace(
    /\{([^{}]{1,200})\}/g,
    (whole, name: string) => server.variables.find((one) => one.name === name)?.standard || whole,
  );
  const [, host = "", start = url] = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(url) ?? [];
  return { start: start.replace(/\/+$/, ""), host };
}

const contentType = ({ type }: Media): string =>
  /^multipart\//i.test(type) && !/boundary=/i.test(type) ? `${type}; boundary=${boundary}` : type;

/** What is given, and what can be made of the schema. */
function bodyOf(media: Media, book: SchemaBook): string | undefined {
  const { type, schema, example: given } = media;
  const isJson = /json/i.test(type) || type === "*/*";
  const canMake = (isJson || isForm(type)) && schema !== undefined;
  const example =
    given !== undefined && isShort(given) ? given : canMake ? makeExample(schema, book, "sent") : undefined;
  if (example === undefined) return isBytes(type) ? someBytes : undefined;
  if (isJson) return JSON.stringify(example, undefined, 2);
  if (typeof example === "string") return example;
  if (!isForm(type) || !isRecord(example)) return undefined;
  return /^multipart\//i.test(type) ? multipart(media, example, boundary) : urlencoded(media, example, book);
}

const isBytes = (type: string) => /^(?:application\/(?:octet-stream|pdf|zip|gzip)|image|audio|video)\b/i.test(type);
