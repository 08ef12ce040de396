import { describe, expect, it } from "vitest";
import { describing, writing } from "./writing.ts";

const page = (operation: object, more: object = {}) => writing(describing(operation, more)).page("tag:pets");
const text = { type: "string" };
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

/** The request of an operation, without the lines that all have. */
const request = (shown: string) => /```http\nGET [^\n]*\n?([\s\S]*?)\n?```/.exec(shown)?.[1] ?? "";
const rowOf = (shown: string, name: string) =>
  shown.split("\n").find((line) => line.startsWith(`| \`${name}\` |`)) ?? `no ${name} in ${shown}`;

describe("a parameter of several values", () => {
  const list = { type: "array", items: text };
  const range = object({ from: text, to: text });

  it.each([
    ["query", {}, list, "Repeated for each value."],
    ["query", { explode: false }, list, "Values separated by commas."],
    ["query", { style: "spaceDelimited" }, list, "Values separated by blanks."],
    ["query", { style: "pipeDelimited" }, list, "Values separated by bars."],
    ["query", {}, range, "Its members are parameters of their own."],
    ["query", { explode: false }, range, "Written as `member,value,…`."],
    ["query", { style: "deepObject" }, range, "Written as `it[member]=value`."],
    ["query", {}, { anyOf: [list, { type: "null" }] }, "Repeated for each value."],
    ["query", { style: "deepObject" }, { anyOf: [range, { type: "integer" }] }, "Written as `it[member]=value`."],
    ["header", {}, list, "Values separated by commas."],
    ["path", { style: "label" }, list, "Written as `.value`."],
    ["path", { style: "matrix" }, text, "Written as `;it=value`."],
    ["cookie", {}, list, "Repeated for each value."],
  ])("describes in %s with %o how they are written", (place, how, schema, words) => {
    expect(rowOf(page({ parameters: [{ name: "it", in: place, schema, ...how }] }), "it")).toContain(`${words} |`);
  });

  it("describes nothing if it has only one value", () => {
    const shown = page({ parameters: [{ name: "it", in: "query", schema: { type: "integer" } }] });
    expect(rowOf(shown, "it")).toBe("| `it` | query | integer | no |  |");
  });

  it("says so if it is a document", () => {
    const content = { "application/json": { schema: object({ from: text }) } };
    const shown = page({ parameters: [{ name: "it", in: "query", content }] });
    expect(rowOf(shown, "it")).toContain("Written as JSON.");
    expect(rowOf(shown, "it.from")).toBe("| `it.from` | query | string | no |  |");
  });

  it("has its members below it, as they are written in the request", () => {
    const schema = object({ from: text, of: object({ kind: text }) }, { required: ["from"] });
    const written = (more: object) =>
      page({ parameters: [{ name: "it", in: "query", required: true, schema, ...more }] });
    const deep = written({ style: "deepObject" });
    expect(rowOf(deep, "it[from]")).toBe("| `it[from]` | query | string | yes |  |");
    expect(rowOf(deep, "it[of][kind]")).toBe("| `it[of][kind]` | query | string | no |  |");
    expect(rowOf(written({}), "from")).toBe("| `from` | query | string | yes |  |");
  });

  it("has comma-separated values in Swagger 2.0 unless it says otherwise", () => {
    const parameters = [
      { name: "usual", in: "query", type: "array", items: text },
      { name: "piped", in: "query", type: "array", items: text, collectionFormat: "pipes" },
      { name: "field", in: "formData", type: "array", items: text, collectionFormat: "multi", required: true },
    ];
    const { page: pageOf } = writing({
      swagger: "2.0",
      info: {},
      paths: { "/pets": { post: { parameters, responses: {} } } },
    });
    const shown = pageOf("tag:");
    expect(rowOf(shown, "usual")).toContain("Values separated by commas. |");
    expect(rowOf(shown, "piped")).toContain("Values separated by bars. |");
    expect(rowOf(shown, "field")).toContain("Repeated for each value. |");
    expect(shown).toContain("\n\nfield=string\n```");
  });

  it("is written in the example as in a request", () => {
    const parameters = [
      { name: "a", in: "query", required: true, schema: list, example: ["x", "y z"] },
      { name: "b", in: "query", required: true, schema: list, explode: false, example: ["x", "y"] },
      { name: "c", in: "query", required: true, schema: range, style: "deepObject", example: { from: "1", to: "2" } },
      { name: "d", in: "query", required: true, schema: text },
      { name: "e", in: "cookie", required: true, schema: text, example: "f" },
    ];
    const shown = page({ parameters });
    expect(shown).toContain("GET /pets?a=x&a=y%20z&b=x,y&c%5Bfrom%5D=1&c%5Bto%5D=2&d=… HTTP/1.1\n");
    expect(request(shown)).toBe("Cookie: e=f");
  });
});

describe("a form", () => {
  const schema = object(
    { list: { type: "array", items: text }, at: object({ x: { type: "integer" } }), deep: object({ y: text }) },
    { required: ["list", "at", "deep"] },
  );

  it("describes how its fields are written, and shows it", () => {
    const content = { "application/x-www-form-urlencoded": { schema, encoding: { deep: { style: "deepObject" } } } };
    const shown = page({ requestBody: { content } });
    expect(rowOf(shown, "list")).toContain("Repeated for each value.");
    expect(rowOf(shown, "at")).toContain("Written as JSON.");
    expect(rowOf(shown, "deep")).toContain("Written as `deep[member]=value`.");
    expect(request(shown)).toBe(
      "Content-Type: application/x-www-form-urlencoded\n\nlist=string&at=%7B%22x%22%3A1%7D&deep%5By%5D=string",
    );
  });

  it("is shown with a file if it has several parts", () => {
    const fields = object(
      { about: object({ name: text }), file: { type: "string", format: "binary" }, note: text },
      { required: ["about", "file"] },
    );
    const content = {
      "multipart/form-data": { schema: fields, encoding: { file: { contentType: "image/png, image/gif" } } },
    };
    const shown = page({ requestBody: { required: true, content } });
    expect(rowOf(shown, "file")).toContain("Sent as `image/png, image/gif`.");
    expect(request(shown)).toBe(`Content-Type: multipart/form-data; boundary=boundary

--boundary
Content-Disposition: form-data; name="about"
Content-Type: application/json

{"name":"string"}
--boundary
Content-Disposition: form-data; name="file"; filename="file"
Content-Type: image/png

<bytes>
--boundary--`);
  });

  it("says so if it is bytes rather than a form", () => {
    const content = { "application/octet-stream": { schema: { type: "string", format: "binary" } } };
    expect(request(page({ requestBody: { content } }))).toBe("Content-Type: application/octet-stream\n\n<bytes>");
  });
});

describe("a response", () => {
  it("says which request can follow, and with what", () => {
    const links = {
      owner: { operationId: "getOwner", parameters: { id: "$response.body#/owner" }, description: "Whose it is" },
    };
    expect(page({ responses: { 200: { description: "It", links } } })).toContain(
      "- `200` It\n  - link `owner` to operation `getOwner` with `id` = `$response.body#/owner`. Whose it is",
    );
  });

  it("has its headers below it, which are not repeated for the next one", () => {
    const headers = {
      "X-Left": {
        description: "Requests that can still be made within the hour, ".repeat(3),
        schema: { type: "integer" },
      },
    };
    const shown = page({ responses: { 200: { description: "Good", headers }, 404: { description: "None", headers } } });
    expect(shown).toMatch(
      /- `200` Good\n {2}- header `X-Left`, integer: Requests .*\n- `404` None\n {2}- headers as with `200`/,
    );
  });

  it("has its members once if several responses are the same", () => {
    const schema = object({
      code: { ...text, description: "What went wrong, as a word that never changes" },
      detail: text,
    });
    const content = { "application/json": { schema } };
    const shown = page({ responses: { 400: { description: "Bad", content }, 404: { description: "None", content } } });
    expect(shown.match(/\| `code` \|/g)).toHaveLength(1);
    expect(shown).toContain("- `404` None: `application/json`, object\n  - members as with `400`");
  });
});

it("an operation or path with servers of its own says so, and the example uses them", () => {
  const servers = [{ url: "https://upload.example.com/v1", description: "Uploads" }];
  const paths = { "/pets": { servers, get: { tags: ["pets"], responses: {} } } };
  const shown = writing({ ...describing({}), servers: [{ url: "https://api.example.com" }], paths }).page("tag:pets");
  expect(shown).toContain("**Servers of this operation**\n\n- `https://upload.example.com/v1`: Uploads");
  expect(shown).toContain("GET /v1/pets HTTP/1.1\nHost: upload.example.com");
});

describe("a schema", () => {
  const body = (schema: object, schemas: object = {}) =>
    page({ requestBody: { content: { "application/json": { schema } } } }, { components: { schemas } });

  it("says what it is besides null, with its members", () => {
    const it_ = { anyOf: [{ type: "integer", description: "From 0 to 20.", maximum: 20 }, { type: "null" }] };
    const found = { anyOf: [{ type: "array", items: object({ id: text }) }, { type: "null" }] };
    const shown = body(object({ it: it_, found }));
    expect(rowOf(shown, "it")).toContain("| From 0 to 20. At most `20`. |");
    expect(rowOf(shown, "found[].id")).toBe("| `found[].id` | string | no |  |");
  });

  it("has the members of each alternative without a name", () => {
    const either = {
      oneOf: [object({ a: text }, { title: "By name" }), object({ b: text }, { required: ["b"] }), text],
    };
    const shown = body(object({ it: either, map: { additionalProperties: object({ c: text }) } }));
    expect(rowOf(shown, "it.a")).toContain("| Of By name. |");
    expect(rowOf(shown, "it.b")).toBe("| `it.b` | string | with its parent | Of alternative 2. |");
    expect(rowOf(shown, "map.*.c")).toContain("| string |");
  });

  it("names all alternatives, however many, and lists their values", () => {
    const schemas = Object.fromEntries(Array.from({ length: 60 }, (_, index) => [`Way${index}`, object({ id: text })]));
    const oneOf = Object.keys(schemas).map((name) => ({ $ref: `#/components/schemas/${name}` }));
    const model = { anyOf: [text, { type: "string", enum: ["small", "large"] }] };
    const shown = body(object({ it: { oneOf }, model }), schemas);
    for (const name of Object.keys(schemas)) expect(rowOf(shown, "it")).toContain(`[${name}](#`);
    expect(rowOf(shown, "model")).toContain("Or one of `small`, `large`.");
  });

  it("is described where it is used if one line is enough, and has its own place if it is longer", () => {
    const id = { type: "string", pattern: "^p[0-9]+$", description: "Id of a pet" };
    const kind = { type: "string", description: "What kind of animal it is. ".repeat(20) };
    const refs = { id: { $ref: "#/components/schemas/Id" }, kind: { $ref: "#/components/schemas/Kind" } };
    const shown = body(object(refs), { Id: id, Kind: kind });
    expect(rowOf(shown, "id")).toBe("| `id` | string | no | Id of a pet. Matches `^p[0-9]+$`. |");
    expect(rowOf(shown, "kind")).toContain("[Kind](#kind)");
    expect(shown).not.toContain("### Id");
  });

  it("is written out where it is a body, and not again unless something else refers to it", () => {
    const Pet = object({ name: text }, { description: "An animal." });
    const shown = body({ $ref: "#/components/schemas/Pet" }, { Pet });
    expect(shown).toContain("**Request body**: `application/json`, Pet\n\nAn animal.\n\n| Member |");
    expect(shown).not.toContain("### Pet");
    const circle = object({ name: text, next: { $ref: "#/components/schemas/Pet" } });
    expect(body({ $ref: "#/components/schemas/Pet" }, { Pet: circle })).toContain("`application/json`, [Pet](#pet)");
  });

  it("is that of another if it only adds remarks, with these remarks", () => {
    const Pet = object({ name: text }, { description: "An animal." });
    const ref = { $ref: "#/components/schemas/Pet" };
    const properties = {
      owner: { allOf: [ref, { description: "Whose it is.", nullable: true, readOnly: false }] },
      made: { type: "object", deprecated: true, allOf: [ref] },
      order: {
        allOf: [
          { type: "string", description: "A number." },
          { description: "Where it stands.", nullable: true },
        ],
      },
      short: { allOf: [{ type: "string", minLength: 2 }, { maxLength: 4 }] },
      known: { allOf: [object({ id: text }), { description: "What is known.", readOnly: true }] },
      map: { additionalProperties: { allOf: [ref, { title: "One" }] } },
    };
    const shown = body(object(properties), { Pet });
    expect(rowOf(shown, "owner")).toBe("| `owner` | [Pet](#pet) or null | no | Whose it is. |");
    expect(rowOf(shown, "made")).toBe("| `made` | [Pet](#pet) | no | Deprecated. |");
    expect(rowOf(shown, "order")).toBe("| `order` | string or null | no | Where it stands. |");
    expect(rowOf(shown, "short")).toContain("| string |");
    expect(rowOf(shown, "map")).toContain("| map of [Pet](#pet) |");
    expect(shown).not.toContain("owner.name");
    expect(shown).not.toContain("`known");
  });

  it("has all parts of a member that several of its schemas describe", () => {
    const allOf = [
      object({ at: object({ x: text }), kind: text }),
      object({ at: object({ y: text }), kind: { type: "string", enum: ["cat"] } }),
    ];
    const shown = body({ allOf });
    expect(rowOf(shown, "at.x")).toContain("| string |");
    expect(rowOf(shown, "at.y")).toContain("| string |");
    expect(rowOf(shown, "kind")).toContain("Always `cat`.");
  });
});
