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
  it("answers the active revision, with the change request whose merge made it", () =>
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

  it("answers a page as it was in a revision", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/revisions/{merged}/page/{start}?format=markdown",
      status: 200,
      answer: { ...withoutGit, git, markdown: startMarkdown },
      required: { "": "RevisionPageDocument", "pages[]": "RevisionPageDocument" },
    });
  });

  it("answers 404 for a page the revision does not have, and for a revision the space does not have", async () => {
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
