/** The description of a small API with one of everything that references show. */
export const petstore = (server: string) => ({
  openapi: "3.1.0",
  info: { title: "Petstore", version: "1" },
  servers: [
    { url: `${server}/{version}`, description: "Test", variables: { version: { default: "v1", enum: ["v1", "v2"] } } },
    { url: "/relative" },
  ],
  security: [{ key: [] }, { login: ["pets:read"] }],
  paths: {
    "/pets": {
      get: {
        summary: "List pets",
        description: "Returns **all** pets. <script>alert(1)</script>",
        tags: ["Pets"],
        parameters: [
          { name: "tag", in: "query", description: "Only these", schema: { type: "array", items: { type: "string" } } },
          {
            name: "status",
            in: "query",
            required: true,
            schema: { type: "string", enum: ["free", "sold"] },
            example: "sold",
          },
          { name: "X-Trace", in: "header", schema: { type: "string", minLength: 3 } },
        ],
        responses: {
          "200": {
            description: "The pets",
            headers: { "X-Total": { description: "How many there are", schema: { type: "integer" } } },
            content: { "application/json": { schema: { type: "array", items: { $ref: "#/components/schemas/Pet" } } } },
          },
          "404": { description: "None" },
        },
      },
      post: {
        summary: "Add a pet",
        deprecated: true,
        tags: ["Pets"],
        security: [],
        requestBody: {
          required: true,
          content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } },
        },
        responses: { "201": { description: "Added" } },
      },
    },
    "/pets/{id}": {
      delete: {
        summary: "Give a pet away",
        tags: ["Pets"],
        parameters: [{ name: "id", in: "path", required: true, schema: { type: "string" }, example: "a b" }],
        responses: { "204": { description: "Gone" } },
      },
    },
  },
  webhooks: {
    sold: {
      post: {
        summary: "A pet was sold",
        requestBody: { content: { "application/json": { schema: { $ref: "#/components/schemas/Pet" } } } },
        responses: { "200": { description: "Noted" } },
      },
    },
  },
  components: {
    securitySchemes: {
      key: { type: "http", scheme: "bearer", description: "A token of your account" },
      login: { type: "oauth2", flows: { implicit: { authorizationUrl: "https://example.com/login", scopes: {} } } },
    },
    schemas: {
      Pet: {
        type: "object",
        description: "An animal",
        required: ["name"],
        properties: {
          name: { type: "string", description: "What it is called", example: "Rex" },
          id: { type: "integer", readOnly: true },
          mother: { $ref: "#/components/schemas/Pet" },
          owner: { type: "object", properties: { city: { type: "string", deprecated: true } } },
          home: { oneOf: [{ $ref: "#/components/schemas/Cage" }, { $ref: "#/components/schemas/Meadow" }] },
        },
      },
      Cage: { type: "object", title: "Cage", properties: { bars: { type: "integer" } } },
      Meadow: { type: "object", title: "Meadow", properties: { area: { type: "number" } } },
    },
  },
});

/** A page with a block for each of its parts. */
export const petstorePage = (source: string) => `# API

## Pets

{% openapi src="${source}" path="/pets" method="get" %}
[petstore](${source})
{% endopenapi %}

{% openapi src="${source}" path="/pets" method="post" %}
[petstore](${source})
{% endopenapi %}

{% openapi src="${source}" path="/pets/{id}" method="delete" %}
[petstore](${source})
{% endopenapi %}
`;
