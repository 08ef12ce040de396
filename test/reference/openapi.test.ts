import { Validator } from "@seriousme/openapi-schema-validator";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, it } from "vitest";
import { contractModels } from "../../scripts/products/contract-models.ts";
import { listOperations } from "../../src/contract/index.ts";
import { jsonText } from "../../src/reference/json-text.ts";
import { openApiDocument } from "../../src/reference/openapi.ts";
import { contractSchemas } from "../../src/reference/schemas.ts";
import { smallContract } from "./small-contract.ts";

type Json = Record<string, unknown>;

interface Document extends Json {
  paths: Record<string, Record<string, Json>>;
  components: { schemas: Record<string, Json>; parameters: Record<string, Json>; responses: Record<string, Json> };
}

const facts = { version: "1.2.3", license: "Apache-2.0", port: 7337 };

const read = (text: string) => JSON.parse(text) as Document;

const small = read(jsonText(openApiDocument(smallContract(), facts)));

describe("the OpenAPI description of the whole contract", async () => {
  const schemas = contractSchemas(listOperations(), await contractModels());
  const text = jsonText(openApiDocument(schemas, facts));
  const document = read(text);

  it("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const { valid, errors } = await validator.validate(document);
    expect(errors).toBeUndefined();
    expect(valid).toBe(true);
    expect(validator.version).toBe("3.1");
  });

  it("has every operation at its path, and no other", () => {
    const listed = Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => `${method.toUpperCase()} ${path} ${operationId}`),
    );
    const declared = listOperations().map(({ operation }) => `${operation.method} ${operation.path} ${operation.id}`);
    expect(listed.sort()).toEqual(declared.sort());
    expect(listed.length).toBeGreaterThan(30);
  });

  it("contains the target of every reference, and refers to everything it names", () => {
    const references = new Set([...text.matchAll(/"\$ref": "#\/components\/(\w+\/[^"]+)"/g)].map(([, path]) => path));
    const { schemas: models, parameters, responses } = document.components;
    const named = Object.entries({ schemas: models, parameters, responses }).flatMap(([kind, members]) =>
      Object.keys(members).map((name) => `${kind}/${name}`),
    );
    expect([...references].sort()).toEqual(named.sort());
  });

  it("contains models that a validator compiles", { tags: ["long"] }, () => {
    const ajv = new Ajv2020({ strict: true, allowUnionTypes: true, strictRequired: false });
    addFormats.default(ajv);
    ajv.addVocabulary(["components"]);
    ajv.addSchema({ $id: "https://example.com/api", components: document.components });
    for (const name of Object.keys(document.components.schemas)) {
      const compiled = ajv.compile({ $ref: `https://example.com/api#/components/schemas/${name}` });
      expect(compiled, name).toBeTypeOf("function");
    }
  });

  it("is the same text however often it is written", async () => {
    const again = contractSchemas(listOperations(), await contractModels());
    expect(jsonText(openApiDocument(again, facts))).toBe(text);
  });
});

describe("the OpenAPI description", () => {
  it("says what the API is and where the embedded platform serves it", () => {
    expect(small.openapi).toBe("3.1.1");
    expect(small.info).toMatchObject({
      title: "Documentation platform API",
      version: "1.2.3",
      license: { name: "Apache License 2.0", identifier: "Apache-2.0" },
    });
    expect(small.servers).toMatchObject([
      { url: "http://127.0.0.1:{port}/v1", variables: { port: { default: "7337" } } },
    ]);
    expect(small.security).toEqual([{ token: [] }]);
    expect(small["x-tagGroups"]).toEqual([{ name: "Content", tags: ["spaces", "files"] }]);
  });

  it("describes a list operation with its parameters, response and errors", () => {
    expect(small.paths["/rooms/{roomId}/shelves"]?.get).toEqual({
      operationId: "listShelves",
      tags: ["spaces"],
      summary: "List the shelves of a room",
      "x-copydesk-effect": "read",
      "x-copydesk-reach": ["reads"],
      parameters: [
        { $ref: "#/components/parameters/roomId" },
        {
          name: "color",
          in: "query",
          required: false,
          description: "Only these, or none | all",
          style: "form",
          explode: true,
          schema: { type: "array", maxItems: 2, items: { $ref: "#/components/schemas/Color" } },
        },
        {
          name: "limit",
          in: "query",
          required: false,
          description: "Items in one answer",
          schema: { type: "integer", minimum: 0, maximum: 1000, default: 50 },
        },
      ],
      responses: {
        "200": {
          description: "Done.",
          content: {
            "application/json": {
              schema: {
                type: "object",
                properties: {
                  next: { type: "object", properties: { page: { type: "string" } }, required: ["page"] },
                  items: { type: "array", items: { $ref: "#/components/schemas/Shelf" } },
                },
                required: ["items"],
              },
            },
          },
        },
        "400": { $ref: "#/components/responses/bad_request" },
        "401": { $ref: "#/components/responses/unauthorized" },
        "404": { $ref: "#/components/responses/not_found" },
        "406": { $ref: "#/components/responses/answer_too_large" },
        "429": { $ref: "#/components/responses/too_many_requests" },
        "500": { $ref: "#/components/responses/internal" },
        "501": { $ref: "#/components/responses/not_implemented" },
      },
    });
  });

  it("writes a parameter that several operations share once", () => {
    expect(small.components.parameters.roomId).toEqual({
      name: "roomId",
      in: "path",
      required: true,
      description: "Room",
      schema: { type: "string", pattern: "^[a-zA-Z0-9_-]+$" },
    });
    expect(Object.keys(small.components.parameters)).toEqual(["IfMatch", "roomId"]);
  });

  it("includes the one field that is the whole body, the precondition and the further successes", () => {
    const operation = small.paths["/rooms/{roomId}/view"]?.put;
    expect(operation).toMatchObject({
      description: "The former view is lost",
      deprecated: true,
      requestBody: {
        required: true,
        content: { "application/json": { schema: { $ref: "#/components/schemas/ViewInput" } } },
      },
      parameters: [{ $ref: "#/components/parameters/roomId" }, { $ref: "#/components/parameters/IfMatch" }],
    });
    expect(Object.keys(operation?.responses ?? {})).toEqual([
      "200",
      "201",
      "204",
      "400",
      "401",
      "406",
      "409",
      "412",
      "429",
      "500",
      "501",
    ]);
    expect(operation?.responses).toMatchObject({ "204": { description: "Done." } });
  });

  it("has 205 for a deletion when something was deleted and 204 when there was nothing", () => {
    expect(small.paths["/notes/{noteId}"]?.delete?.responses).toMatchObject({
      "204": { description: "There was nothing to delete." },
      "205": { description: "It was deleted." },
    });
  });
});
