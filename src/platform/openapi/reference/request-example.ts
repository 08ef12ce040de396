import { isRecord } from "../pointer.ts";
import type { Api, ApiOperation, Media, Server } from "./api.ts";
import { isShort, makeExample, parameterExample } from "./example.ts";
import { fenced } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { credentials } from "./security-words.ts";

/** A request as it goes over the wire, with what is required and what is given as an example. */
export function requestExample(operation: ApiOperation, api: Api, book: SchemaBook): string {
  const { headers: rights, query: keys } = credentials(operation.security, api);
  const { start, host } = addressOf(operation.servers[0]);
  const values = new Map(
    operation.parameters.map((one) => [one.place + one.name, parameterExample(one.at, one.schema, book)] as const),
  );
  const path = operation.path.replace(/\{([^{}]{1,200})\}/g, (whole, name: string) => {
    const value = values.get(`path${name}`);
    return value === undefined ? whole : encoded(value);
  });
  const needed = (place: string) => operation.parameters.filter((one) => one.place === place && one.required);
  const query = [
    ...needed("query").map(({ name }) => `${encoded(name)}=${queryValue(values.get(`query${name}`))}`),
    ...keys,
  ];
  const headers = needed("header").map(({ name }) => `${name}: ${values.get(`header${name}`) ?? "…"}`);
  const media = operation.body?.media[0];
  const body = media === undefined ? undefined : bodyOf(media, book);
  const lines = [
    `${operation.method.toUpperCase()} ${start}${path}${query.length > 0 ? `?${query.join("&")}` : ""} HTTP/1.1`,
    ...(host === "" ? [] : [`Host: ${host}`]),
    ...rights,
    ...headers,
    ...(media === undefined || body === undefined ? [] : [`Content-Type: ${media.type}`]),
  ].map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 2000));
  return [
    "**Example request**",
    fenced([...lines, ...(body === undefined ? [] : ["", ...body.split("\n")])], "http").join("\n"),
  ].join("\n\n");
}

const queryValue = (value: string | undefined) => (value === undefined ? "…" : encoded(value));

/** A text in an address; the standard's own throws at half a character. */
const encoded = (text: string) => encodeURIComponent(text.replace(/\p{Cs}/gu, "\ufffd"));

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

/** What is given, and what can be made of the schema: a file cannot. */
function bodyOf({ type, schema, example: given }: Media, book: SchemaBook): string | undefined {
  const isJson = /json/i.test(type) || type === "*/*";
  const isForm = /x-www-form-urlencoded/i.test(type);
  const canMake = (isJson || isForm) && schema !== undefined;
  const example =
    given !== undefined && isShort(given) ? given : canMake ? makeExample(schema, book, "sent") : undefined;
  if (example === undefined) return undefined;
  if (isJson) return JSON.stringify(example, undefined, 2);
  if (typeof example === "string") return example;
  return isForm && isRecord(example) ? formOf(example) : undefined;
}

function formOf(example: Readonly<Record<string, unknown>>): string {
  const fields = Object.entries(example).map(([name, value]) => {
    const text = typeof value === "object" ? JSON.stringify(value) : String(value);
    return `${encoded(name)}=${encoded(text)}`;
  });
  return fields.join("&").slice(0, 4000);
}
