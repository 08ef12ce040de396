import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { logoFile, makeGuides, mergeGuides } from "./guides-space.ts";

const exchange = startExchange();

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
});

const { git: _, ...withoutGit } = logoFile;

describe("GET /spaces/{spaceId}/content/files", () => {
  it("lists the space's files with download addresses that work for an hour", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/files",
      status: 200,
      answer: { count: 1, items: [logoFile] },
      required: { "items[]": "RevisionFile" },
    }));

  it("omits Git metadata on request", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/files?metadata=false",
      status: 200,
      answer: { count: 1, items: [withoutGit] },
    }));
});

describe("GET /spaces/{spaceId}/content/files/{fileId}", () => {
  it("returns one file", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/content/files/{logo}",
      status: 200,
      answer: logoFile,
      required: { "": "RevisionFile" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/content/files/{logo}?metadata=false",
      status: 200,
      answer: withoutGit,
    });
  });

  it("returns 404 for a nonexistent file", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/files/none",
      status: 404,
      answer: { error: { code: 404, message: "fileId: space {guides} has no file none." } },
    }));
});
