import { describe, expect, it } from "vitest";
import { listLinks } from "../../../../../src/markdown/page/links.ts";
import { listSections } from "../../../../../src/markdown/page/sections.ts";
import { describing, writing } from "./writing.ts";

const pet = {
  type: "object",
  required: ["name"],
  properties: {
    id: { type: "integer", format: "int64", readOnly: true },
    name: { type: "string", maxLength: 40, example: "Rex", description: "What it is called" },
    kind: { enum: ["cat", "dog"], default: "dog" },
    friend: { $ref: "#/components/schemas/Pet" },
  },
};

const shop = {
  openapi: "3.0.3",
  info: { title: "Pet shop", version: "2.1", description: "Sells pets." },
  servers: [{ url: "https://api.example.com/v2", description: "Production" }],
  security: [{ key: [] }],
  tags: [{ name: "pets", description: "All about pets. And more." }],
  paths: {
    "/pets/{petId}": {
      parameters: [{ name: "petId", in: "path", required: true, schema: { type: "integer", minimum: 1 } }],
      put: {
        tags: ["pets"],
        summary: "Change a pet.",
        operationId: "changePet",
        description: "Changes it **at once**.",
        parameters: [
          { name: "dry", in: "query", schema: { type: "boolean", default: false }, description: "Only try" },
        ],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: {
          200: {
            description: "Changed",
            content: { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } } },
          },
          404: { description: "No such pet." },
        },
      },
    },
  },
  components: {
    schemas: { Pet: pet },
    securitySchemes: { key: { type: "apiKey", in: "header", name: "X-Key", description: "Ask for one." } },
  },
};

describe("a reference", () => {
  it("has an overview of what applies to the whole API", () => {
    expect(writing(shop).text).toBe(`# Pet shop

Version 2.1 with 1 operation, computed from OpenAPI 3.0 specification \`pets\`.

Sells pets.

## Servers

- \`https://api.example.com/v2\`: Production

## Authentication

**Authentication:** \`key\`

**key**: API key: header \`X-Key\`.

Ask for one.

## Pages

- [pets](/pages/0cTXMxUj9QOCgXpD5jns): All about pets.
`);
  });

  it("has a page for each tag, with what is needed to call the API", () => {
    expect(writing(shop).page("tag:pets")).toBe(`# pets

All about pets. And more.

- \`PUT /pets/{petId}\` [Change a pet](#change-a-pet)

## Change a pet

\`PUT /pets/{petId}\`, operation \`changePet\`

Changes it **at once**.

**Authentication:** \`key\` ([how](/pages/overview#authentication))

**Parameters**

| Name | In | Type | Required | Description |
| --- | --- | --- | --- | --- |
| \`petId\` | path | integer | yes | At least \`1\`. |
| \`dry\` | query | boolean | no | Only try. Default \`false\`. |

**Request body**, required: \`application/json\`, [Pet](#pet)

| Member | Type | Required | Description |
| --- | --- | --- | --- |
| \`name\` | string | yes | What it is called. At most \`40\` characters, as in \`Rex\`. |
| \`kind\` | string | no | Default \`"dog"\`, one of \`cat\`, \`dog\`. |
| \`friend\` | [Pet](#pet) | no |  |

**Example request**

\`\`\`http
PUT /v2/pets/{petId} HTTP/1.1
Host: api.example.com
X-Key: <token>
Content-Type: application/json

{
  "name": "Rex"
}
\`\`\`

**Responses**

- \`200\` Changed: \`application/json\`, array of [Pet](#pet)

\`\`\`json
[
  {
    "id": 1,
    "name": "Rex",
    "kind": "dog"
  }
]
\`\`\`

- \`404\` No such pet

## Schemas

### Pet

Object.

| Member | Type | Required | Description |
| --- | --- | --- | --- |
| \`id\` | integer (int64) | no | Only in responses. |
| \`name\` | string | yes | What it is called. At most \`40\` characters, as in \`Rex\`. |
| \`kind\` | string | no | Default \`"dog"\`, one of \`cat\`, \`dog\`. |
| \`friend\` | [Pet](#pet) | no |  |
`);
  });

  it("shows schemas on a separate page on request, and links to them there", () => {
    const made = writing(shop, { models: true });
    expect(made.pages.map(({ key, title }) => [key, title])).toEqual([
      ["tag:pets", "pets"],
      ["models", "Models"],
    ]);
    expect(made.page("tag:pets")).toContain("array of [Pet](/pages/XSAkhIlXdtDNtyE2mGoC#pet)");
    expect(made.page("tag:pets")).not.toContain("## Schemas");
    expect(made.page("models")).toContain("## Pet\n\nObject.\n");
  });

  it("has a page for each operation below that of its tag on request", () => {
    const { pages } = writing(shop, { byOperation: true });
    expect(pages.map(({ key, parent, title, props }) => ({ key, parent, title, props }))).toEqual([
      { key: "tag:pets", parent: null, title: "pets", props: { doc: "tag", page: "pets" } },
      {
        key: "operation:put /pets/{petId}",
        parent: "tag:pets",
        title: "Change a pet",
        props: { doc: "operation", page: "pets", method: "put" },
      },
    ]);
  });

  it("shows an operation with its first tag, lists it with its others, and has a page for those without a tag", () => {
    const responses = {};
    const made = writing({
      ...shop,
      paths: {
        "/a": { get: { tags: ["one", "two"], summary: "Do A", responses } },
        "/b": { get: { tags: ["two"], summary: "Do B", responses }, post: { responses } },
      },
    });
    expect(made.pages.map(({ title }) => title)).toEqual(["one", "two", "Other operations"]);
    expect(made.page("tag:two")).toMatch(/^- `GET \/a` \[Do A\]\(\/pages\/\w{20}#do-a\)$/m);
    expect(made.page("tag:two")).not.toContain("## Do A");
    expect(made.page("tag:")).toContain("## POST /b\n");
  });

  it("is also made from Swagger 2.0", () => {
    const made = writing({
      swagger: "2.0",
      info: { title: "Old", version: "1" },
      host: "old.example.com",
      basePath: "/v1",
      schemes: ["https"],
      consumes: ["application/json"],
      securityDefinitions: { login: { type: "basic" } },
      paths: {
        "/pets": {
          post: {
            tags: ["pets"],
            security: [{ login: [] }],
            parameters: [
              { name: "body", in: "body", required: true, schema: { $ref: "#/definitions/Pet" } },
              { name: "ids", in: "query", type: "array", items: { type: "string" }, collectionFormat: "multi" },
            ],
            responses: { 200: { description: "Made", schema: { $ref: "#/definitions/Pet" } } },
          },
          put: {
            tags: ["pets"],
            consumes: ["multipart/form-data"],
            parameters: [{ name: "photo", in: "formData", type: "file", required: true }],
            responses: {},
          },
        },
      },
      definitions: { Pet: { type: "object", properties: { name: { type: "string" } } } },
    });
    expect(made.text).toContain("- `https://old.example.com/v1`");
    const page = made.page("tag:pets");
    expect(page).toContain(
      "POST /v1/pets HTTP/1.1\nHost: old.example.com\nAuthorization: Basic <base64 of user:password>\n",
    );
    expect(page).toContain("| `ids` | query | array of string | no | Repeated for each value. |");
    expect(page).toContain("**Request body**, required: `application/json`, [Pet](#pet)");
    expect(page).toContain("- `200` Made: `application/json`, [Pet](#pet)");
    expect(page).toContain("**Request body**, required: `multipart/form-data`, object\n");
    expect(page).toContain("| `photo` | file | yes |  |");
  });

  it("shows webhooks and callbacks, which the API calls", () => {
    const body = {
      content: { "application/json": { schema: { type: "object", properties: { id: { type: "string" } } } } },
    };
    const made = writing(
      describing(
        { callbacks: { paid: { "{$request.body#/url}": { post: { summary: "Was paid", requestBody: body } } } } },
        { webhooks: { newPet: { post: { summary: "A pet came", requestBody: body, responses: {} } } } },
      ),
    );
    expect(made.page("tag:pets")).toContain(
      "- `paid`: `POST {$request.body#/url}`, body `application/json`, object. Was paid\n\n| Member | Type | Required | Description |\n| --- | --- | --- | --- |\n| `id` | string | no |  |",
    );
    expect(made.page("webhooks")).toContain("## A pet came\n\nThe API calls your server: `POST`, as webhook `newPet`.");
  });

  it("has links that lead where they say, whatever the names", () => {
    const names = ["Pet", "pet", "a b", "Öl", "x#y", "`q`", "[l](m)", "constructor", "__proto__x"];
    const made = writing(
      {
        ...shop,
        paths: Object.fromEntries(
          names.map((name, index) => [
            `/p${index}`,
            {
              get: {
                tags: [name],
                summary: `Get ${name}`,
                responses: {
                  200: {
                    description: "",
                    content: {
                      "application/json": { schema: { $ref: `#/components/schemas/${encodeURIComponent(name)}` } },
                    },
                  },
                },
              },
            },
          ]),
        ),
        components: { schemas: Object.fromEntries(names.map((name) => [name, pet])) },
      },
      { models: true },
    );
    const models = made.page("models");
    const anchors = new Set(listSections(models).map(({ anchor }) => anchor));
    for (const { key, text } of made.pages) {
      const own = new Set(listSections(text).map(({ anchor }) => anchor));
      const links = listLinks(text).map(({ href }) => href);
      expect(links.length, key).toBeGreaterThan(0);
      for (const href of links) {
        const known = href.startsWith("#") || key === "models" ? own : anchors;
        if (!href.startsWith("/pages/overview")) expect(known, `${key} ${href}`).toContain(href.replace(/^.*#/, ""));
      }
    }
  });

  it("finds schemas in other files", () => {
    const made = writing(
      describing({
        responses: {
          200: { description: "", content: { "application/json": { schema: { $ref: "parts/pet.yaml" } } } },
        },
      }),
      {
        files: {
          "parts/pet.yaml": { type: "object", properties: { owner: { $ref: "people.yaml#/definitions/Owner" } } },
          "parts/people.yaml": { definitions: { Owner: { type: "object" } } },
        },
      },
    );
    expect(made.page("tag:pets")).toContain("### pet\n");
    expect(made.page("tag:pets")).toContain("| `owner` | [Owner](#owner) | no |  |");
  });
});
