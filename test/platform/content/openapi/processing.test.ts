import { describe, expect, it } from "vitest";
import { parseFile } from "../../../../src/platform/content/openapi/parse-file.ts";
import { expectLinearCost } from "../../../support/cost.ts";
import { describing, openSpecDesk } from "./spec-desk.ts";

const desk = openSpecDesk();
const ok = { responses: { 200: { description: "Well" } } };
const messages = (spec: { lastProcessedErrors?: { message: string }[] | undefined }) =>
  spec.lastProcessedErrors?.map(({ message }) => message);

describe("a specification at a URL", () => {
  it("is fetched, and again after six hours with the ETag of its server", async () => {
    desk.files.set("/api.json", { text: describing({ "/pets": { get: ok } }), etag: '"one"' });
    const first = await desk.put("looked-at", { url: `${desk.origin}/api.json` });
    expect(first).toMatchObject({ processingState: "complete", lastProcessedErrorCount: 0 });
    desk.service.setTime("2026-01-02T09:04:04.000Z");
    await desk.service.platform.jobsSettled();
    expect(desk.asked).toHaveLength(1);

    desk.service.setTime("2026-01-02T09:04:06.000Z");
    await desk.service.platform.jobsSettled();
    expect(desk.asked[1]?.headers["if-none-match"]).toBe('"one"');
    const same = await desk.read("looked-at");
    expect(same).toEqual({ ...first, lastProcessedAt: "2026-01-02T09:04:06.000Z" });

    desk.files.set("/api.json", { text: describing({ "/pets": { get: ok, post: ok } }), etag: '"two"' });
    desk.service.setTime("2026-01-02T15:04:07.000Z");
    await desk.service.platform.jobsSettled();
    const changed = await desk.read("looked-at");
    expect(changed.lastVersion).not.toBe(first.lastVersion);
    expect((await desk.send("GET looked-at/versions")).json).toMatchObject({ count: 2 });
  });

  it("gets no new version for the same content", async () => {
    desk.files.set("/same.json", { text: describing({}) });
    const { lastVersion } = await desk.put("same", { url: `${desk.origin}/same.json` });
    expect((await desk.put("same", { url: `${desk.origin}/same.json` })).lastVersion).toBe(lastVersion);
  });

  it("includes the files it refers to, only from its own origin, each fetched once", async () => {
    const get = { responses: { 200: { $ref: "./parts/answers.yaml#/Well" } } };
    desk.files.set("/v1/api.json", {
      text: describing({ "/a": { get }, "/b": { get }, "/c": { $ref: "http://127.0.0.1:1/secret.json" } }),
    });
    desk.files.set("/v1/parts/answers.yaml", { text: "Well:\n  description: Well\n  back:\n    $ref: ../api.json\n" });
    const spec = await desk.put("several", { url: `${desk.origin}/v1/api.json` });
    expect(desk.asked.map(({ path }) => path)).toEqual(["/v1/api.json", "/v1/parts/answers.yaml"]);
    expect(messages(spec)).toEqual([
      'v1/api.json, line 26, column 5, #/paths/~1c: the reference "http://127.0.0.1:1/secret.json" does not resolve',
    ]);
    const content = (await desk.send("GET several/versions/latest/content")).json as { filesystem: object[] };
    expect(content.filesystem.map((entry) => ({ ...entry, specification: undefined }))).toEqual([
      { dir: ".", isEntrypoint: true, references: [], filename: "api.json" },
      { dir: "parts", isEntrypoint: false, references: [], filename: "parts/answers.yaml" },
    ]);
  });

  it("may have 25 MB with all of its files, and is rejected with more", async () => {
    const part = (megabytes: number) => JSON.stringify({ description: "x".repeat(megabytes * 1024 * 1024) });
    const refer = {
      paths: { "/a": { get: { responses: { 200: { $ref: "./one.json" }, 404: { $ref: "./two.json" } } } } },
    };
    desk.files.set("/large.json", { text: describing(refer.paths) });
    desk.files.set("/one.json", { text: part(13) });
    desk.files.set("/two.json", { text: part(11) });
    const taken = await desk.put("within", { url: `${desk.origin}/large.json` });
    expect(messages(taken)).toEqual([]);
    desk.files.set("/two.json", { text: part(13) });
    const refused = await desk.put("beyond", { url: `${desk.origin}/large.json` });
    expect(refused.lastVersion).toBeUndefined();
    expect(messages(refused)).toEqual([expect.stringContaining("25 MB")]);
  });

  it("may have each operation in a separate file", async () => {
    desk.files.set("/whole.json", { text: describing({ "/a": { get: { $ref: "a.yaml" } } }) });
    desk.files.set("/a.yaml", { text: "responses: {200: {description: Well}}\n" });
    const spec = await desk.put("apart", { url: `${desk.origin}/whole.json` });
    expect(messages(spec)).toEqual([]);
  });

  it("is read in a thread if it is large, and reports where something is wrong", async () => {
    const paths = Object.fromEntries(Array.from({ length: 1000 }, (_, index) => [`/pets/${index}`, { get: ok }]));
    const text = describing({ ...paths, "/last": { get: { ...ok, security: [{ key: [] }] } } });
    const spec = await desk.put("large", { text });
    expect(spec.lastVersion).toBeDefined();
    expect(messages(spec)).toEqual([
      'line 9016, column 11, #/paths/~1last/get/security/0: no security scheme is called "key"',
    ]);
  });

  it("is reported as valid again after it disappeared and returned unchanged", async () => {
    const source = { text: describing({}), etag: '"one"' };
    const url = `${desk.origin}/back.json`;
    desk.files.set("/back.json", source);
    const { lastVersion } = await desk.put("back", { url });
    let time = Date.parse("2026-02-01T00:00:00.000Z");
    const lookAgain = async () => {
      time += 6 * 60 * 60 * 1000;
      desk.service.setTime(new Date(time).toISOString());
      await desk.service.platform.jobsSettled();
      return desk.read("back");
    };
    desk.files.clear();
    expect(await lookAgain()).toMatchObject({ lastVersion, lastProcessErrorCode: "FETCH_ERROR" });
    desk.files.set("/back.json", source);
    expect(await lookAgain()).toMatchObject({ lastVersion, lastProcessedErrors: [] });
    expect(await lookAgain()).not.toHaveProperty("lastProcessErrorCode");
    const asked = desk.asked.filter(({ path }) => path === "/back.json");
    expect(asked.at(-1)?.headers["if-none-match"]).toBe('"one"');

    desk.files.set("/back.json", { text: "{", etag: '"two"' });
    expect(await lookAgain()).toMatchObject({ lastVersion, lastProcessErrorCode: "PARSE_ERROR" });
    desk.files.set("/back.json", source);
    expect(await lookAgain()).not.toHaveProperty("lastProcessErrorCode");
    desk.service.setTime("2026-01-02T03:04:05.000Z");
  });

  it("gets a new version if only a referenced file changes", async () => {
    const get = { responses: { 200: { $ref: "answers.yaml#/Well" } } };
    desk.files.set("/apart.json", { text: describing({ "/a": { get } }), etag: '"same"' });
    desk.files.set("/answers.yaml", { text: "Well: {description: Well}\n" });
    const first = await desk.put("behind", { url: `${desk.origin}/apart.json` });
    desk.files.set("/answers.yaml", { text: "Well: {description: Well, content: {text/plain: {}}}\n" });
    desk.service.setTime("2026-03-01T00:00:00.000Z");
    await desk.service.platform.jobsSettled();
    expect((await desk.read("behind")).lastVersion).not.toBe(first.lastVersion);
    desk.service.setTime("2026-01-02T03:04:05.000Z");
  });

  it("is fetched several files at a time, and assembled in the order of its references", async () => {
    const paths = Object.fromEntries(
      Array.from({ length: 40 }, (_, index) => [`/${index}`, { $ref: `p${index}.json` }]),
    );
    desk.files.set("/many.json", { text: describing(paths) });
    for (let index = 0; index < 40; index += 1) desk.files.set(`/p${index}.json`, { text: '{"get":{}}' });
    expect(messages(await desk.put("many", { url: `${desk.origin}/many.json` }))).toEqual([]);
    const { json } = await desk.send("GET many/versions/latest/content");
    const { filesystem } = json as { filesystem: { filename: string }[] };
    expect(filesystem.map(({ filename }) => filename)).toEqual([
      "many.json",
      ...Object.keys(paths).map((path) => `p${path.slice(1)}.json`),
    ]);
  });

  it("keeps its version if the URL does not respond", async () => {
    const { lastVersion } = await desk.put("gone", { text: describing({}) });
    expect(await desk.put("gone", { url: `${desk.origin}/gone.json?token=secret` })).toMatchObject({
      lastVersion,
      lastProcessErrorCode: "FETCH_ERROR",
      lastProcessedErrors: [{ code: "fetch", message: `The URL ${desk.origin}/gone.json answers 404.` }],
    });
  });
});

describe("an error in a specification", () => {
  it.each([
    [
      "JSON",
      '{\n  "openapi": "3.1.0",\n  oops\n}',
      "openapi.json, line 3, column 3: not JSON: a name in double quotes is",
    ],
    ["YAML", "openapi: 3.1.0\ninfo: [\n", "openapi.yaml, line 3, column 1: not YAML"],
    ["another version", '{\n  "openapi": "4.0.0"\n}', "line 2, column 3, #/openapi: only Swagger 2.0"],
    ["no description", "- a\n", "openapi.yaml: neither a JSON object"],
    ["nothing", " \n", "openapi.yaml: it is empty"],
    ["a page", "<!doctype html>", "openapi.yaml: a web page or XML"],
    ["two documents", "openapi: 3.1.0\n---\na: 1\n", "openapi.yaml, line 2, column 1: several YAML documents"],
    ["a key given twice", "a: 1\nb: {c: 1, c: 2}\n", 'openapi.yaml, line 2, column 11: the key "c" appears twice'],
    ["no info", "swagger: '2.0'\n", 'line 1, column 1: "info" is missing'],
  ])("is reported with its place: %s", async (_, text, message) => {
    const spec = await desk.put("broken", { text });
    expect(spec.lastProcessErrorCode).toBe("PARSE_ERROR");
    expect(messages(spec)?.[0]).toContain(message);
    expect(spec.lastVersion).toBeUndefined();
  });

  it("is not reported for a Swagger version that YAML reads as a number, but for the API's version", async () => {
    const spec = await desk.put("numbers", {
      text: "swagger: 2.0\ninfo:\n  title: Pets\n  version: 1.10\npaths: {}\n",
    });
    expect(spec.lastVersion).toBeDefined();
    expect(messages(spec)).toEqual(['line 4, column 3, #/info/version: "version" is a number: put it in quotes']);
  });

  it("is reported in its parts, while the version is kept", async () => {
    const text = [
      "openapi: 3.0.3",
      "info: {title: Pets}",
      "paths:",
      "  /pets/{id}:",
      "    get:",
      "      operationId: read",
      "      security: [{key: []}]",
      "      responses:",
      "        200: {$ref: '#/components/responses/None'}",
      "    put:",
      "      operationId: read",
      "      parameters: [{name: id, in: path, required: true, schema: {type: text}}]",
      "",
    ].join("\n");
    const spec = await desk.put("faulty", { text });
    expect(spec.lastVersion).toBeDefined();
    expect(spec.lastProcessErrorCode).toBeUndefined();
    expect(messages(spec)).toEqual([
      'line 9, column 9, #/paths/~1pets~1{id}/get/responses/200: the reference "#/components/responses/None" does not resolve',
      'line 2, column 1, #/info: "version" is missing or not a string',
      "line 5, column 5, #/paths/~1pets~1{id}/get: the path's {id} is not declared as a parameter",
      'line 7, column 18, #/paths/~1pets~1{id}/get/security/0: no security scheme is called "key"',
      'line 10, column 5, #/paths/~1pets~1{id}/put: the operationId "read" is also used by another operation',
      'line 10, column 5, #/paths/~1pets~1{id}/put: "responses" is missing or not an object',
    ]);
    expect(spec.lastProcessedErrorCount).toBe(6);
  });
});

describe("a hostile specification", () => {
  it("is rejected if its aliases multiply", async () => {
    const levels = Array.from({ length: 12 }, (_, level) => {
      const last = `*l${level - 1}`;
      return `l${level}: &l${level} [${level === 0 ? "x" : Array(10).fill(last).join(", ")}]`;
    });
    const spec = await desk.put("bomb", { text: `openapi: 3.1.0\n${levels.join("\n")}\n` });
    expect(messages(spec)?.[0]).toContain("its aliases repeat too much");
  });

  it("is rejected if its aliases expand to much more text", async () => {
    const text = `openapi: 3.1.0\nx: &x "${"x".repeat(15_000)}"\ny: [${Array(5000).fill("*x").join(",")}]\n`;
    expect(messages(await desk.put("much", { text }))?.[0]).toContain("its aliases repeat too much");
  });

  it.each([
    ["JSON", `{"openapi":"3.1.0","x":${"[".repeat(10_000)}${"]".repeat(10_000)}}`],
    ["YAML", `openapi: 3.1.0\nx: ${"[".repeat(10_000)}${"]".repeat(10_000)}\n`],
  ])("is rejected if it is nested deeply in %s", async (_, text) => {
    expect(messages(await desk.put("deep", { text }))?.[0]).toContain("nested more than 200 levels deep");
  });

  it("is read in linear time with many paths in YAML", async () => {
    const keys = (count: number) => Array.from({ length: count }, (_, index) => `  k${index}: 1\n`).join("");
    await expectLinearCost((count) => parseFile("a.yaml", `x:\n${keys(count)}`), 2_000);
  });

  it("is rejected in little time if a little text expands to very much", () => {
    const text = `x: &x [${Array(300).fill("{a: []}").join(",")}]\ny: [${Array(5000).fill("*x").join(",")}]\n`;
    expect(() => parseFile("a.yaml", text)).toThrow("its aliases repeat too much");
  });

  it("keeps the names of JavaScript's own properties", async () => {
    const text =
      '{"openapi":"3.1.0","info":{"title":"x","version":"1"},"paths":{"__proto__":{"get":{}},"constructor":{}}}';
    await desk.put("names", { text });
    const { text: answer } = await desk.send("GET names/versions/latest/content");
    expect(answer).toContain('"paths":{"__proto__":{"get":{}},"constructor":{}}');
    expect(({} as { get?: unknown }).get).toBeUndefined();
  });

  it("is read completely if its references are circular", async () => {
    const circle = { $ref: "#/components/parameters/A" };
    const text = describing(
      { "/a": { $ref: "#/paths/~1a" }, "/b": { get: { ...ok, parameters: [circle] } } },
      { components: { parameters: { A: circle } } },
    );
    expect(await desk.put("circles", { text })).toMatchObject({ processingState: "complete" });
  });
});

describe("a link to a specification", () => {
  it("returns its text with its media type, whole or in part", async () => {
    const text = "openapi: 3.1.0\ninfo: {title: Ebbe – Flut, version: '1'}\npaths: {}\n";
    await desk.put("parts", { text });
    const { url } = (await desk.send("GET parts/versions/latest")).json as { url: string };
    const ask = (method: string, headers: Record<string, string> = {}) =>
      desk.service.send(`${method} ${url}`, { headers: { Authorization: null, ...headers } });
    const whole = await ask("GET");
    expect(whole.text).toBe(text);
    expect(Object.fromEntries(whole.headers)).toMatchObject({
      "content-type": "application/yaml",
      "content-length": String(Buffer.byteLength(text)),
      "accept-ranges": "bytes",
      "content-disposition": "attachment; filename*=UTF-8''openapi.yaml",
      "x-content-type-options": "nosniff",
      "content-security-policy": "sandbox; default-src 'none'",
    });
    const head = await ask("HEAD");
    expect([head.text, head.headers.get("content-length")]).toEqual(["", String(Buffer.byteLength(text))]);
    const part = await ask("GET", { Range: "bytes=9-13" });
    expect([part.status, part.text]).toEqual([206, "3.1.0"]);
    expect((await ask("GET", { Range: "bytes=9000-" })).status).toBe(416);
    expect((await ask("GET", { "If-None-Match": whole.headers.get("etag") ?? "" })).status).toBe(304);
    expect((await ask("POST")).status).toBe(405);
    await desk.send("DELETE parts");
    expect((await ask("GET")).status).toBe(404);
  });

  it("leads to nothing else when it is changed", async () => {
    await desk.put("one", { text: describing({}) });
    await desk.put("another", { text: describing({ "/a": {} }) });
    const version = async (slug: string) =>
      (await desk.send(`GET ${slug}/versions/latest`)).json as { id: string; url: string };
    const [{ id, url }, { id: other }] = [await version("one"), await version("another")];
    for (const changed of [
      url.replace(id, other),
      url.replace(id, `../openapi/${other}`),
      url.replace(id, `${id}%2F..%2F${other}`),
      url.replace(id, `public/${other}`),
      url.replace(/expires=(\d+)/, "expires=9$1"),
      url.replace(/signature=.*/, "signature="),
      url.split("?")[0] ?? "",
    ]) {
      const { status } = await desk.service.send(`GET ${changed}`, { headers: { Authorization: null } });
      expect([changed, status]).toEqual([changed, changed.includes("/public/") ? 404 : 403]);
    }
  });

  it("works for an hour for a version, and as long as the specification is public for a public one", async () => {
    const text = describing({});
    await desk.put("linked", { text });
    const { url } = (await desk.send("GET linked/versions/latest")).json as { url: string };
    const anonymous = { headers: { Authorization: null } };
    expect((await desk.service.send(`GET ${url}`, anonymous)).text).toBe(text);
    desk.service.setTime("2026-01-03T09:04:06.000Z");
    expect((await desk.service.send(`GET ${url}`, anonymous)).status).toBe(403);

    await desk.send("PATCH linked", { visibility: "public" });
    const published = (await desk.read("linked")).urls.published ?? "";
    const open = await desk.service.send(`GET ${published}`, anonymous);
    expect(open.text).toBe(text);
    expect(open.headers.get("content-disposition")).toContain("attachment");
    await desk.send("PATCH linked", { visibility: "private" });
    expect((await desk.service.send(`GET ${published}`, anonymous)).status).toBe(404);
    await desk.send("PATCH linked", { visibility: "public" });
    expect((await desk.service.send(`GET ${published}`, anonymous)).status).toBe(404);
  });
});
