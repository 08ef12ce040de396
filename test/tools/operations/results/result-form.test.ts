import { describe, expect, it } from "vitest";
import { listOperations } from "../../../../src/contract/index.ts";
import { toResultForm } from "../../../../src/tools/operations/results/result-form.ts";

const user = {
  object: "user",
  id: "u1",
  displayName: "Ann",
  email: "ann@acme.com",
  urls: { location: "https://x/u1" },
};

const changeRequest = {
  object: "change-request",
  id: "c1",
  number: 7,
  status: "draft",
  subject: "Fees",
  createdBy: user,
  createdAt: "2026-01-01T00:00:00Z",
  updatedAt: "2026-01-02T00:00:00Z",
  space: "s1",
  revision: "r2",
  revisionInitial: "r1",
  comments: 0,
  outdated: false,
  mergedAt: null,
  urls: { app: "https://x/c1", location: "https://x/v1/c1" },
};

const space = {
  object: "space",
  id: "s1",
  title: "Guides",
  organization: "o1",
  editMode: "live",
  permissions: { view: true, admin: false },
  urls: { location: "https://x/v1/s1", app: "https://x/s1", published: "https://docs.acme.com" },
};

interface Options {
  readonly fields?: readonly string[];
  readonly whole?: boolean;
  readonly known?: readonly string[];
  readonly trees?: boolean;
}

function shown(operation: string, answer: unknown, { fields, whole = true, known = [], trees }: Options = {}) {
  const model = listOperations().find((entry) => entry.operation.id === operation)?.operation.returns;
  if (model === undefined) throw new Error(`no operation ${operation}`);
  const markdown = trees ? undefined : () => "Markdown of it";
  return toResultForm(answer, { model, fields, whole, known: new Set(known), markdown });
}

describe("a requested object", () => {
  it("has its members, and the names of those it refers to", () => {
    const { value, leftOut } = shown("getChangeRequestById", changeRequest);
    expect(value).toEqual({
      id: "c1",
      number: 7,
      status: "draft",
      subject: "Fees",
      createdBy: { id: "u1", displayName: "Ann" },
      createdAt: "2026-01-01T00:00:00Z",
      updatedAt: "2026-01-02T00:00:00Z",
      space: "s1",
      revision: "r2",
      revisionInitial: "r1",
      comments: 0,
      outdated: false,
    });
    expect(leftOut).toEqual([]);
  });

  it("keeps only the address that readers open", () => {
    expect(shown("getSpaceById", space).value).toMatchObject({ urls: { published: "https://docs.acme.com" } });
  });

  it("omits what has separate operations, and says so", () => {
    const revision = { object: "revision", id: "r1", type: "edits", parents: [], pages: [{ id: "p1" }], files: [] };
    expect(shown("getRevisionById", revision)).toEqual({
      value: { id: "r1", type: "edits", parents: [] },
      leftOut: ["pages"],
    });
  });

  it("keeps members that are unknown to the contract, without nulls and links", () => {
    const { value } = shown("getSpaceById", { ...space, extra: { a: null, b: 1, urls: { app: "https://x" } } });
    expect(value).toMatchObject({ extra: { b: 1 } });
    expect(JSON.stringify(value)).not.toContain("https://x");
  });

  it("has a member named urls that holds no links", () => {
    const schema = {
      object: "site-adaptive-schema",
      jsonSchema: { type: "object", properties: { urls: { type: "array" } } },
    };
    expect(JSON.stringify(shown("getSiteAdaptiveSchema", schema).value)).toContain('"urls":{"type":"array"}');
  });
});

describe("an item of a list", () => {
  const list = { items: [changeRequest], next: { page: "n" }, count: 3 };

  it("has the members listed for its model, without the default values and what the call named", () => {
    const { value, leftOut } = shown("listChangeRequestsForSpace", list, { known: ["s1"] });
    expect(value).toEqual({
      items: [
        {
          id: "c1",
          number: 7,
          status: "draft",
          subject: "Fees",
          createdBy: { id: "u1", displayName: "Ann" },
          updatedAt: "2026-01-02T00:00:00Z",
        },
      ],
      next: { page: "n" },
      count: 3,
    });
    expect(leftOut).toEqual(["createdAt", "revision", "revisionInitial"]);
  });

  it("includes values that are not the default", () => {
    const items = [{ ...changeRequest, comments: 2, outdated: true }];
    expect(shown("listChangeRequestsForSpace", { items }).value).toMatchObject({
      items: [{ comments: 2, outdated: true }],
    });
  });

  it("has the same form after a write", () => {
    expect(shown("createSpace", space, { whole: false }).value).toEqual({
      id: "s1",
      title: "Guides",
      organization: "o1",
      urls: { published: "https://docs.acme.com" },
    });
  });

  it("has the tree if it is of a tree", () => {
    const page = (id: string, pages: unknown[] = []) => ({
      id,
      title: id,
      path: id,
      type: "document",
      slug: id,
      layout: {},
      pages,
    });
    expect(shown("listPages", { pages: [page("a", [page("b", [page("c")])])] }).value).toEqual({
      pages: [
        {
          id: "a",
          title: "a",
          path: "a",
          pages: [{ id: "b", title: "b", path: "b", pages: [{ id: "c", title: "c", path: "c" }] }],
        },
      ],
    });
  });
});

describe("the argument `fields`", () => {
  it("selects members of each item, and members in them", () => {
    const fields = ["subject", "createdBy.email", "urls"];
    expect(shown("listChangeRequestsForSpace", { items: [changeRequest] }, { fields, known: ["s1"] }).value).toEqual({
      items: [{ subject: "Fees", createdBy: { email: "ann@acme.com" }, urls: changeRequest.urls }],
    });
  });

  it("shows an object completely if it is named", () => {
    expect(shown("getChangeRequestById", changeRequest, { fields: ["createdBy"] }).value).toEqual({
      createdBy: { id: "u1", displayName: "Ann", email: "ann@acme.com" },
    });
  });

  it("gives no access to what every object inherits", () => {
    expect(shown("getSpaceById", space, { fields: ["constructor", "__proto__", "toString.name"] }).value).toEqual({});
  });
});

describe("a document", () => {
  const tree = { object: "document", data: {}, nodes: [{ object: "block", type: "paragraph" }] };

  it("is Markdown everywhere", () => {
    expect(shown("getPageById", { id: "p", title: "P", document: tree }).value).toMatchObject({
      document: "Markdown of it",
    });
    expect(shown("getOrganizationAgentInstructions", { instructions: tree }).value).toEqual({
      instructions: "Markdown of it",
    });
    expect(shown("getCommentInSpace", { id: "c", body: { document: tree } }).value).toMatchObject({
      body: { document: "Markdown of it" },
    });
  });

  it("is a tree on request", () => {
    expect(shown("getPageById", { id: "p", document: tree }, { trees: true }).value).toMatchObject({ document: tree });
  });
});
