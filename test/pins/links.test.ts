import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, guides, guidesPages, localUser, makeGuides, mergeGuides } from "./guides-space.ts";
import { localOrganization } from "./local-organization.ts";

const exchange = startExchange();

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
});

const space = { ...guides, revision: "{merged}", changeRequests: 1 };
const [start] = guidesPages("");
const withoutMore = ({ pages: _pages, git: _git, ...page }: Record<string, unknown>) => ({ ...page, pages: [] });
const startPage = withoutMore({ ...start });
const setupPage = withoutMore({ ...start?.pages[0] });

/** The revision that the links are in, without its pages, files and reusable contents. */
const versionContext = {
  type: "revision",
  revision: {
    object: "revision",
    id: "{merged}",
    type: "merge",
    parents: ["{empty}", "{secondEdit}"],
    mergedFrom: {
      ...firstPages,
      status: "merged",
      mergedBy: localUser,
      mergedAt: "2026-01-02T03:04:05.000Z",
      revision: "{secondEdit}",
      revisionMerged: "{merged}",
    },
    pages: [],
    files: [],
    reusableContents: [],
    tags: [],
    createdAt: "2026-01-02T03:04:05.000Z",
    urls: { app: "https://docs.example.com/app/{organization}/s/{guides}" },
  },
};

const linkToSetup = {
  status: "ok",
  relation: "reference",
  targetReference: { kind: "page", organization: localOrganization, space, versionContext, page: setupPage },
  locationReferences: [
    {
      kind: "page",
      organization: localOrganization,
      space,
      versionContext,
      page: startPage,
      internalLocation: { type: "anchor", anchor: "install" },
    },
  ],
};

describe("GET /spaces/{spaceId}/links", () => {
  it("returns targets with the places that link to them, and counts", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/links",
      status: 200,
      answer: {
        count: 1,
        items: [linkToSetup],
        stats: { total: 1, broken: { total: 0 }, references: { total: 1, broken: 0 } },
      },
      required: {
        "items[].locationReferences[].space": "Space",
        "items[].locationReferences[].versionContext.revision": "RevisionTypeMerge",
      },
    }));

  it("returns one status on request, with all counts", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/links?status=broken",
      status: 200,
      answer: { count: 0, items: [], stats: { total: 1, broken: { total: 0 }, references: { total: 1, broken: 0 } } },
    }));

  it("returns 404 for a nonexistent space", () =>
    exchange({
      send: "GET /v1/spaces/none/links",
      status: 404,
      answer: { error: { code: 404, message: "spaceId: there is no space none, or this token may not see it." } },
    }));
});

describe("GET /spaces/{spaceId}/content/page/{pageId}/links", () => {
  it("returns the links of one page", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/page/{start}/links?status=ok&limit=5",
      status: 200,
      answer: {
        count: 1,
        items: [linkToSetup],
        stats: { total: 1, broken: { total: 0 }, references: { total: 1, broken: 0 } },
      },
    }));
});

describe("GET /spaces/{spaceId}/content/page/{pageId}/backlinks", () => {
  it("returns the places that link to a page", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/page/{setup}/backlinks",
      status: 200,
      answer: { count: 1, items: linkToSetup.locationReferences },
    }));

  it("returns none for a page that nothing links to", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/page/{start}/backlinks",
      status: 200,
      answer: { count: 0, items: [] },
    }));
});

describe("GET /spaces/{spaceId}/content/files/{fileId}/backlinks", () => {
  it("returns the places that link to a file or show it", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/files/{logo}/backlinks",
      status: 200,
      answer: { count: 0, items: [] },
    }));
});
