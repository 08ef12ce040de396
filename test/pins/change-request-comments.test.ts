import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, guides, localUser, makeGuides, mergeGuides } from "./guides-space.ts";
import { localMember } from "./local-organization.ts";

const exchange = startExchange();
const comments = "/v1/spaces/{guides}/change-requests/1/comments";
const addresses = "https://docs.example.com/v1/spaces/{guides}/change-requests/{draft}/comments";

const all = { view: true, edit: true, reply: true, delete: true };

const onPage = {
  object: "comment",
  id: "{onPage}",
  postedBy: localUser,
  postedAt: "2026-01-03T10:00:00.000Z",
  reactions: [],
  replies: 0,
  repliers: [],
  body: { markdown: "Which one?" },
  target: { changeRequest: "{draft}", page: { id: "{start}" }, space: "{guides}", revision: "{secondEdit}" },
  status: "open",
  urls: { location: `${addresses}/{onPage}` },
  permissions: all,
};
const reply = {
  object: "comment-reply",
  id: "{reply}",
  postedBy: localUser,
  postedAt: "2026-01-03T10:00:00.000Z",
  reactions: [],
  body: {
    document: {
      object: "document",
      data: { schemaVersion: 1 },
      nodes: [
        {
          object: "block",
          type: "paragraph",
          isVoid: false,
          data: {},
          nodes: [
            { object: "text", leaves: [{ object: "leaf", text: "Ask ", marks: [] }] },
            { object: "inline", type: "mention", isVoid: true, data: { ref: { kind: "user", user: "{user}" } } },
            { object: "text", leaves: [{ object: "leaf", text: ".", marks: [] }] },
          ],
          source: {
            digest: "{digest}",
            offset: 0,
            gap: "",
            markdown: "Ask [the editor](/users/{user}).",
            original: "{original}",
          },
          key: "{key}",
        },
      ],
      source: { lead: "", length: 46, original: "{original}" },
    },
  },
  urls: { location: `${addresses}/{onPage}/replies/{reply}` },
  permissions: all,
};

beforeAll(async () => {
  await makeGuides(exchange);
  exchange.at("2026-01-03T10:00:00.000Z");
});

describe("/spaces/{spaceId}/change-requests/{changeRequestId}/comments", () => {
  it("POST comments on a page of the change request", async () => {
    await exchange({
      send: `POST ${comments}`,
      body: '{"page":"{start}","body":{"markdown":"Which one?"}}',
      status: 200,
      answer: onPage,
    });
    await exchange({ send: `GET ${comments}/{onPage}`, status: 200, answer: onPage });
  });

  it("GET lists them here but not on the space, which counts only its own", async () => {
    await exchange({ send: `GET ${comments}`, status: 200, answer: { count: 1, items: [onPage] } });
    await exchange({ send: "GET /v1/spaces/{guides}/comments", status: 200, answer: { count: 0, items: [] } });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1",
      status: 200,
      answer: { ...firstPages, revision: "{secondEdit}", comments: 1 },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}",
      status: 200,
      answer: { ...guides, changeRequests: 1, changeRequestsDraft: 1 },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/comments/{onPage}",
      status: 404,
      answer: { error: { code: 404, message: "commentId: there is no comment {onPage} on space {guides}." } },
    });
  });

  it("GET names the members who commented", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/commenters",
      status: 200,
      answer: {
        count: 1,
        items: [localMember],
      },
    }));
});

describe("/spaces/{spaceId}/change-requests/{changeRequestId}/comments/{commentId}/replies", () => {
  it("POST returns the requested form, with a link to a member as a mention", async () => {
    await exchange({
      send: `POST ${comments}/{onPage}/replies?format=document`,
      body: '{"body":{"markdown":"Ask [the editor](/users/{user})."}}',
      status: 200,
      answer: reply,
      required: { "": "CommentReply" },
    });
    await exchange({
      send: `GET ${comments}/{onPage}/replies?format=document`,
      status: 200,
      answer: { count: 1, items: [reply] },
    });
  });

  it("GET returns the Markdown as it was given", () =>
    exchange({
      send: `GET ${comments}/{onPage}/replies/{reply}`,
      status: 200,
      answer: { ...reply, body: { markdown: "Ask [the editor](/users/{user})." } },
    }));

  it("PUT ignores `resolved`, because only comments can be resolved", () =>
    exchange({
      send: `PUT ${comments}/{onPage}/replies/{reply}`,
      body: '{"resolved":true}',
      status: 200,
      answer: { ...reply, body: { markdown: "Ask [the editor](/users/{user})." } },
    }));
});

describe("the comments of a merged change request", () => {
  it("remain readable, accept replies, and are removed with their replies", async () => {
    await mergeGuides(exchange);
    const repliers = [{ updatedAt: "2026-01-03T10:00:00.000Z", count: 1, user: localUser }];
    await exchange({
      send: `GET ${comments}`,
      status: 200,
      answer: { count: 1, items: [{ ...onPage, replies: 1, repliers }] },
    });
    await exchange({
      send: `PUT ${comments}/{onPage}`,
      body: '{"resolved":true}',
      status: 200,
      answer: {
        ...onPage,
        replies: 1,
        repliers,
        status: "resolved",
        resolvedAt: "2026-01-03T10:00:00.000Z",
        resolvedBy: localUser,
      },
    });
    await exchange({ send: `DELETE ${comments}/{onPage}`, status: 205 });
    await exchange({ send: `DELETE ${comments}/{onPage}`, status: 204 });
    await exchange({
      send: `GET ${comments}/{onPage}/replies`,
      status: 404,
      answer: { error: { code: 404, message: "commentId: there is no comment {onPage} on change request 1." } },
    });
    await exchange({
      send: "GET /v1/spaces/{guides}/change-requests/1/commenters",
      status: 200,
      answer: { count: 0, items: [] },
    });
  });
});
