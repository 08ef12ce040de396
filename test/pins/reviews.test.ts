import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, localUser, makeGuides } from "./guides-space.ts";

const exchange = startExchange();
const of = "/v1/spaces/{guides}/change-requests/1";

const asked = {
  object: "change-request-requested-reviewer",
  kind: "user",
  user: localUser,
  requestedBy: localUser,
  revision: "{secondEdit}",
  createdAt: "2026-01-02T04:00:00.000Z",
};
const approval = {
  object: "change-request-review",
  id: "{approval}",
  revision: "{secondEdit}",
  reviewer: localUser,
  requestedBy: localUser,
  status: "approved",
  outdated: false,
  createdAt: "2026-01-02T05:00:00.000Z",
  updatedAt: "2026-01-02T05:00:00.000Z",
  urls: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/reviews/{approval}" },
};
const replaced = { ...approval, outdated: true, updatedAt: "2026-01-02T06:00:00.000Z" };
const wish = {
  ...approval,
  id: "{wish}",
  status: "changes-requested",
  createdAt: "2026-01-02T06:00:00.000Z",
  updatedAt: "2026-01-02T06:00:00.000Z",
  urls: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/reviews/{wish}" },
};
const { requestedBy: _, ...wishOfOwnAccord } = wish;

beforeAll(() => makeGuides(exchange));

describe("requested reviewers", () => {
  it("are requested by their ids, optionally with a new subject and description", async () => {
    exchange.at("2026-01-02T04:00:00.000Z");
    await exchange({
      send: `POST ${of}/requested-reviewers`,
      body: '{"users":["{user}","{user}"],"subject":"Please review","description":{"object":"document","data":{},"nodes":[]}}',
      status: 200,
      answer: { users: [asked] },
      required: { "users[]": "ChangeRequestRequestedReviewer" },
    });
    await exchange({
      send: `GET ${of}`,
      status: 200,
      answer: {
        ...firstPages,
        subject: "Please review",
        description: { object: "document", data: {}, nodes: [] },
        revision: "{secondEdit}",
        updatedAt: "2026-01-02T04:00:00.000Z",
      },
    });
  });

  it("are listed while their review is awaited, and change requests can be filtered by them", async () => {
    await exchange({
      send: `GET ${of}/requested-reviewers`,
      status: 200,
      answer: { count: 1, items: [asked] },
      required: { "items[]": "ChangeRequestRequestedReviewer" },
    });
    const listed = { count: 1, items: [{ ...firstPages, id: "{draft}" }] };
    await exchange({
      send: "GET /v1/orgs/{organization}/change-requests?requestedReviewer={user}&status=draft",
      status: 200,
      answer: {
        ...listed,
        items: [
          {
            ...firstPages,
            subject: "Please review",
            description: { object: "document", data: {}, nodes: [] },
            revision: "{secondEdit}",
            updatedAt: "2026-01-02T04:00:00.000Z",
          },
        ],
      },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests?requestedReviewer={user}",
      status: 200,
      answer: { count: 0, items: [] },
    });
  });

  it("cause 404 if nobody with that id may see the space", () =>
    exchange({
      send: `POST ${of}/requested-reviewers`,
      body: '{"users":["{user}","nobody"]}',
      status: 404,
      answer: { error: { code: 404, message: "users: there is no user nobody who may see space {guides}." } },
    }));
});

describe("reviews", () => {
  it("are submitted with a verdict, fulfil the request, and are returned by id", async () => {
    exchange.at("2026-01-02T05:00:00.000Z");
    await exchange({
      send: `POST ${of}/reviews`,
      body: '{"status":"approved"}',
      status: 201,
      answerHeaders: {
        location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/reviews/{approval}",
      },
      answer: approval,
      required: { "": "ChangeRequestReview" },
    });
    await exchange({ send: `GET ${of}/reviews/{approval}`, status: 200, answer: approval });
    await exchange({ send: `GET ${of}/requested-reviewers`, status: 200, answer: { count: 0, items: [] } });
    await exchange({
      send: "GET /v1/orgs/{organization}/change-requests?requestedReviewer={user}&status=draft",
      status: 200,
      answer: { count: 0, items: [] },
    });
  });

  it("replace the earlier review of the same reviewer, which is then outdated", async () => {
    exchange.at("2026-01-02T06:00:00.000Z");
    await exchange({
      send: `POST ${of}/reviews`,
      body: '{"status":"changes-requested"}',
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/reviews/{wish}" },
      answer: wishOfOwnAccord,
    });
    await exchange({
      send: `GET ${of}/reviews`,
      status: 200,
      answer: { count: 2, items: [wishOfOwnAccord, replaced] },
      required: { "items[]": "ChangeRequestReview" },
    });
    await exchange({
      send: `GET ${of}/reviews?outdated=true`,
      status: 200,
      answer: { count: 1, items: [replaced] },
    });
    await exchange({
      send: `GET ${of}/reviews?outdated=false`,
      status: 200,
      answer: { count: 1, items: [wishOfOwnAccord] },
    });
  });

  it("are also outdated when the reviewer is asked again; withdrawing that returns 205, then 204", async () => {
    exchange.at("2026-01-02T07:00:00.000Z");
    await exchange({
      send: `POST ${of}/requested-reviewers`,
      body: '{"users":["{user}"]}',
      status: 200,
      answer: { users: [{ ...asked, createdAt: "2026-01-02T07:00:00.000Z" }] },
    });
    await exchange({
      send: `GET ${of}/reviews/{wish}`,
      status: 200,
      answer: { ...wishOfOwnAccord, outdated: true, updatedAt: "2026-01-02T07:00:00.000Z" },
    });
    await exchange({ send: `DELETE ${of}/requested-reviewers/{user}`, status: 205 });
    await exchange({ send: `DELETE ${of}/requested-reviewers/{user}`, status: 204 });
  });

  it("cause 404 if there is none of that id", () =>
    exchange({
      send: `GET ${of}/reviews/none`,
      status: 404,
      answer: { error: { code: 404, message: "reviewId: change request 1 has no review none." } },
    }));

  it("have one of two verdicts", () =>
    exchange({
      send: `POST ${of}/reviews`,
      body: '{"status":"maybe"}',
      status: 400,
      answer: { error: { code: 400, message: 'status: must be one of "changes-requested", "approved".' } },
    }));
});

describe("a review with a comment", () => {
  const comment = {
    object: "comment",
    id: "{comment}",
    postedBy: localUser,
    postedAt: "2026-01-02T08:00:00.000Z",
    reactions: [],
    body: { markdown: "Say *how*." },
    urls: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/comments/{comment}" },
    permissions: { view: true, edit: true, reply: true, delete: true },
    replies: 0,
    repliers: [],
    target: { changeRequest: "{draft}", review: "{reasoned}", space: "{guides}", revision: "{secondEdit}" },
    status: "open",
  };
  const reasoned = {
    ...wishOfOwnAccord,
    id: "{reasoned}",
    createdAt: "2026-01-02T08:00:00.000Z",
    updatedAt: "2026-01-02T08:00:00.000Z",
    comment,
    urls: { location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/reviews/{reasoned}" },
  };

  it("is posted on the change request", async () => {
    exchange.at("2026-01-02T08:00:00.000Z");
    await exchange({
      send: `POST ${of}/reviews`,
      body: '{"status":"changes-requested","comment":{"markdown":"Say *how*."}}',
      status: 201,
      answerHeaders: {
        location: "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/reviews/{reasoned}",
      },
      answer: reasoned,
      required: { "": "ChangeRequestReview" },
    });
    await exchange({ send: `GET ${of}/comments/{comment}`, status: 200, answer: comment });
    await exchange({
      send: `GET ${of}/reviews?limit=1`,
      status: 200,
      answer: { next: { page: "{next}" }, count: 3, items: [reasoned] },
    });
  });

  it("is lost when its review is deleted", async () => {
    await exchange({ send: `DELETE ${of}/comments/{comment}`, status: 205 });
    const { comment: _, ...bare } = reasoned;
    await exchange({ send: `GET ${of}/reviews/{reasoned}`, status: 200, answer: bare });
  });
});
