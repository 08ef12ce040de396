import { describe, expect, it } from "vitest";
import { explainError } from "../../src/present/explain-error.ts";
import { generatedRegistry } from "../../src/tools/registry.ts";
import { contextWith } from "./context-with.ts";

const spaceId = "S1kq0VbnTgY2mXw9LrZe";

const space = { object: "space", id: spaceId, title: "Guides", organization: "org1", revision: "r1" };

/** A service with one space that responds to everything else with the same. */
const serviceAnswering = (nonsense: unknown) =>
  contextWith((request) => {
    const { pathname } = new URL(request.url);
    if (pathname === "/v1/orgs")
      return Response.json({ items: [{ object: "organization", id: "org1", title: "Acme" }] });
    return Response.json(pathname === `/v1/spaces/${spaceId}` ? space : nonsense);
  });

async function failure(name: string, input: object, nonsense: unknown): Promise<string> {
  const tool = await generatedRegistry.load(name);
  const error: unknown = await tool?.run({ ...input }, serviceAnswering(nonsense).context).catch((thrown) => thrown);
  return error instanceof Error ? `${error.name}: ${error.message}` : `no error but ${JSON.stringify(error)}`;
}

describe("a response that lacks what a tool needs", () => {
  it("is reported with the operation and the member, and that nothing was changed", async () => {
    expect(await failure("read_page", { space: spaceId, page: "start", format: "markdown" }, {})).toBe(
      "ToolError: getPageByPath: the service's response does not match the API: `id` is missing. Tell the person who runs it. Nothing was changed.",
    );
    expect(await failure("list_pages", { space: spaceId }, { pages: [null] })).toBe(
      "ToolError: listPages: the service's response does not match the API: `pages[0]` is not of type object. Tell the person who runs it. Nothing was changed.",
    );
  });

  it("says that a write was carried out, so that no one repeats it", async () => {
    expect(await failure("open_change_request", { space: spaceId, subject: "Fees", draft: true }, {})).toBe(
      "ToolError: createChangeRequest: the service's response does not match the API: `id` is missing. Tell the person who runs it. The service carried out createChangeRequest: read what it changed before calling again.",
    );
  });
});

it("an unexpected failure reports what the service had carried out, so that no one repeats it", async () => {
  const odd = {
    object: "change-request",
    id: "d1",
    number: 7,
    get subject() {
      throw new RangeError("a bug");
    },
  };
  const { context } = serviceAnswering({});
  const spaces = { ...context.client.spaces, get: async () => space };
  const client = { ...context.client, spaces, changeRequests: { create: async () => odd } } as never;
  const tool = await generatedRegistry.load("open_change_request");
  const failed: unknown = await tool
    ?.run({ space: spaceId, subject: "Fees", draft: true }, { ...context, client })
    .catch((error: unknown) => error);
  const records: string[] = [];
  const told = explainError(failed, (details) => records.push(details));
  expect(told).toMatch(
    /^Something failed inside Copydesk \(error \w{8}\) after the service carried out createChangeRequest\. Do not call again before you have read what that changed;/,
  );
  expect(told).not.toContain("once more");
  expect(records.join()).toContain("RangeError: a bug");
});

it("every other failure reports its own reason", async () => {
  const tool = await generatedRegistry.load("read_page");
  const { context } = serviceAnswering({});
  await expect(tool?.run({ space: "Nowhere at all", page: "x", format: "markdown" }, context)).rejects.toThrow(
    "The service returned a list without `items`",
  );
});
