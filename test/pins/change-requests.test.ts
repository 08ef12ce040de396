import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, localUser, makeGuides } from "./guides-space.ts";

const exchange = startExchange();

const first = { ...firstPages, revision: "{secondEdit}" };
const second = {
  ...firstPages,
  id: "{second}",
  number: 2,
  subject: "",
  createdAt: "2026-01-02T04:00:00.000Z",
  updatedAt: "2026-01-02T04:00:00.000Z",
  urls: {
    app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/2",
    location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{second}",
  },
};

beforeAll(async () => {
  await makeGuides(exchange);
  exchange.at("2026-01-02T04:00:00.000Z");
  await exchange({
    send: "POST /v1/spaces/{guides}/change-requests",
    body: '{"anotherProperty":true}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{second}" },
    answer: second,
    required: { "": "ChangeRequest", createdBy: "User" },
  });
});

describe("change requests", () => {
  it("are read by id and by number", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/{draft}",
      status: 200,
      answer: first,
      required: { "": "ChangeRequest", createdBy: "User" },
    });
    await exchange({ send: "GET /v1/spaces/{guides}/change-requests/1", status: 200, answer: first });
  });

  it("are listed in their space by status, by default the open ones, newest first", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests",
      status: 200,
      answer: { count: 0, items: [] },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests?status=draft",
      status: 200,
      answer: { count: 2, items: [second, first] },
      required: { "items[]": "ChangeRequest" },
    });
  });

  it("are listed in the organization, filtered by who created or edited them", async () => {
    const both = { count: 2, items: [second, first] };
    for (const query of ["", "&creator={user}", "&contributor={user}", "&status=open&creator={user}"]) {
      await exchange({
        send: `GET /v1/orgs/{organization}/change-requests?status=draft${query}`,
        status: 200,
        answer: both,
      });
    }
    const none = { count: 0, items: [] };
    for (const query of [
      "&creator=nobody",
      "&contributor=nobody",
      "&requestedReviewer={user}",
      "&conversationsIssuesCluster=none",
    ]) {
      await exchange({
        send: `GET /v1/orgs/{organization}/change-requests?status=draft${query}`,
        status: 200,
        answer: none,
      });
    }
  });

  it("accept a subject, a description and a status", async () => {
    exchange.at("2026-01-02T05:00:00.000Z");
    const description = { object: "document", data: { schemaVersion: 1 }, nodes: [] };
    const changed = {
      ...second,
      status: "open",
      subject: "Second",
      description,
      updatedAt: "2026-01-02T05:00:00.000Z",
    };
    await exchange({
      send: "PATCH /v1/spaces/{guides}/change-requests/2",
      body: `{"subject":"Second","status":"open","description":{"object":"document","data":{"schemaVersion":1},"nodes":[]}}`,
      status: 200,
      answer: changed,
      required: { "": "ChangeRequest", description: "JSONDocument" },
    });
    await exchange({
      send: "PATCH /v1/spaces/{guides}/change-requests/2",
      body: '{"status":"archived"}',
      status: 200,
      answer: { ...changed, status: "archived" },
    });
    await exchange({
      send: "PATCH /v1/spaces/{guides}/change-requests/2",
      body: '{"status":"draft"}',
      status: 200,
      answer: { ...changed, status: "draft" },
    });
  });

  it("cannot be merged by setting their status", () =>
    exchange({
      send: "PATCH /v1/spaces/{guides}/change-requests/2",
      body: '{"status":"merged"}',
      status: 400,
      answer: {
        error: {
          code: 400,
          message: 'status: must be one of "draft", "open", "archived".',
        },
      },
    }));

  it("are not created from a nonexistent template or for a nonexistent issue cluster", async () => {
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests",
      body: '{"subject":"x","template":{"id":"t1"}}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "template: there is no template t1, or this token may not see it. A template is a space, by its id.",
        },
      },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests",
      body: '{"subject":"x","conversationsIssuesCluster":"c1"}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "conversationsIssuesCluster: there is no issue cluster c1, or this token may not see it.",
        },
      },
    });
  });

  it("return 404 if the space has none of that name", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/change-requests/99",
      status: 404,
      answer: {
        error: { code: 404, message: "changeRequestId: there is no change request 99, or this token may not see it." },
      },
    }));
});

describe("GET …/contributors", () => {
  it("lists who created or edited it, and how often", async () => {
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/contributors",
      status: 200,
      answer: {
        count: 1,
        items: [{ updatedAt: "2026-01-02T03:04:05.000Z", count: 3, user: localUser, actionType: "edit" }],
      },
      required: { "items[]": "ChangeRequestUserContributor" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/99/contributors",
      status: 404,
      answer: {
        error: { code: 404, message: "changeRequestId: there is no change request 99, or this token may not see it." },
      },
    });
  });
});

describe("merging and updating", () => {
  it("creates a revision of the space when merging, and makes others outdated until they are updated", async () => {
    exchange.at("2026-01-02T06:00:00.000Z");
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests/1/merge",
      status: 200,
      answer: { revision: "{merged}", result: "merge" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1",
      status: 200,
      answer: {
        ...first,
        status: "merged",
        updatedAt: "2026-01-02T06:00:00.000Z",
        mergedBy: localUser,
        mergedAt: "2026-01-02T06:00:00.000Z",
        revisionMerged: "{merged}",
      },
      required: { "": "ChangeRequest" },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests",
      body: '{"subject":"Third"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{third}" },
      answer: {
        ...firstPages,
        id: "{third}",
        number: 3,
        subject: "Third",
        createdAt: "2026-01-02T06:00:00.000Z",
        updatedAt: "2026-01-02T06:00:00.000Z",
        revision: "{merged}",
        revisionInitial: "{merged}",
        urls: {
          app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/3",
          location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{third}",
        },
      },
    });
    const outdated = {
      ...second,
      subject: "Second",
      description: { object: "document", data: { schemaVersion: 1 }, nodes: [] },
      updatedAt: "2026-01-02T05:00:00.000Z",
      outdated: true,
    };
    await exchange({ send: "GET /v1/spaces/{guides}/change-requests/2", status: 200, answer: outdated });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests/2/update",
      status: 200,
      answer: { revision: "{updated}", result: "update" },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/2",
      status: 200,
      answer: {
        ...outdated,
        updatedAt: "2026-01-02T06:00:00.000Z",
        revision: "{updated}",
        revisionMergedAncestor: "{merged}",
        outdated: false,
      },
    });
  });

  it("rejects merging what is already merged", () =>
    exchange({
      send: "POST /v1/spaces/{guides}/change-requests/1/merge",
      status: 409,
      answer: {
        error: { code: 409, message: "Change request 1 is already merged and cannot be merged. Start a new one." },
      },
    }));

  it("returns the conflicts of a merge and an update if both sides changed the same passage", async () => {
    const rewrite = (number: number, text: string) =>
      ({
        send: `POST /v1/spaces/{guides}/change-requests/${number}/content`,
        body: `{"changes":[{"operation":"update_page","page":"{setup}","document":{"markdown":"# Setup\\n\\n${text}\\n"}}]}`,
      }) as const;
    const third = {
      ...firstPages,
      id: "{third}",
      number: 3,
      subject: "Third",
      createdAt: "2026-01-02T06:00:00.000Z",
      updatedAt: "2026-01-02T06:00:00.000Z",
      revision: "{thirdEdit}",
      revisionInitial: "{merged}",
      urls: {
        app: "https://docs.example.com/app/{organization}/s/{guides}/~/changes/3",
        location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{third}",
      },
    };
    await exchange({ ...rewrite(3, "The wizard asks for nothing."), status: 200, answer: third });
    await exchange({
      ...rewrite(2, "The wizard asks for a disk."),
      status: 200,
      answer: {
        ...second,
        subject: "Second",
        description: { object: "document", data: { schemaVersion: 1 }, nodes: [] },
        updatedAt: "2026-01-02T06:00:00.000Z",
        revision: "{secondDisk}",
        revisionMergedAncestor: "{merged}",
      },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests/3/merge",
      status: 200,
      answer: { revision: "{mergedThird}", result: "merge" },
    });
    const conflicts = [
      {
        page: "{setup}",
        title: "Setup",
        path: "start-here/setup",
        kind: "text",
        base: "The wizard asks for a folder.",
        space: "The wizard asks for nothing.",
        changeRequest: "The wizard asks for a disk.",
      },
    ];
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests/2/merge",
      status: 200,
      answer: { revision: "{mergedThird}", result: "conflicts", conflicts },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/change-requests/2/update",
      status: 200,
      answer: { revision: "{secondUpdate}", result: "conflicts", conflicts },
    });
  });
});
