import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, guidesPages, logoFile, makeGuides, startMarkdown } from "./guides-space.ts";

const exchange = startExchange();

const content = "/v1/spaces/{guides}/change-requests/{draft}/content";
const [start] = guidesPages("/~/changes/1");
const setup = start?.pages[0];

beforeAll(() => makeGuides(exchange));

describe("GET …/content/files", () => {
  it("lists the files of a change request, and returns one", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/content/files",
      status: 200,
      answer: { count: 1, items: [logoFile] },
      required: { "items[]": "RevisionFile" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/content/files/{logo}",
      status: 200,
      answer: logoFile,
      required: { "": "RevisionFile" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/content/files/none",
      status: 404,
      answer: { error: { code: 404, message: "fileId: change request 1 has no file none." } },
    });
  });
});

describe("reading a change request's content", () => {
  it("GET content returns its revision", () =>
    exchange({
      send: `GET ${content}`,
      status: 200,
      answer: {
        object: "revision",
        id: "{secondEdit}",
        type: "edits",
        parents: ["{firstEdit}"],
        pages: [start],
        files: [logoFile],
        reusableContents: [],
        variables: {},
        tags: [],
        createdAt: "2026-01-02T03:04:05.000Z",
        urls: { app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/1" },
      },
      required: { "": "RevisionTypeEdits", "pages[]": "RevisionPageDocument", "files[]": "RevisionFile" },
    }));

  it("GET content/pages returns its page tree", () =>
    exchange({
      send: `GET ${content}/pages`,
      status: 200,
      answer: { pages: [start] },
      required: { "pages[]": "RevisionPageDocument" },
    }));

  it("GET content/page/{pageId} returns one page", () =>
    exchange({
      send: `GET ${content}/page/{start}?format=markdown`,
      status: 200,
      answer: { ...start, markdown: startMarkdown },
      required: { "": "RevisionPageDocument" },
    }));

  it("GET content/path/{pagePath} returns one page by its path", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/content/path/start-here%2Fsetup?format=markdown",
      status: 200,
      answer: { ...setup, markdown: "# Setup\n\nThe wizard asks for a folder.\n" },
      required: { "": "RevisionPageDocument" },
    }));
});

describe("POST /spaces/{spaceId}/change-requests/{changeRequestId}/content", () => {
  const changed = { ...firstPages, updatedAt: "2026-01-02T04:00:00.000Z" };
  const at = (page: string) =>
    `https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/content/page/${page}`;

  it("inserts, updates, moves and deletes in one revision, and GET changes returns the differences from the space", async () => {
    exchange.at("2026-01-02T04:00:00.000Z");
    await exchange({
      send: `POST ${content}?compat=false`,
      body: `{"changes":[
        {"operation":"insert_page","ref":"faq","title":"Questions","slug":"faq","at":0,"document":{"markdown":"See [setup](/pages/{setup}).\\n"}},
        {"operation":"update_page","page":"{setup}","into":null,"title":"Set up","icon":"gear","hidden":true},
        {"operation":"delete_page","page":"{start}"}]}`,
      status: 200,
      answer: {
        changeRequest: { ...changed, revision: "{thirdEdit}" },
        changes: [
          {
            object: "created_page",
            ref: "faq",
            page: { object: "page", id: "{faq}", urls: { location: at("{faq}") } },
          },
          { object: "updated_page", page: { object: "page", id: "{setup}", urls: { location: at("{setup}") } } },
          { object: "deleted_page", page: "{start}" },
        ],
        insertedFiles: [],
      },
      required: { "": "ChangeRequestContentUpdate", changeRequest: "ChangeRequest" },
    });
    await exchange({
      send: `GET ${content}/page/{setup}?format=markdown&metadata=false`,
      status: 200,
      answer: {
        id: "{setup}",
        title: "Set up",
        kind: "sheet",
        type: "document",
        icon: "gear",
        hidden: true,
        createdAt: "2026-01-02T03:04:05.000Z",
        updatedAt: "2026-01-02T04:00:00.000Z",
        slug: "setup",
        path: "setup",
        urls: { app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/1/setup" },
        pages: [],
        layout: setup?.layout,
        tags: [],
        markdown: "---\nicon: gear\nhidden: true\n---\n\n# Set up\n\nThe wizard asks for a folder.\n",
      },
      required: { "": "RevisionPageDocument" },
    });
  });

  it("keeps the given revision, and rejects another with 412", async () => {
    const body =
      '{"changes":[{"operation":"update_page","page":"{setup}","document":{"markdown":"# Set up\\n\\nAgain.\\n"}}]}';
    await exchange({
      send: `POST ${content}`,
      headers: { "If-Match": '"{secondEdit}"' },
      body,
      status: 412,
      answer: {
        error: {
          code: 412,
          message: "Change request 1 is at revision {thirdEdit}, not {secondEdit}: it was edited meanwhile.",
        },
      },
    });
    await exchange({
      send: `POST ${content}`,
      headers: { "If-Match": '"{thirdEdit}"' },
      body,
      status: 200,
      answer: { ...changed, revision: "{fourthEdit}" },
    });
  });

  it("reverts a page, and rejects what it cannot do by the name of the change", async () => {
    await exchange({
      send: `POST ${content}?compat=false`,
      body: '{"changes":[{"operation":"revert_page","page":"{setup}","revision":"{secondEdit}"}]}',
      status: 200,
      answer: {
        changeRequest: { ...changed, revision: "{fifthEdit}" },
        changes: [
          { object: "updated_page", page: { object: "page", id: "{setup}", urls: { location: at("{setup}") } } },
        ],
        insertedFiles: [],
      },
    });
    await exchange({
      send: `POST ${content}`,
      body: '{"changes":[{"operation":"delete_page","page":"{faq}"},{"operation":"delete_page","page":"{start}"}]}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message:
            "changes.1 (delete_page): page: the change request has no page {start}. It may have been deleted; list the pages of the change request.",
        },
      },
    });
  });
});

describe("GET /spaces/{spaceId}/change-requests/{changeRequestId}/changes", () => {
  it("returns the differences from the space, and how much was omitted", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/changes?limit=0",
      status: 200,
      answer: { changes: [], more: 3, merge: { conflicts: [], unmet: [] } },
      required: { "": "RevisionSemanticChanges" },
    });
  });

  it("names pages and files", async () => {
    exchange.at("2026-01-02T05:00:00.000Z");
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests/1/merge",
      status: 200,
      answer: { revision: "{merged}", result: "merge" },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests",
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{second}" },
      answer: {
        ...firstPages,
        id: "{second}",
        number: 2,
        subject: "",
        createdAt: "2026-01-02T05:00:00.000Z",
        updatedAt: "2026-01-02T05:00:00.000Z",
        revision: "{merged}",
        revisionInitial: "{merged}",
        urls: {
          app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/2",
          location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{second}",
        },
      },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests/2/content?compat=false",
      body: `{"changes":[{"operation":"update_page","page":"{setup}","title":"Installing","into":"{faq}"}]}`,
      status: 200,
      answer: {
        changeRequest: {
          ...firstPages,
          id: "{second}",
          number: 2,
          subject: "",
          createdAt: "2026-01-02T05:00:00.000Z",
          updatedAt: "2026-01-02T05:00:00.000Z",
          revision: "{installing}",
          revisionInitial: "{merged}",
          urls: {
            app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/2",
            location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{second}",
          },
        },
        changes: [
          {
            object: "updated_page",
            page: {
              object: "page",
              id: "{setup}",
              urls: {
                location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{second}/content/page/{setup}",
              },
            },
          },
        ],
        insertedFiles: [],
      },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/2/changes",
      status: 200,
      answer: {
        changes: [
          {
            type: "page_edited",
            page: { id: "{setup}", type: "document", title: "Installing", path: "faq/setup" },
            attributes: {
              title: { before: "Setup", after: "Installing" },
              document: { before: "{before}", after: "{after}" },
            },
          },
          {
            type: "page_moved",
            page: { id: "{setup}", type: "document", title: "Installing", path: "faq/setup" },
            parent: { after: { id: "{faq}", type: "document", title: "Questions", path: "faq" } },
          },
        ],
        merge: { conflicts: [], unmet: [] },
      },
      required: { "": "RevisionSemanticChanges" },
    });
  });
});
