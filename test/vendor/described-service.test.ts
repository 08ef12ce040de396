import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type DescribedService, serveDescription } from "./described-service.ts";
import { readDescription } from "./description.ts";

let service: DescribedService;
beforeAll(async () => {
  service = await serveDescription(readDescription("0.202.0"));
});
afterAll(() => service.close());

async function answer(line: string, body?: string, headers: Readonly<Record<string, string>> = {}) {
  const [method = "", path = ""] = line.split(" ");
  const type = body === undefined ? {} : { "content-type": "application/json" };
  const response = await fetch(`${service.baseUrl}/v1${path}`, {
    method,
    headers: { authorization: "Bearer cd_secret_0123456789", ...type, ...headers },
    ...(body === undefined ? {} : { body }),
  });
  const text = await response.text();
  const parsed = text === "" ? undefined : JSON.parse(text);
  return { status: response.status, said: parsed?.error?.message ?? parsed };
}

describe("a service made from the published description", () => {
  it("returns the smallest described body, or none", async () => {
    expect(await answer("GET /user")).toEqual({
      status: 200,
      said: { object: "user", id: "abc", displayName: "abc", urls: { location: "https://docs.example.com/" } },
    });
    expect(await answer("DELETE /spaces/s1")).toEqual({ status: 205, said: undefined });
  });

  it.each([
    ["GET /nowhere", undefined, 404, "0.202.0 has no GET /v1/nowhere"],
    ["PUT /user", undefined, 404, "0.202.0 has no PUT /v1/user"],
    ["GET /spaces/s%2E1", undefined, 400, 'path spaceId must match pattern "^[a-zA-Z0-9_-]+$"'],
    ["GET /orgs/o1/spaces?limit=1001", undefined, 400, "query limit must be <= 1000"],
    ["GET /orgs/o1/spaces?limit=many", undefined, 400, "query limit must be number"],
    ["GET /orgs/o1/spaces?sort=title", undefined, 400, "query sort is unknown"],
    ["GET /orgs/o1/spaces?limit=1&limit=2", undefined, 400, "query limit is there 2 times"],
    ["GET /spaces/s1/search", undefined, 400, "query query is missing"],
    ["POST /spaces/s1/restore", "{}", 400, "body where none is due"],
    ["POST /collections/c1/transfer", undefined, 400, "body is missing"],
    ["POST /collections/c1/transfer", "{}", 400, "body must have required property 'organization'"],
    ["POST /collections/c1/transfer", '{"organization":"o2","to":1}', 400, "body/to is unknown"],
    ["POST /collections/c1/transfer", '{"organization":2}', 400, "body/organization must be string"],
    ["PATCH /spaces/s1", '{"title":"A","colour":"red"}', 400, "body/colour is unknown"],
    ["PATCH /spaces/s1", '{"mergeRules":{"type":"inherit","rules":{}}}', 400, /^body\/mergeRules\/rules is unknown; /],
    ["POST /spaces/s1/comments", '{"body":{"markdown":"Hi","html":"Hi"}}', 400, /body\/body\/html is unknown/],
  ])("rejects %s with %s", async (line, body, status, said) => {
    expect(await answer(line, body)).toEqual({
      status,
      said: typeof said === "string" ? said : expect.stringMatching(said),
    });
  });

  it("rejects a request without a token, and a body that is not JSON", async () => {
    const response = await fetch(`${service.baseUrl}/v1/user`);
    expect(response.status).toBe(401);
    expect(await answer("PATCH /spaces/s1", "{}", { "content-type": "text/plain" })).toMatchObject({ status: 415 });
  });

  it("reports what is wrong with responses", () => {
    const { validator } = service;
    const operation = readDescription("0.202.0").operations.find(({ id }) => id === "getAuthenticatedUser");
    if (operation === undefined) throw new Error("nothing describes getAuthenticatedUser");
    const user = { object: "user", id: "u1", displayName: "Ada", urls: { location: "https://docs.example.com/" } };
    expect(validator.answerProblems(operation, 200, { ...user, extra: true })).toEqual([]);
    expect(validator.answerProblems(operation, 200, { ...user, object: "bot", id: 1, urls: {} })).toEqual([
      "answer/object must be equal to one of the allowed values: user",
      "answer/id must be string",
      "answer/urls must have required property 'location'",
    ]);
    expect(validator.answerProblems(operation, 200, undefined)).toEqual(["answer must be object"]);
    expect(validator.answerProblems(operation, 202, user)).toEqual(["status 202 is not one of its answers"]);
  });
});
