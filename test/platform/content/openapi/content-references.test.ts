import { describe, expect, it } from "vitest";
import { replaceReferences } from "../../../../src/platform/content/openapi/replace-references.ts";
import { describing, openSpecDesk } from "./spec-desk.ts";

const desk = openSpecDesk();

interface Entry {
  readonly filename: string;
  readonly specification: unknown;
}

it("references of a specification with several files have the exact names of its files", async () => {
  const get = { responses: { 200: { $ref: "./parts/answers.yaml#/Well" } } };
  desk.files.set("/v1/api.json", {
    text: describing({
      "/a": { get },
      "/b": { $ref: "parts/b.json" },
      "/c": { $ref: "#/paths/~1a" },
      "/d": { $ref: "http://127.0.0.1:1/other.json" },
    }),
  });
  desk.files.set("/v1/parts/answers.yaml", {
    text: "Well: {description: Well, a: {$ref: '#/Also'}, b: {$ref: ../api.json#/info}, c: {$ref: ../../shared.yaml}}\nAlso: {}\n",
  });
  desk.files.set("/v1/parts/b.json", {
    text: `{ "get": { "responses": { "200": { "$ref" : "${desk.origin}/v1/parts/answers.yaml#/Well" } } } }`,
  });
  desk.files.set("/shared.yaml", { text: "type: string\n" });
  await desk.put("several", { url: `${desk.origin}/v1/api.json` });
  const { filesystem } = (await desk.send("GET several/versions/latest/content")).json as { filesystem: Entry[] };
  const well = { $ref: "parts/answers.yaml#/Well" };
  expect(Object.fromEntries(filesystem.map(({ filename, specification }) => [filename, specification]))).toMatchObject({
    "api.json": {
      paths: {
        "/a": { get: { responses: { 200: well } } },
        "/b": { $ref: "parts/b.json" },
        "/c": { $ref: "api.json#/paths/~1a" },
        "/d": { $ref: "http://127.0.0.1:1/other.json" },
      },
    },
    "parts/answers.yaml": {
      Well: {
        a: { $ref: "parts/answers.yaml#/Also" },
        b: { $ref: "api.json#/info" },
        c: { $ref: "../shared.yaml" },
      },
    },
    "parts/b.json": { get: { responses: { 200: well } } },
  });
});

describe("replacing references in pieces", () => {
  async function replaced(json: string, size: number): Promise<unknown> {
    const bytes = Buffer.from(json);
    async function* pieces() {
      for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
    }
    const chunks: Uint8Array[] = [];
    for await (const chunk of replaceReferences(pieces(), (reference) => `<${reference}>`)) chunks.push(chunk);
    return JSON.parse(Buffer.concat(chunks).toString());
  }

  it("finds each of them wherever a piece ends, and nothing else", async () => {
    const text = { $ref: 'a"é\\' };
    const given = {
      first: text,
      quoted: 'the member "$ref": "b" and \\"$ref":"c"',
      'see "$ref': "d",
      property: { $ref: { type: "string" } },
      filler: '\\" "$ref" \\\\ '.repeat(900),
      last: [text, { $ref: "e" }],
    };
    const marked = { $ref: '<a"é\\>' };
    const expected = { ...given, first: marked, last: [marked, { $ref: "<e>" }] };
    for (const size of [1, 2, 3, 7, 64, 5119, 5120, 5121, 1_000_000]) {
      expect(await replaced(JSON.stringify(given), size), `pieces of ${size}`).toEqual(expected);
    }
  });
});
