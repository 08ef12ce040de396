import { dialectOf } from "../find-problems.ts";
import { listOperations, methods, type Operation, parametersOf } from "../operations.ts";
import { isRecord, listOf, own, recordOf, textOf } from "../pointer.ts";
import { inside, type Located, type Resolver } from "../resolve.ts";
import { readBody, readResponses } from "./api-body.ts";
import { schemaIn } from "./unwrapped.ts";

/** A description of an API, of whichever dialect, as its reference is written from it. */
export interface Api {
  readonly root: Located;
  readonly resolver: Resolver;
  readonly dialect: "2.0" | "3.0" | "3.1";
  readonly servers: readonly Server[];
  /** What operations need that say nothing of their own. */
  readonly security: ApiOperation["security"];
  readonly schemes: readonly Scheme[];
  /** As they are declared, then as operations name them. */
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
  /** Empty for operations without one. */
  readonly name: string;
  readonly title: string;
  readonly description: string;
  readonly docs: string;
}

export interface ApiOperation {
  readonly method: string;
  /** The name of a webhook. */
  readonly path: string;
  readonly at: Located;
  readonly tags: readonly string[];
  readonly parameters: readonly ApiParameter[];
  readonly body: Body | undefined;
  readonly responses: readonly ApiResponse[];
  /** Alternatives, each of schemes that are needed together with their scopes; undefined where nothing is said. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[] | undefined;
  /** Those of the API where it has none of its own. */
  readonly servers: readonly Server[];
}

export interface ApiParameter {
  readonly name: string;
  readonly place: string;
  readonly required: boolean;
  readonly at: Located;
  readonly schema: Located;
  /** The type of the document that its value is; undefined for one that is none. */
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

/** An operation that can follow an answer. */
export interface ApiLink {
  readonly name: string;
  readonly operation: string;
  /** Where the values of its parameters stand in the answer. */
  readonly parameters: readonly (readonly [name: string, value: string])[];
  readonly description: string;
}

export interface Media {
  readonly type: string;
  readonly schema: Located | undefined;
  /** An example that is given; undefined where none is. */
  readonly example: unknown;
  /** How the fields of a form are written, by their names. */
  readonly encoding: Readonly<Record<string, unknown>>;
  /** A form of Swagger 2.0, whose fields say that themselves. */
  readonly isSwagger: boolean;
}

export function readApi(root: Located, resolver: Resolver): Api {
  const dialect = dialectOf(root.value) ?? "3.1";
  const security = securityOf(root.value);
  const servers = dialect === "2.0" ? serversOfSwagger(root.value) : serversOf(root.value);
  const complete = (operation: Operation) => readOperation(operation, { root, resolver, dialect, security, servers });
  const operations = listOperations(root, resolver).map(complete);
  const webhooks = listWebhooks(root, resolver).map(complete);
  return {
    root,
    resolver,
    dialect,
    servers,
    security,
    schemes: schemesOf(root, resolver),
    tags: tagsOf(root, operations),
    operations,
    webhooks,
  };
}

export interface Reading {
  readonly root: Located;
  readonly resolver: Resolver;
  readonly dialect: Api["dialect"];
  readonly security: ApiOperation["security"];
  readonly servers: readonly Server[];
}

function readOperation(operation: Operation, reading: Reading): ApiOperation {
  const { method, path, at, item } = operation;
  const named = operation.parameters.filter(({ name, place }) => name !== "" && !/^(?:body|formData)$/.test(place));
  const servers = [serversOf(at.value), serversOf(item.value)].find((own_) => own_.length > 0) ?? reading.servers;
  return {
    method,
    path,
    at,
    tags: [
      ...new Set(listOf(own(at.value, "tags")).filter((tag) => typeof tag === "string" && tag.trim() !== "")),
    ] as string[],
    parameters: named.map((one) => ({
      ...one,
      required: one.place === "path" || own(one.at.value, "required") === true,
      schema: schemaOfParameter(one.at),
      media: mediaOfParameter(one.at),
    })),
    body: readBody(operation, reading),
    responses: readResponses(at, reading),
    security: securityOf(at.value) ?? reading.security,
    servers,
  };
}

/** Of Swagger 2.0, where a parameter is its own schema, of OpenAPI, or of the first form that its content can have. */
export function schemaOfParameter(at: Located): Located {
  if (own(at.value, "schema") !== undefined) return schemaIn(at, "schema");
  const content = inside(at, "content");
  const [type] = Object.keys(recordOf(content.value));
  return type === undefined ? at : schemaIn(inside(content, type), "schema");
}

/** Of OpenAPI, where a parameter can be a document in a form of its own. */
export function mediaOfParameter({ value }: Located): string | undefined {
  return own(value, "schema") === undefined ? Object.keys(recordOf(own(value, "content")))[0] : undefined;
}

function listWebhooks(root: Located, resolver: Resolver): Operation[] {
  const all = inside(root, "webhooks");
  return Object.keys(recordOf(all.value)).flatMap((path) => {
    const item = resolver.follow(inside(all, path));
    if (item === undefined) return [];
    return methods.flatMap((method): Operation[] => {
      const at = resolver.follow(inside(item, method));
      if (at === undefined || !isRecord(at.value)) return [];
      return [{ method, path, at, item, parameters: [...parametersOf(item, resolver), ...parametersOf(at, resolver)] }];
    });
  });
}

function serversOf(value: unknown): Server[] {
  return listOf(own(value, "servers")).flatMap((server) => {
    const url = textOf(own(server, "url"));
    if (url === "") return [];
    const variables = Object.entries(recordOf(own(server, "variables"))).map(([name, variable]) => ({
      name,
      standard: String(own(variable, "default") ?? ""),
      values: listOf(own(variable, "enum")).map(String),
      description: textOf(own(variable, "description")),
    }));
    return [{ url, description: textOf(own(server, "description")), variables }];
  });
}

function serversOfSwagger(root: unknown): Server[] {
  const host = textOf(own(root, "host"));
  const base = textOf(own(root, "basePath"));
  if (host === "" && base === "") return [];
  const schemes = listOf(own(root, "schemes")).filter((scheme) => typeof scheme === "string");
  const starts =
    host === "" ? [""] : (schemes.length > 0 ? schemes : ["https"]).map((scheme) => `${String(scheme)}://${host}`);
  return starts.map((start) => ({ url: start + base, description: "", variables: [] }));
}

function schemesOf(root: Located, resolver: Resolver): Scheme[] {
  const places = [inside(inside(root, "components"), "securitySchemes"), inside(root, "securityDefinitions")];
  return places.flatMap((place) =>
    Object.keys(recordOf(place.value)).flatMap((name) => {
      const at = resolver.follow(inside(place, name));
      return at === undefined || !isRecord(at.value) ? [] : [{ name, at }];
    }),
  );
}

function securityOf(value: unknown): ApiOperation["security"] {
  const list = own(value, "security");
  if (!Array.isArray(list)) return undefined;
  return listOf(list).map((needed) =>
    Object.fromEntries(
      Object.entries(recordOf(needed)).map(([name, scopes]) => [name, listOf(scopes).map(String)] as const),
    ),
  );
}

function tagsOf(root: Located, operations: readonly ApiOperation[]): Tag[] {
  const tags = new Map<string, Tag>();
  for (const tag of listOf(own(root.value, "tags"))) {
    const name = textOf(own(tag, "name"));
    if (name.trim() === "" || tags.has(name)) continue;
    tags.set(name, {
      name,
      title: textOf(own(tag, "x-page-title")) || textOf(own(tag, "x-displayName")) || name,
      description: textOf(own(tag, "description")),
      docs: textOf(own(own(tag, "externalDocs"), "url")),
    });
  }
  for (const { tags: names } of operations) {
    for (const name of names.length > 0 ? names : [""]) {
      if (!tags.has(name)) tags.set(name, { name, title: name || "Other operations", description: "", docs: "" });
    }
  }
  return [...tags.values()];
}
