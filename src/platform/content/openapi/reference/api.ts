import { findDialect } from "../find-problems.ts";
import { listOperations, listParameters, methods, type Operation } from "../openapi-links.ts";
import { isRecord, own, toList, toRecord, toText } from "../pointer.ts";
import { inside, type Located, type Resolver } from "../references.ts";

/** A description of an API in any dialect, in the form that its reference is rendered from. */
export interface Api {
  readonly root: Located;
  readonly resolver: Resolver;
  readonly dialect: "2.0" | "3.0" | "3.1";
  readonly servers: readonly Server[];
  /** The security of operations that declare none. */
  readonly security: ApiOperation["security"];
  readonly schemes: readonly Scheme[];
  /** In order of declaration, followed by those that only operations name. */
  readonly tags: readonly Tag[];
  readonly operations: readonly ApiOperation[];
  readonly webhooks: readonly ApiOperation[];
}

export interface Server {
  readonly url: string;
  readonly description: string;
  readonly variables: readonly {
    readonly name: string;
    readonly standard: string;
    readonly values: readonly string[];
    readonly description: string;
  }[];
}

export interface Scheme {
  readonly name: string;
  readonly at: Located;
}

export interface Tag {
  /** Empty for operations without a tag. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly docs: string;
}

export interface ApiOperation {
  readonly method: string;
  /** For a webhook, its name. */
  readonly path: string;
  readonly at: Located;
  readonly tags: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly body: Body | undefined;
  readonly responses: readonly ApiResponse[];
  /** Alternatives, each of schemes that are needed together, with their scopes; undefined if not specified. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[] | undefined;
  /** The operation's own, or else the API's. */
  readonly servers: readonly Server[];
}

export interface ApiParameter {
  readonly name: string;
  readonly location: string;
  readonly required: boolean;
  readonly at: Located;
  readonly schema: Located;
  /** The media type if its value is a document; otherwise undefined. */
  readonly media: string | undefined;
}

export interface Body {
  readonly required: boolean;
  readonly description: string;
  readonly media: readonly Media[];
}

export interface ApiResponse {
  readonly code: string;
  readonly description: string;
  readonly headers: readonly ApiParameter[];
  readonly media: readonly Media[];
  readonly links: readonly ApiLink[];
}

/** An operation that can follow a response. */
export interface ApiLink {
  readonly name: string;
  readonly operation: string;
  /** Where in the response the values of its parameters are. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly description: string;
}

export interface Media {
  readonly type: string;
  readonly schema: Located | undefined;
  /** The given example; undefined if there is none. */
  readonly example: unknown;
  /** The encoding of a form's fields, by name. */
  readonly encoding: Readonly<Record<string, unknown>>;
  /** A Swagger 2.0 form, whose fields specify their own encoding. */
  readonly isSwagger: boolean;
}

export function readApi(root: Located, resolver: Resolver): Api {
  const dialect = findDialect(root.value) ?? "3.1";
  const security = parseSecurity(root.value);
  const servers = dialect === "2.0" ? parseSwaggerServers(root.value) : parseServers(root.value);
  const complete = (operation: Operation) => readOperation(operation, { root, resolver, dialect, security, servers });
  const operations = listOperations(root, resolver).map(complete);
  const webhooks = listWebhooks(root, resolver).map(complete);
  return {
    root,
    resolver,
    dialect,
    servers,
    security,
    schemes: listSchemes(root, resolver),
    tags: listTags(root, operations),
    operations,
    webhooks,
  };
}

interface Reading {
  readonly root: Located;
  readonly resolver: Resolver;
  readonly dialect: Api["dialect"];
  readonly security: ApiOperation["security"];
  readonly servers: readonly Server[];
}

function readOperation(operation: Operation, reading: Reading): ApiOperation {
  const { method, path, at, item } = operation;
  const named = operation.parameters.filter(
    ({ name, location }) => name !== "" && !/^(?:body|formData)$/.test(location),
  );
  const servers = [parseServers(at.value), parseServers(item.value)].find((own_) => own_.length > 0) ?? reading.servers;
  return {
    method,
    path,
    at,
    tags: [
      ...new Set(toList(own(at.value, "tags")).filter((tag) => typeof tag === "string" && tag.trim() !== "")),
    ] as string[],
    parameters: named.map((one) => ({
      ...one,
      required: one.location === "path" || own(one.at.value, "required") === true,
      schema: getParameterSchema(one.at),
      media: findParameterMediaType(one.at),
    })),
    body: readBody(operation, reading),
    responses: readResponses(at, reading),
    security: parseSecurity(at.value) ?? reading.security,
    servers,
  };
}

/** In Swagger 2.0 a parameter is its own schema; in OpenAPI it has one, or its content's first media type does. */
function getParameterSchema(at: Located): Located {
  if (own(at.value, "schema") !== undefined) return schemaIn(at, "schema");
  const content = inside(at, "content");
  const [type] = Object.keys(toRecord(content.value));
  return type === undefined ? at : schemaIn(inside(content, type), "schema");
}

/** In OpenAPI a parameter can be a document with a media type. */
function findParameterMediaType({ value }: Located): string | undefined {
  return own(value, "schema") === undefined ? Object.keys(toRecord(own(value, "content")))[0] : undefined;
}

function listWebhooks(root: Located, resolver: Resolver): Operation[] {
  const all = inside(root, "webhooks");
  return Object.keys(toRecord(all.value)).flatMap((path) => {
    const item = resolver.follow(inside(all, path));
    if (item === undefined) return [];
    return methods.flatMap((method): Operation[] => {
      const at = resolver.follow(inside(item, method));
      if (at === undefined || !isRecord(at.value)) return [];
      return [
        { method, path, at, item, parameters: [...listParameters(item, resolver), ...listParameters(at, resolver)] },
      ];
    });
  });
}

function parseServers(value: unknown): Server[] {
  return toList(own(value, "servers")).flatMap((server) => {
    const url = toText(own(server, "url"));
    if (url === "") return [];
    const variables = Object.entries(toRecord(own(server, "variables"))).map(([name, variable]) => ({
      name,
      standard: String(own(variable, "default") ?? ""),
      values: toList(own(variable, "enum")).map(String),
      description: toText(own(variable, "description")),
    }));
    return [{ url, description: toText(own(server, "description")), variables }];
  });
}

function parseSwaggerServers(root: unknown): Server[] {
  const host = toText(own(root, "host"));
  const base = toText(own(root, "basePath"));
  if (host === "" && base === "") return [];
  const schemes = toList(own(root, "schemes")).filter((scheme) => typeof scheme === "string");
  const starts =
    host === "" ? [""] : (schemes.length > 0 ? schemes : ["https"]).map((scheme) => `${String(scheme)}://${host}`);
  return starts.map((start) => ({ url: start + base, description: "", variables: [] }));
}

function listSchemes(root: Located, resolver: Resolver): Scheme[] {
  const containers = [inside(inside(root, "components"), "securitySchemes"), inside(root, "securityDefinitions")];
  return containers.flatMap((container) =>
    Object.keys(toRecord(container.value)).flatMap((name) => {
      const at = resolver.follow(inside(container, name));
      return at === undefined || !isRecord(at.value) ? [] : [{ name, at }];
    }),
  );
}

function parseSecurity(value: unknown): ApiOperation["security"] {
  const list = own(value, "security");
  if (!Array.isArray(list)) return undefined;
  return toList(list).map((needed) =>
    Object.fromEntries(
      Object.entries(toRecord(needed)).map(([name, scopes]) => [name, toList(scopes).map(String)] as const),
    ),
  );
}

function listTags(root: Located, operations: readonly ApiOperation[]): Tag[] {
  const tags = new Map<string, Tag>();
  for (const tag of toList(own(root.value, "tags"))) {
    const name = toText(own(tag, "name"));
    if (name.trim() === "" || tags.has(name)) continue;
    tags.set(name, {
      name,
      title: toText(own(tag, "x-page-title")) || toText(own(tag, "x-displayName")) || name,
      description: toText(own(tag, "description")),
      docs: toText(own(own(tag, "externalDocs"), "url")),
    });
  }
  for (const { tags: names } of operations) {
    for (const name of names.length > 0 ? names : [""]) {
      if (!tags.has(name)) tags.set(name, { name, title: name || "Other operations", description: "", docs: "" });
    }
  }
  return [...tags.values()];
}

function readBody({ at, parameters }: Operation, reading: Reading): Body | undefined {
  if (reading.dialect === "2.0") return readSwaggerBody(at, parameters, reading);
  const body = reading.resolver.follow(inside(at, "requestBody"));
  if (body === undefined || !isRecord(body.value)) return undefined;
  return {
    required: body.value.required === true,
    description: toText(body.value.description),
    media: listMedia(body, reading.resolver),
  };
}

/** In Swagger 2.0 a body is a parameter, and a form has one parameter per field. */
function readSwaggerBody(at: Located, parameters: Operation["parameters"], reading: Reading): Body | undefined {
  const body = parameters.find(({ location }) => location === "body")?.at;
  const fields = parameters.filter(({ location }) => location === "formData");
  if (body !== undefined) {
    const schema = schemaIn(body, "schema");
    return {
      required: own(body.value, "required") === true,
      description: toText(own(body.value, "description")),
      media: listMediaTypes(at, "consumes", reading).map((type) => createSwaggerMedia(type, schema)),
    };
  }
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ at: field }) => own(field.value, "type") === "file");
  const types = listMediaTypes(at, "consumes", reading).filter((type) => /form/.test(type));
  const defaultType = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
  const required = fields.filter(({ at: field }) => own(field.value, "required") === true).map(({ name }) => name);
  const value = {
    type: "object",
    properties: Object.fromEntries(fields.map(({ name, at: field }) => [name, withoutFlag(field.value)])),
    required,
  };
  const schema: Located = { value, file: at.file, steps: at.steps };
  return {
    required: required.length > 0,
    description: "",
    media: (types.length > 0 ? types : [defaultType]).map((type) => createSwaggerMedia(type, schema)),
  };
}

const createSwaggerMedia = (type: string, schema: Located | undefined, example?: unknown): Media => ({
  type,
  schema,
  example,
  encoding: {},
  isSwagger: true,
});

/** A field's own `required` has a different meaning from a schema's. */
const withoutFlag = (field: unknown) => {
  const { required: _, ...schema } = toRecord(field);
  return schema;
};

function readResponses(at: Located, reading: Reading): ApiResponse[] {
  const { resolver, dialect } = reading;
  const responses = resolver.follow(inside(at, "responses"));
  if (responses === undefined) return [];
  return Object.keys(toRecord(responses.value)).flatMap((code) => {
    const response = resolver.follow(inside(responses, code));
    if (code.startsWith("x-") || response === undefined || !isRecord(response.value)) return [];
    const media = dialect === "2.0" ? listSwaggerMedia(response, at, reading) : listMedia(response, resolver);
    return [
      {
        code,
        description: toText(response.value.description),
        headers: listHeaders(response, resolver),
        media,
        links: listResponseLinks(response, resolver),
      },
    ];
  });
}

function listHeaders(response: Located, resolver: Resolver): ApiParameter[] {
  const headers = inside(response, "headers");
  return Object.keys(toRecord(headers.value)).flatMap((name) => {
    const at = resolver.follow(inside(headers, name));
    if (at === undefined || !isRecord(at.value)) return [];
    const required = at.value.required === true;
    return [
      { name, location: "header", required, at, schema: getParameterSchema(at), media: findParameterMediaType(at) },
    ];
  });
}

function listResponseLinks(response: Located, resolver: Resolver): ApiLink[] {
  const links = inside(response, "links");
  return Object.keys(toRecord(links.value)).flatMap((name) => {
    const link = resolver.follow(inside(links, name))?.value;
    const operation = toText(own(link, "operationId")) || toText(own(link, "operationRef"));
    if (operation === "") return [];
    const parameters = Object.entries(toRecord(own(link, "parameters"))).map(
      ([parameter, value]) => [parameter, typeof value === "string" ? value : (JSON.stringify(value) ?? "")] as const,
    );
    return [{ name, operation, parameters, description: toText(own(link, "description")) }];
  });
}

function listMedia(at: Located, resolver: Resolver): Media[] {
  const content = inside(at, "content");
  return Object.keys(toRecord(content.value)).map((type) => {
    const media = inside(content, type);
    const hasSchema = own(media.value, "schema") !== undefined;
    return {
      type,
      schema: hasSchema ? schemaIn(media, "schema") : undefined,
      example: findExample(media, resolver),
      encoding: toRecord(own(media.value, "encoding")),
      isSwagger: false,
    };
  });
}

function listSwaggerMedia(response: Located, at: Located, reading: Reading): Media[] {
  const examples = toRecord(own(response.value, "examples"));
  if (own(response.value, "schema") === undefined && Object.keys(examples).length === 0) return [];
  const schema = own(response.value, "schema") === undefined ? undefined : schemaIn(response, "schema");
  return listMediaTypes(at, "produces", reading).map((type) => createSwaggerMedia(type, schema, examples[type]));
}

/** The given example of a media type, or the first of several. */
function findExample(media: Located, resolver: Resolver): unknown {
  const example = own(media.value, "example");
  if (example !== undefined) return example;
  const examples = inside(media, "examples");
  const [first] = Object.keys(toRecord(examples.value));
  return first === undefined ? undefined : own(resolver.follow(inside(examples, first))?.value, "value");
}

function listMediaTypes(at: Located, name: "consumes" | "produces", { root }: Reading): string[] {
  const declared = [own(at.value, name), own(root.value, name)].find(Array.isArray);
  const types = toList(declared).filter((type) => typeof type === "string");
  return types.length > 0 ? (types as string[]) : ["application/json"];
}

/** Schema members that annotate a value without constraining it. */
const remarks = new Set(
  "title description nullable readOnly writeOnly deprecated default example examples externalDocs xml type $comment".split(
    " ",
  ),
);

const known = new WeakMap<object, Readonly<Record<string, unknown>>>();

/** If a schema consists of one other schema plus annotations, the schema with the annotations. */
function unwrapped(at: Located): Located {
  const { value } = at;
  if (!isRecord(value) || toList(value.allOf).length === 0) return at;
  const found = known.get(value) ?? unwrap(value);
  known.set(value, found);
  return found === value ? at : unwrapped({ ...at, value: found });
}

function unwrap(value: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { allOf, ...own } = value;
  const parts = toList(allOf).filter(isRecord);
  const more = parts.filter((part) => !isRemark(part));
  const [only, ...others] = more.length > 0 ? more : parts.filter(({ type }) => type !== undefined);
  if (others.length > 0 || !isRemark(own)) return value;
  const annotations = [own, ...parts.filter((part) => part !== only)];
  const all: Record<string, unknown> = Object.assign({}, ...annotations.toReversed());
  if (only === undefined) return all;
  const { type, ...otherMembers } = all;
  return { ...only, ...otherMembers, ...(Array.isArray(type) && type.includes("null") ? { nullable: true } : {}) };
}

const isRemark = (value: Readonly<Record<string, unknown>>) =>
  Object.keys(value).every((name) => remarks.has(name) || name.startsWith("x-"));

/** A named schema inside another. */
export const schemaIn = (at: Located, name: string): Located => unwrapped(inside(at, name));
