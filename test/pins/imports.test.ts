import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { makeGuides } from "./guides-space.ts";

const exchange = startExchange();

const location = "https://docs.example.com/v1/org/{organization}/imports/{run}";
const pending = {
  object: "import-run",
  id: "{run}",
  status: "pending",
  createdAt: "2026-01-02T04:00:00.000Z",
  updatedAt: "2026-01-02T04:00:00.000Z",
  source: { type: "file", files: ["{key}"] },
  target: { space: "{guides}", changeRequest: "{draft}" },
  createdBy: "{user}",
  urls: { location },
};

beforeAll(async () => {
  await makeGuides(exchange);
  exchange.at("2026-01-02T04:00:00.000Z");
});

describe("import runs", () => {
  it("start with uploaded files, and respond before anything is imported", async () => {
    await exchange({
      send: "POST /uploads?name=moss.md",
      body: "# Moss\n\nGrows on stones.\n",
      headers: { "Content-Type": "text/markdown" },
      status: 200,
      answer: { object: "upload", key: "{key}", name: "moss.md", size: 25, expiresAt: "2026-01-03T04:00:00.000Z" },
    });
    await exchange({
      send: "POST /v1/org/{organization}/imports",
      body: '{"source":{"type":"file","files":["{key}"]},"target":{"space":"{guides}","changeRequest":"{draft}"}}',
      status: 201,
      answerHeaders: { location },
      answer: pending,
      required: { "": "ContentImportRun" },
    });
  });

  it("complete with the pages they created", async () => {
    await exchange.jobs();
    const completed = {
      ...pending,
      status: "completed",
      startedAt: "2026-01-02T04:00:00.000Z",
      completedAt: "2026-01-02T04:00:00.000Z",
    };
    await exchange({
      send: "GET /v1/org/{organization}/imports/{run}",
      status: 200,
      answer: { ...completed, pages: [{ id: "{moss}", type: "page", status: "complete" }], warnings: [] },
    });
    await exchange({
      send: "GET /v1/org/{organization}/imports?status=completed&changeRequest={draft}",
      status: 200,
      answer: { count: 1, items: [completed] },
      required: { "items[]": "ContentImportRun" },
    });
    await exchange({
      send: "GET /v1/org/{organization}/imports?status=active",
      status: 200,
      answer: { count: 0, items: [] },
    });
  });

  it("cannot be cancelled once they have ended", () =>
    exchange({
      send: "POST /v1/org/{organization}/imports/{run}/cancel",
      status: 400,
      answer: {
        error: { code: 400, message: "Import run {run} has ended. Delete the pages it created to undo it." },
      },
    }));

  it("are rejected at the start if they cannot import the source", async () => {
    const refused = (source: string, status: number, message: string) =>
      exchange({
        send: "POST /v1/org/{organization}/imports",
        body: `{"source":${source},"target":{"space":"{guides}"}}`,
        status,
        answer: { error: { code: status, message } },
      });
    await refused(
      '{"type":"file","files":["nothing"]}',
      400,
      "source.files.0: you have no upload with this key. Send the file to POST /uploads?name=<file name> and use the key from the response.",
    );
    await refused(
      '{"type":"website","url":"https://example.com/docs"}',
      501,
      "source.url: this service does not import web pages. Give an archive (.zip, .tar.gz), a Markdown file or a Git repository (https://host/team/docs.git).",
    );
    for (const url of ["https://example.com/docs.git#--upload-pack=x", "https://example.com/docs.git?x=1#main"]) {
      await refused(
        `{"type":"website","url":"${url}"}`,
        400,
        "source.url: write a repository as https://host/team/docs.git, or with a branch as https://host/team/docs.git#main.",
      );
    }
    await refused(
      '{"type":"website","url":"https://me:secret@example.com/docs.zip"}',
      400,
      "source.url: remove the user name and password; they would be stored.",
    );
  });
});
