import type { Operation } from "../operations.ts";
import { isRecord, listOf, own, recordOf, textOf } from "../pointer.ts";
import { inside, type Located, type Resolver } from "../resolve.ts";
import {
  type ApiLink,
  type ApiParameter,
  type ApiResponse,
  type Body,
  type Media,
  mediaOfParameter,
  type Reading,
  schemaOfParameter,
} from "./api.ts";
import { schemaIn } from "./unwrapped.ts";

export function readBody({ at, parameters }: Operation, reading: Reading): Body | undefined {
  if (reading.dialect === "2.0") return bodyOfSwagger(at, parameters, reading);
  const body = reading.resolver.follow(inside(at, "requestBody"));
  if (body === undefined || !isRecord(body.value)) return undefined;
  return {
    required: body.value.required === true,
    description: textOf(body.value.description),
    media: mediaOf(body, reading.resolver),
  };
}

/** Of Swagger 2.0, where a body is a parameter, and a form one parameter for each field. */
function bodyOfSwagger(at: Located, parameters: Operation["parameters"], reading: Reading): Body | undefined {
  const body = parameters.find(({ place }) => place === "body")?.at;
  const fields = parameters.filter(({ place }) => place === "formData");
  if (body !== undefined) {
    const schema = schemaIn(body, "schema");
    return {
      required: own(body.value, "required") === true,
      description: textOf(own(body.value, "description")),
      media: typesOf(at, "consumes", reading).map((type) => ofSwagger(type, schema)),
    };
  }
  if (fields.length === 0) return undefined;
  const hasFile = fields.some(({ at: field }) => own(field.value, "type") === "file");
  const types = typesOf(at, "consumes", reading).filter((type) => /form/.test(type));
  const usual = hasFile ? "multipart/form-data" : "application/x-www-form-urlencoded";
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
    media: (types.length > 0 ? types : [usual]).map((type) => ofSwagger(type, schema)),
  };
}

const ofSwagger = (type: string, schema: Located | undefined, example?: unknown): Media => ({
  type,
  schema,
  example,
  encoding: {},
  isSwagger: true,
});

/** A field's own `required` says something else than that of a schema. */
const withoutFlag = (field: unknown) => {
  const { required: _, ...schema } = recordOf(field);
  return schema;
};

export function readResponses(at: Located, reading: Reading): ApiResponse[] {
  const { resolver, dialect } = reading;
  const responses = resolver.follow(inside(at, "responses"));
  if (responses === undefined) return [];
  return Object.keys(recordOf(responses.value)).flatMap((code) => {
    const response = resolver.follow(inside(responses, code));
    if (code.startsWith("x-") || response === undefined || !isRecord(response.value)) return [];
    const media = dialect === "2.0" ? mediaOfSwagger(response, at, reading) : mediaOf(response, resolver);
    return [
      {
        code,
        description: textOf(response.value.description),
        headers: headersOf(response, resolver),
        media,
        links: linksOf(response, resolver),
      },
    ];
  });
}

function headersOf(response: Located, resolver: Resolver): ApiParameter[] {
  const headers = inside(response, "headers");
  return Object.keys(recordOf(headers.value)).flatMap((name) => {
    const at = resolver.follow(inside(headers, name));
    if (at === undefined || !isRecord(at.value)) return [];
    const required = at.value.required === true;
    return [{ name, place: "header", required, at, schema: schemaOfParameter(at), media: mediaOfParameter(at) }];
  });
}

function linksOf(response: Located, resolver: Resolver): ApiLink[] {
  const links = inside(response, "links");
  return Object.keys(recordOf(links.value)).flatMap((name) => {
    const link = resolver.follow(inside(links, name))?.value;
    const operation = textOf(own(link, "operationId")) || textOf(own(link, "operationRef"));
    if (operation === "") return [];
    const parameters = Object.entries(recordOf(own(link, "parameters"))).map(
      ([parameter, value]) => [parameter, typeof value === "string" ? value : (JSON.stringify(value) ?? "")] as const,
    );
    return [{ name, operation, parameters, description: textOf(own(link, "description")) }];
  });
}

function mediaOf(at: Located, resolver: Resolver): Media[] {
  const content = inside(at, "content");
  return Object.keys(recordOf(content.value)).map((type) => {
    const media = inside(content, type);
    const hasSchema = own(media.value, "schema") !== undefined;
    return {
      type,
      schema: hasSchema ? schemaIn(media, "schema") : undefined,
      example: exampleOf(media, resolver),
      encoding: recordOf(own(media.value, "encoding")),
      isSwagger: false,
    };
  });
}

function mediaOfSwagger(response: Located, at: Located, reading: Reading): Media[] {
  const examples = recordOf(own(response.value, "examples"));
  if (own(response.value, "schema") === undefined && Object.keys(examples).length === 0) return [];
  const schema = own(response.value, "schema") === undefined ? undefined : schemaIn(response, "schema");
  return typesOf(at, "produces", reading).map((type) => ofSwagger(type, schema, examples[type]));
}

/** The example that is given for a media type, or the first of them. */
function exampleOf(media: Located, resolver: Resolver): unknown {
  const example = own(media.value, "example");
  if (example !== undefined) return example;
  const examples = inside(media, "examples");
  const [first] = Object.keys(recordOf(examples.value));
  return first === undefined ? undefined : own(resolver.follow(inside(examples, first))?.value, "value");
}

function typesOf(at: Located, name: "consumes" | "produces", { root }: Reading): string[] {
  const given = [own(at.value, name), own(root.value, name)].find(Array.isArray);
  const types = listOf(given).filter((type) => typeof type === "string");
  return types.length > 0 ? (types as string[]) : ["application/json"];
}
