import { describe, expect, it } from "vitest";
import { completeVariable } from "../../src/resources/resources.ts";
import { Refusal, scriptedService } from "../support/scripted-service.ts";

const tree = {
  pages: [
    {
      id: "p1",
      title: "Getting started",
      type: "document",
      path: "start",
      pages: [{ id: "p2", title: "Install on Linux", type: "document", path: "start/install" }],
    },
    { id: "p3", title: "Billing", type: "document", path: "billing" },
  ],
};
const draft = { pages: [{ id: "p9", title: "Billing in draft", type: "document", path: "billing-draft" }] };
const changeRequests = (status: string) =>
  status === "open"
    ? [{ id: "cr1", number: 7, subject: "Explain invoices", space: "api", status }]
    : [{ id: "cr2", number: 9, subject: "Rename billing", space: "api", status }];

function service() {
  return scriptedService({
    "GET /v1/orgs": {
      items: [
        { id: "o1", title: "Acme" },
        { id: "o2", title: "Umbrella" },
      ],
    },
    "GET /v1/orgs/o1/spaces": {
      items: [
        { id: "api", title: "API docs" },
        { id: "s2", title: "Billing" },
      ],
    },
    "GET /v1/orgs/o2/spaces": { items: [{ id: "s3", title: "Internal API" }] },
    "GET /v1/spaces/api/content/pages": tree,
    "GET /v1/spaces/api/change-requests/7/content/pages": draft,
    "GET /v1/spaces/api/change-requests": ({ line }: { line: string }) => ({
      items: changeRequests(new URL(line.slice(4), "http://x").searchParams.get("status") ?? ""),
    }),
    "GET /v1/orgs/o1/openapi": {
      items: [
        { id: "a1", slug: "petstore" },
        { id: "a2", slug: "invoices" },
      ],
    },
    "GET /v1/orgs/o2/openapi": { items: [{ id: "a3", slug: "pets" }] },
    "GET /v1/orgs/o1/conversations-clusters": { items: [{ id: "c1", label: "Login fails" }] },
    "GET /v1/orgs/o2/conversations-clusters": new Refusal(501, "Not here"),
  });
}

const signal = new AbortController().signal;
async function values(template: string, name: string, value: string, others: Record<string, string> = {}) {
  const { client } = service();
  return (await completeVariable(`docs://${template}`, { name, value }, others, { client, signal })).values;
}

const page = "spaces/{space}/pages/{page}";
const changeRequest = "spaces/{space}/change-requests/{number}";

describe("a variable of a template", () => {
  it.each([
    ["orgs/{org}", "org", "umb", {}, ["o2"]],
    ["spaces/{space}", "space", "api", {}, ["api", "s3"]],
    ["spaces/{space}", "space", "", {}, ["api", "s2", "s3"]],
    [page, "page", "inst", { space: "api" }, ["start/install"]],
    [page, "page", "p3", { space: "api" }, ["billing"]],
    [page, "page", "start/", { space: "api" }, ["start/install"]],
    [changeRequest, "number", "invo", { space: "api" }, ["7"]],
    [changeRequest, "number", "9", { space: "api" }, ["9"]],
    [`${changeRequest}/pages/{page}`, "page", "bill", { space: "api", number: "7" }, ["billing-draft"]],
    ["orgs/{org}/openapi/{slug}", "slug", "pet", { org: "o1" }, ["petstore"]],
    ["orgs/{org}/issue-clusters/{cluster}", "cluster", "log", { org: "o1" }, ["c1"]],
    ["orgs/{org}/agent-instructions", "org", "ac", {}, ["o1"]],
  ])("has candidates in %s: %s is found by %j", async (template, name, value, others, expected) => {
    expect(await values(template, name, value, others)).toEqual(expected);
  });

  it.each([
    [page, "page", {}],
    [page, "page", { space: "" }],
    [changeRequest, "number", {}],
    [`${changeRequest}/pages/{page}`, "page", { space: "api" }],
    ["orgs/{org}/openapi/{slug}", "slug", {}],
    ["orgs/{org}/issue-clusters/{cluster}", "cluster", {}],
  ])("has no candidates in %s: %s before its parent is given", async (template, name, others) => {
    expect(await values(template, name, "", others)).toEqual([]);
  });

  it("reads the pages of a space once for everything typed within a short time", async () => {
    const { client, requests } = service();
    for (const value of ["i", "in", "ins"]) {
      const asked = { name: "page", value };
      await completeVariable(`docs://${page}`, asked, { space: "api" }, { client, signal });
    }
    expect(requests.map(({ line }) => line)).toEqual(["GET /v1/spaces/api/content/pages?metadata=false"]);
    const other = { name: "page", value: "" };
    const { values } = await completeVariable(`docs://${page}`, other, { space: "other" }, { client, signal });
    expect(values).toEqual([]);
  });

  it("has no candidates that the service does not show", async () => {
    expect(await values(page, "page", "", { space: "nothing" })).toEqual([]);
    expect(await values("orgs/{org}/issue-clusters/{cluster}", "cluster", "", { org: "o2" })).toEqual([]);
    expect(await values(page, "page", "", { space: "../../orgs" })).toEqual([]);
  });

  it.each([
    ["spaces/{other}", "other"],
    [page, "title"],
    [page, "constructor"],
  ])("is rejected if there is no %s with %s", async (template, name) => {
    await expect(values(template, name, "")).rejects.toMatchObject({ code: -32602 });
  });
});
