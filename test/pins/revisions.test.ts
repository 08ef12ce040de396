import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import {
  firstPages,
  guidesPages,
  localUser,
  logoFile,
  makeGuides,
  mergeGuides,
  startMarkdown,
} from "./guides-space.ts";

const exchange = startExchange();

beforeAll(async () => {
  await makeGuides(exchange);
  await exchange({
    send: "GET /v1/spaces/{guides}/content",
    status: 200,
    answer: {
      object: "revision",
      id: "{empty}",
      type: "edits",
      parents: [],
      pages: [],
      files: [],
      reusableContents: [],
      variables: {},
      tags: [],
      createdAt: "2026-01-02T03:04:05.000Z",
      urls: { app: "https://docs.example.com/app/{organization}/s/{guides}" },
    },
    required: { "": "RevisionTypeEdits" },
  });
  await mergeGuides(exchange);
});

const merged = {
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
  pages: guidesPages(""),
  files: [logoFile],
  reusableContents: [],
  variables: {},
  tags: [],
  createdAt: "2026-01-02T03:04:05.000Z",
  urls: { app: "https://docs.example.com/app/{organization}/s/{guides}" },
};

describe("GET /spaces/{spaceId}/content", () => {
  it("returns the current revision, with the change request whose merge created it", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content",
      status: 200,
      answer: merged,
      required: {
        "": "RevisionTypeMerge",
        mergedFrom: "ChangeRequest",
        "pages[]": "RevisionPageDocument",
        "pages[].pages[]": "RevisionPageDocument",
        "files[]": "RevisionFile",
      },
    }));
});

describe("GET /spaces/{spaceId}/revisions/{revisionId}/page/{pageId}", () => {
  const [start] = guidesPages("");
  const { git, ...withoutGit } = { ...start };

  it("returns a page as it was in a revision", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{merged}/page/{start}?format=markdown",
      status: 200,
      answer: { ...withoutGit, git, markdown: startMarkdown },
      required: { "": "RevisionPageDocument", "pages[]": "RevisionPageDocument" },
    });
  });

  it("returns 404 for a page that the revision lacks, and for a revision that the space lacks", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{firstEdit}/page/{setup}",
      status: 404,
      answer: { error: { code: 404, message: "pageId: there is no page {setup} in this revision." } },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/r1/page/{start}",
      status: 404,
      answer: { error: { code: 404, message: "revisionId: space {guides} has no revision r1." } },
    });
  });
});

describe("GET /spaces/{spaceId}/revisions/{revisionId}", () => {
  it("returns a revision of the space or of a change request", async () => {
    await exchange({ send: "GET /v1/spaces/{guides}/revisions/{merged}", status: 200, answer: merged });
    const { mergedFrom: _, ...unmerged } = merged;
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{secondEdit}",
      status: 200,
      answer: { ...unmerged, id: "{secondEdit}", type: "edits", parents: ["{firstEdit}"] },
      required: { "": "RevisionTypeEdits" },
    });
  });

  it("returns 404 for a revision that the space lacks", async () => {
    const answer = { error: { code: 404, message: "revisionId: space {guides} has no revision none." } };
    for (const part of ["", "/changes", "/pages", "/files", "/page/{start}", "/path/start-here"]) {
      await exchange({ send: `GET /v1/spaces/{guides}/revisions/none${part}`, status: 404, answer });
    }
  });
});

describe("GET /spaces/{spaceId}/revisions/{revisionId}/changes", () => {
  const start = { id: "{start}", type: "document", title: "Start here", path: "start-here" };
  const setup = { id: "{setup}", type: "document", title: "Setup", path: "start-here/setup" };

  it("lists what an edit changed since the previous revision", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/revisions/{secondEdit}/changes",
      status: 200,
      answer: { changes: [{ type: "page_created", page: setup }] },
      required: { "": "RevisionSemanticChanges" },
    }));

  it("lists what a merge changed in the space, and its origin, and counts changes beyond the limit", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/revisions/{merged}/changes?limit=0",
      status: 200,
      answer: { mergedFrom: merged.mergedFrom, changes: [], more: 3 },
      required: { mergedFrom: "ChangeRequest" },
    }));

  it("lists nothing for the first revision of an empty space, and all changes of an edit with files", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{empty}/changes",
      status: 200,
      answer: { changes: [] },
    });
    const { git: _, size: __, ...logo } = logoFile;
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{firstEdit}/changes",
      status: 200,
      answer: {
        changes: [
          { type: "page_created", page: start },
          { type: "file_created", file: { ...logo, size: 8, git: logoFile.git } },
        ],
      },
    });
  });
});

describe("GET /spaces/{spaceId}/revisions/{revisionId}/pages, files and path", () => {
  it("return the page tree, the files and a page by its path as they were", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{merged}/pages",
      status: 200,
      answer: { pages: guidesPages("") },
      required: { "pages[]": "RevisionPageDocument" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{merged}/files?limit=1",
      status: 200,
      answer: { count: 1, items: [logoFile] },
      required: { "items[]": "RevisionFile" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{empty}/files",
      status: 200,
      answer: { count: 0, items: [] },
    });
    const [page] = guidesPages("");
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{merged}/path/start-here?format=markdown",
      status: 200,
      answer: { ...page, markdown: startMarkdown },
      required: { "": "RevisionPageDocument" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{empty}/path/start-here",
      status: 404,
      answer: { error: { code: 404, message: 'pagePath: there is no page at "start-here" in this revision.' } },
    });
  });
});
