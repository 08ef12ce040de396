import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { makeGuides } from "./guides-space.ts";

const exchange = startExchange();

beforeAll(async () => {
  await makeGuides(exchange);
  exchange.at("2026-01-02T04:00:00.000Z");
});

describe("/spaces/{spaceId}/git", () => {
  it("GET info returns 404 for a space that was never in a repository", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/git/info",
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "Space {guides} is not connected to Git: nothing was imported or exported yet.",
        },
      },
    }));

  it("POST import returns no body, and info then reports the result, without the credentials", async () => {
    await exchange({
      send: "POST /v1/spaces/{guides}/git/import",
      body: `{"url":"http://ada:hunter2@127.0.0.1/team/docs.git","ref":"refs/heads/main","repoCacheID":"docs",
        "repoTreeURL":"https://host/team/docs/tree/main","repoCommitURL":"https://host/team/docs/commit/",
        "repoProjectDirectory":"handbook","timestamp":"2026-01-02T03:00:00Z","force":false,"standalone":true,
        "gitInfo":{"provider":"github","url":"https://host/team/docs/blob/main"}}`,
      status: 204,
    });
    await exchange.jobs();
    await exchange({
      send: "GET /v1/spaces/{guides}/git/info",
      status: 200,
      answer: {
        installationId: "{guides}",
        installationProvider: "github",
        installationStatus: "pending",
        operation: {
          state: "failure",
          direction: "import",
          startedAt: "2026-01-02T04:00:00.000Z",
          endedAt: "2026-01-02T04:00:00.000Z",
          ref: "refs/heads/main",
          error:
            "The URL http://127.0.0.1/team/docs.git is not at a public address. Whoever runs this service can let Git reach it by git-hosts.",
          errorCode: "unprocessable",
        },
        operationTimeout: 1_200_000,
      },
      required: { "": "GitSyncState" },
    });
  });

  it("POST export accepts a message for the commit", async () => {
    await exchange({
      send: "POST /v1/spaces/{guides}/git/export",
      body: '{"url":"https://127.0.0.1/team/docs.git","ref":"refs/heads/main","commitMessage":"Update the guides"}',
      status: 204,
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/git/export",
      body: '{"url":"https://127.0.0.1/team/docs.git","ref":"main","commitMessage":"Update the guides"}',
      status: 400,
      answer: { error: { code: 400, message: "ref: a branch is written refs/heads/<branch>." } },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/git/export",
      body: '{"url":"ext::sh -c id","ref":"refs/heads/main","commitMessage":"Update the guides"}',
      status: 400,
      answer: {
        error: {
          code: 400,
          message: "url: must be the address of a repository, such as https://host/team/docs.git.",
        },
      },
    });
    await exchange.jobs();
  });

  it("DELETE legacy-installation finds none", () =>
    exchange({ send: "DELETE /v1/spaces/{guides}/git/legacy-installation", status: 204 }));
});
