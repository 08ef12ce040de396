import { isRecord, own, toList, toRecord, toText } from "../pointer.ts";
import { inside, type Located } from "../references.ts";
import { type Api, type ApiOperation, type ApiParameter, type Media, type Server, schemaIn } from "./api.ts";
import { fenced } from "./foreign-text.ts";
import type { SchemaBook } from "./schema-book.ts";
import { collectParts, listTypes, type ObjectParts, type Property } from "./schema-words.ts";
import { credentials } from "./security-words.ts";
import { encoded, parameterStyle, resolveStyle, swaggerStyle, type ValueStyle, writtenValue } from "./value-style.ts";

const boundary = "boundary";

const maxLines = 400;

/** A request with everything required. */
export interface ExampleRequest {
  /** In upper case. */
  readonly method: string;
  /** The server's address without a final slash; empty if the description names none. */
  readonly server: string;
  /** Path and query below it. */
  readonly target: string;
  readonly headers: readonly (readonly [name: string, value: string])[];
  readonly body: string | undefined;
}

export function exampleRequest(operation: ApiOperation, api: Api, book: SchemaBook): ExampleRequest {
  const { headers: rights, query: keys } = credentials(operation.security, api);
  const getExample = ({ at, schema }: ApiParameter) => parameterExample(at, schema, book);
  const inPath = new Map(
    operation.parameters.filter(({ location }) => location === "path").map((one) => [one.name, one]),
  );
  const path = operation.path.replace(/\{([^{}]{1,200})\}/g, (whole, name: string) => {
    const parameter = inPath.get(name);
    const value = parameter && getExample(parameter);
    return value === undefined ? whole : encoded(Array.isArray(value) ? value.join(",") : value);
  });
  const needed = (location: string) => operation.parameters.filter((one) => one.location === location && one.required);
  const query = [...needed("query").flatMap((one) => formatQuery(one, getExample(one), book)), ...keys];
  const headers = needed("header").map((one) => [one.name, plainValue(getExample(one))] as const);
  const cookies = needed("cookie").map((one) => `${one.name}=${plainValue(getExample(one))}`);
  const media = operation.body?.media[0];
  return {
    method: operation.method.toUpperCase(),
    server: serverAddress(operation.servers[0]),
    target: `${path}${query.length > 0 ? `?${query.join("&")}` : ""}`,
    headers: [
      ...withCookies(rights, cookies),
      ...headers,
      ...(media === undefined ? [] : [["Content-Type", contentType(media)] as const]),
    ],
    body: media === undefined ? undefined : formatBody(media, book),
  };
}

/** A request as sent over the wire, for a page. */
export function requestExample(operation: ApiOperation, api: Api, book: SchemaBook): string {
  const { method, server, target, headers, body } = exampleRequest(operation, api, book);
  const [, host = "", start = server] = /^https?:\/\/([^/?#]*)([^?#]*)/i.exec(server) ?? [];
  const lines = [
    `${method} ${start}${target} HTTP/1.1`,
    ...(host === "" ? [] : [`Host: ${host}`]),
    ...headers.map(([name, value]) => `${name}: ${value}`),
  ].map((line) => line.replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ").slice(0, 2000));
  return [
    "**Example request**",
    fenced([...lines, ...(body === undefined ? [] : ["", ...body.split("\n").slice(0, maxLines)])], "http").join("\n"),
  ].join("\n\n");
}

function formatQuery({ name, at, schema, media }: ApiParameter, value: unknown, book: SchemaBook): string[] {
  if (value === undefined) return [`${encoded(name)}=…`];
  return writtenValue(name, value, parameterStyle(at, schema, book, media));
}

function plainValue(value: unknown): string {
  if (value === undefined) return "…";
  return Array.isArray(value) ? value.join(",") : typeof value === "object" ? JSON.stringify(value) : String(value);
}

/** All cookies go into a single header. */
function withCookies(rights: readonly string[], cookies: readonly string[]): (readonly [string, string])[] {
  const headers = rights.map((line) => {
    const colon = line.indexOf(": ");
    return [line.slice(0, colon), line.slice(colon + 2)] as const;
  });
  if (cookies.length === 0) return headers;
  const known = headers.filter(([name]) => name === "Cookie").map(([, value]) => value);
  return [...headers.filter(([name]) => name !== "Cookie"), ["Cookie", [...known, ...cookies].join("; ")]];
}

/** A server's address before the path, with the default values of its variables. */
function serverAddress(server: Server | undefined): string {
  if (server === undefined) return "";
  const url = server.url.replace(
    /\{([^{}]{1,200})\}/g,
    (whole, name: string) => server.variables.find((one) => one.name === name)?.standard || whole,
  );
  return url.replace(/[?#].*$/s, "").replace(/\/+$/, "");
}

const contentType = ({ type }: Media): string =>
  /^multipart\//i.test(type) && !/boundary=/i.test(type) ? `${type}; boundary=${boundary}` : type;

/** The given example, or one generated from the schema. */
function formatBody(media: Media, book: SchemaBook): string | undefined {
  const { type, schema, example: declared } = media;
  const isJson = /json/i.test(type) || type === "*/*";
  const canMake = (isJson || isForm(type)) && schema !== undefined;
  const example =
    declared !== undefined && isShort(declared) ? declared : canMake ? makeExample(schema, book, "sent") : undefined;
  if (example === undefined) return isBytes(type) ? someBytes : undefined;
  if (isJson) return JSON.stringify(example, undefined, 2);
  if (typeof example === "string") return example;
  if (!isForm(type) || !isRecord(example)) return undefined;
  return /^multipart\//i.test(type) ? multipart(media, example, boundary) : urlencoded(media, example, book);
}

const isBytes = (type: string) => /^(?:application\/(?:octet-stream|pdf|zip|gzip)|image|audio|video)\b/i.test(type);

/**
 * Characters of an example, beyond which a smaller one is generated; values in one example; and members of an object,
 * of which a request contains only required ones, or the first few.
 */
const limits = { characters: 2000, declaredChars: 4000, values: 1500, members: 40, optional: 6 };

/** The depths tried, until an example is short enough. */
const depths = [6, 4, 3, 2, 1];

/** An example for a schema: the given one, or one generated. Undefined if neither is possible. */
export function makeExample(at: Located, book: SchemaBook, direction: Direction): unknown {
  for (const depth of depths) {
    const maker = new ExampleMaker(book, direction, depth);
    const value = maker.make(at, 0);
    if (value === undefined) return undefined;
    if (maker.left > 0 && (JSON.stringify(value)?.length ?? 0) <= limits.characters) return value;
  }
  return undefined;
}

/** Whether a given example is short enough to show. */
export const isShort = (value: unknown): boolean =>
  (typeof value === "string" ? value : (JSON.stringify(value) ?? "")).length <= limits.declaredChars;

class ExampleMaker {
  left = limits.values;
  readonly #book: SchemaBook;
  readonly #direction: Direction;
  readonly #depth: number;
  readonly #open = new Set<unknown>();

  constructor(book: SchemaBook, direction: Direction, depth: number) {
    this.#book = book;
    this.#direction = direction;
    this.#depth = depth;
  }

  /** Undefined if the schema is recursive or too deep here. */
  make(schema: Located, depth: number): unknown {
    this.left -= 1;
    const at = this.#book.resolver.follow(schema);
    const value = at?.value;
    if (at === undefined || this.left <= 0 || !isRecord(value) || this.#open.has(value)) return undefined;
    const declared = findDeclaredExample(value);
    if (declared !== undefined && isShort(declared)) return declared;
    if (depth > this.#depth) return undefined;
    this.#open.add(value);
    try {
      return this.#makeValue(at, depth);
    } finally {
      this.#open.delete(value);
    }
  }

  #makeValue(at: Located, depth: number): unknown {
    const value = toRecord(at.value);
    const types = listTypes(value);
    const parts = collectParts(at, this.#book);
    if (parts.properties.size > 0) {
      const object = this.#object(parts.properties, depth);
      return { ...object, ...toRecord(this.#first(parts.alternatives, depth, true)) };
    }
    if (parts.alternatives.length > 0) return this.#first(parts.alternatives, depth, false);
    const all = inside(at, "allOf");
    if (toList(all.value).length > 0) return this.make(inside(all, "0"), depth);
    const type = types.find((one) => one !== "null");
    if (type === "array") {
      const item = this.make(schemaIn(at, "items"), depth + 1);
      return item === undefined ? [] : [item];
    }
    if (type === "object") {
      const more = schemaIn(at, "additionalProperties");
      const item = isRecord(more.value) ? this.make(more, depth + 1) : undefined;
      return item === undefined ? {} : { key: item };
    }
    return type === undefined ? undefined : scalar(type, value);
  }

  #object(properties: ObjectParts["properties"], depth: number): Record<string, unknown> {
    const reusedNames = new Set(this.#selectProperties([...properties.values()]).map(({ name }) => name));
    const entries: [string, unknown][] = [];
    for (const { name, at } of properties.values()) {
      if (!reusedNames.has(name)) continue;
      const one = this.make(at, depth + 1);
      if (one !== undefined) entries.push([name, one]);
    }
    return Object.fromEntries(entries);
  }

  #selectProperties(properties: readonly Property[]): readonly Property[] {
    const own_ = properties.filter(({ at }) => {
      const value = toRecord(this.#book.resolver.follow(at)?.value);
      return value[this.#direction === "sent" ? "readOnly" : "writeOnly"] !== true;
    });
    const required = own_.filter((one) => one.required);
    const others = own_.filter((one) => !one.required);
    if (this.#direction !== "sent") return [...required, ...others].slice(0, limits.members);
    return required.length > 0 ? required.slice(0, limits.members) : others.slice(0, limits.optional);
  }

  #first(alternatives: readonly Located[], depth: number, asObject: boolean): unknown {
    for (const one of alternatives) {
      const value = this.make(one, depth);
      if (value !== undefined && (!asObject || isRecord(value))) return value;
    }
    return undefined;
  }
}

function findDeclaredExample(value: Readonly<Record<string, unknown>>): unknown {
  const [first] = [value.example, ...toList(value.examples), value.const, value.default].filter(
    (one) => one !== undefined,
  );
  return first ?? toList(value.enum)[0];
}

/** Placeholder for the bytes of a file. */
const someBytes = "<bytes>";

const byFormat: Readonly<Record<string, string>> = {
  "date-time": "2026-01-31T12:00:00Z",
  date: "2026-01-31",
  time: "12:00:00Z",
  duration: "PT1H",
  email: "person@example.com",
  uri: "https://example.com",
  url: "https://example.com",
  uuid: "123e4567-e89b-12d3-a456-426614174000",
  hostname: "example.com",
  ipv4: "192.0.2.1",
  ipv6: "2001:db8::1",
  byte: "dGV4dA==",
  binary: someBytes,
};

function scalar(type: string, value: Readonly<Record<string, unknown>>): unknown {
  switch (type) {
    case "boolean":
      return true;
    case "integer":
    case "number": {
      const { minimum, exclusiveMinimum } = value;
      const lowest = typeof exclusiveMinimum === "number" ? exclusiveMinimum + 1 : minimum;
      return typeof lowest === "number" && lowest > 1 ? lowest : 1;
    }
    case "file":
      return someBytes;
    case "null":
      return null;
    case "string":
      return byFormat[toText(value.format)] ?? "string";
    default:
      return "string";
  }
}

/** A value for a parameter, before serialization. */
function parameterExample(at: Located, schema: Located, book: SchemaBook): unknown {
  const [first] = Object.values(toRecord(own(at.value, "examples")));
  const value =
    own(at.value, "example") ??
    own(first, "value") ??
    findDeclaredExample(toRecord(book.resolver.follow(schema)?.value));
  return value === undefined || value === null || value === "" || (JSON.stringify(value)?.length ?? 0) > 200
    ? undefined
    : value;
}

export const isForm = (type: string): boolean => /x-www-form-urlencoded|^multipart\//i.test(type);

/** How a form field is serialized. In forms, an object is JSON unless its `encoding` says otherwise. */
export function fieldStyle(media: Media, name: string, at: Located, book: SchemaBook): ValueStyle {
  if (media.isSwagger) return swaggerStyle(at, at, book);
  const encoding = toRecord(media.encoding[name]);
  const style = resolveStyle(encoding, "query", at, book);
  const hasStyle = encoding.style !== undefined || encoding.explode !== undefined;
  return (style.as === "members" || style.as === "pairs") && !hasStyle ? { as: "json" } : style;
}

/** Serializes fields as a URL-encoded form. */
function urlencoded(media: Media, fields: Readonly<Record<string, unknown>>, book: SchemaBook): string {
  const { properties } = media.schema === undefined ? { properties: undefined } : collectParts(media.schema, book);
  const written = Object.entries(fields).flatMap(([name, value]) => {
    const at = properties?.get(name)?.at;
    return at === undefined
      ? `${encoded(name)}=${encoded(value)}`
      : writtenValue(name, value, fieldStyle(media, name, at, book));
  });
  return written.join("&").slice(0, 4000);
}

/** Serializes fields as the parts of a multipart body. */
function multipart(media: Media, fields: Readonly<Record<string, unknown>>, boundary: string): string {
  const parts = Object.entries(fields).flatMap(([name, value]) => {
    const declaredType =
      toText(own(toRecord(media.encoding[name]), "contentType"))
        .split(",")[0]
        ?.trim() ?? "";
    const type =
      declaredType === "" && typeof value === "object" && !Array.isArray(value) ? "application/json" : declaredType;
    return (Array.isArray(value) ? value : [value]).map((one) => {
      const isFile = one === someBytes;
      return [
        `--${boundary}`,
        `Content-Disposition: form-data; name="${name.replace(/["\\\p{Cc}]/gu, "_")}"${isFile ? '; filename="file"' : ""}`,
        ...(type === "" && !isFile ? [] : [`Content-Type: ${type || "application/octet-stream"}`]),
        "",
        typeof one === "object" ? JSON.stringify(one) : String(one),
      ].join("\n");
    });
  });
  return [...parts, `--${boundary}--`].join("\n");
}

/** The side that writes a value: what only the other side writes is left out. */
export type Direction = "sent" | "answered" | "both";
