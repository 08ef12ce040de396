import { expect, it } from "vitest";
import { publishOpenapiSpec } from "../../../src/tools/catalog/publish-openapi-spec.ts";
import { Refusal, scriptedService } from "../../support/scripted-service.ts";
import { callTool, fenced, masked, refusal } from "./call-tool.ts";

const acme = { object: "organization", id: "acme", title: "Acme", permissions: { view: true } };
const spec = {
  object: "openapi-spec",
  id: "s1",
  createdAt: "2026-01-02T03:04:05Z",
  updatedAt: "2026-01-02T03:04:05Z",
  slug: "petstore",
  sourceURL: "https://api.example.com/openapi.yaml",
  processingState: "pending",
  visibility: "private",
  permissions: { view: true, edit: true },
  urls: { location: "https://docs.example.com/v1/orgs/acme/openapi/petstore", app: "https://docs.example.com/o/acme" },
};
const put = "PUT /v1/orgs/acme/openapi/petstore";
const get = "GET /v1/orgs/acme/openapi/petstore";
const read = { ...spec, processingState: "complete" };
const patch = "PATCH /v1/orgs/acme/openapi/petstore";
const url = "https://api.example.com/openapi.yaml";
const service = (more: Parameters<typeof scriptedService>[0] = {}) =>
  scriptedService({ "GET /v1/orgs": { items: [acme] }, [put]: spec, [patch]: spec, [get]: read, ...more });
const publish = (input: object, scripted = service()) =>
  callTool(publishOpenapiSpec, scripted.client, { slug: "petstore", ...input });

it("sends a URL, waits until it is read and shows the result", async () => {
  const scripted = service();
  const answer = await publish({ url }, scripted);
  expect(scripted.writes()).toEqual([`${put} {"source":{"url":"https://api.example.com/openapi.yaml"}}`]);
  await expect(masked(answer)).toMatchFileSnapshot("answers/publish_openapi_spec.md");
});

it("sends a text as it is, then sets its visibility", async () => {
  const scripted = service();
  const answer = await publish({ text: '{"openapi": "3.1.0"}\r\n', visibility: "public" }, scripted);
  expect(scripted.writes()).toEqual([
    `${put} {"source":{"text":"{\\"openapi\\": \\"3.1.0\\"}\\r\\n"}}`,
    `${patch} {"visibility":"public"}`,
  ]);
  expect(answer).toContain("It is public now.");
});

it("polls until the specification is read", async () => {
  const states = ["pending", "progress"];
  const scripted = service({ [get]: () => ({ ...read, processingState: states.shift() ?? "complete" }) });
  expect(await publish({ url }, scripted)).toContain("It was processed: id s1, complete, private,");
  expect(states).toEqual([]);
});

it.each([
  ["v3", true],
  ["v4", false],
])("says of %s after v3 whether the source is unchanged", async (lastVersion, isSame) => {
  const changes = { added: 1, removed: 0, changed: 0, breaking: 0, operations: [] };
  const version = { object: "openapi-spec-version", id: lastVersion, changes };
  const answer = await publish(
    { url },
    service({
      [put]: { ...spec, lastVersion: "v3" },
      [get]: { ...read, lastVersion },
      [`${get}/versions/latest`]: version,
    }),
  );
  expect(answer.includes("The source is unchanged, so there is no new version.")).toBe(isSame);
  expect(answer.includes("No operation differs from the previous version.")).toBe(!isSame);
});

it("reports faults without earlier changes", async () => {
  const failed = {
    ...read,
    lastVersion: "v3",
    lastProcessErrorCode: "PARSE_ERROR",
    lastProcessedErrors: [{ message: "openapi.yaml, line 3: not YAML" }],
  };
  const answer = await publish({ url }, service({ [get]: failed }));
  expect(answer).toContain("failed: PARSE_ERROR");
  expect(fenced(answer)).toEqual(["- openapi.yaml, line 3: not YAML\n"]);
  expect(answer).not.toContain("No operation differs");
  expect(answer).not.toContain("write_pages");
});

it.each([
  [{}, "Give exactly one of url and text."],
  [{ url, text: "openapi: 3.1.0" }, "Give exactly one of url and text."],
])("calls nothing for %j", async (input, problem) => {
  const scripted = service();
  expect(await refusal(publish(input, scripted))).toBe(problem);
  expect(scripted.requests).toEqual([]);
});

it.each([
  [{ url: "javascript:alert(1)" }, "`url`"],
  [{ url: "api.example.com/openapi.yaml" }, "`url`"],
  [{ text: "" }, "`text`"],
  [{ url, slug: "pet store" }, "a slug has only letters and digits, and single dashes between them"],
  [{ url, slug: "../members" }, "a slug has only letters and digits"],
  [{ url, visibility: "everyone" }, "`visibility`"],
])("refuses %j", async (input, problem) => {
  const scripted = service();
  await expect(publish(input, scripted)).rejects.toThrow(problem);
  expect(scripted.requests).toEqual([]);
});

it("says that the specification exists if its visibility cannot be set", async () => {
  const scripted = service({ [patch]: new Refusal(403, "Only admins may.") });
  const problem = await refusal(publish({ url, visibility: "public" }, scripted));
  expect(problem).toContain("Only admins may.");
  expect(problem).toContain(
    'Done before that, do not repeat it: OpenAPI specification "petstore" (s1) has the new source.',
  );
});

it.each([
  [400, "The URL cannot be fetched."],
  [403, "Only admins may."],
])("passes on the service's refusal with %i", async (status, message) => {
  const scripted = service({ [put]: new Refusal(status, message) });
  await expect(publish({ url, visibility: "public" }, scripted)).rejects.toThrow(message);
  expect(scripted.writes()).toHaveLength(1);
});

it("asks for the organization before it sends anything", async () => {
  const scripted = service({ "GET /v1/orgs": { items: [acme, { ...acme, id: "beta", title: "Beta" }] } });
  expect(await refusal(publish({ url }, scripted))).toContain('- "Beta" (id beta)');
  expect(scripted.writes()).toEqual([]);
  expect(await publish({ url, organization: "Acme" }, scripted)).toContain('"petstore" (s1)');
});
