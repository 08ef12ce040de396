import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guides, guidesPages, localUser, makeGuides, mergeGuides } from "./guides-space.ts";
import { localMember } from "./local-organization.ts";

const exchange = startExchange();
const comments = "/v1/spaces/{guides}/comments";
const addresses = "https://docs.example.com/v1/spaces/{guides}/comments";

const all = { view: true, edit: true, reply: true, delete: true };

const whole = {
  object: "comment",
  id: "{whole}",
  postedBy: localUser,
  postedAt: "2026-01-03T10:00:00.000Z",
  reactions: [],
  replies: 0,
  repliers: [],
  body: { markdown: "Is this *all*?" },
  target: { space: "{guides}", revision: "{merged}" },
  status: "open",
  urls: { location: `${addresses}/{whole}` },
  permissions: all,
};
const onBlock = {
  ...whole,
  id: "{onBlock}",
  postedAt: "2026-01-03T11:00:00.000Z",
  body: { markdown: "Which folder?\n" },
  target: { node: { id: "{wizard}" }, page: { id: "{setup}" }, space: "{guides}", revision: "{merged}" },
  urls: { location: `${addresses}/{onBlock}` },
};
const reply = {
  object: "comment-reply",
  id: "{reply}",
  postedBy: localUser,
  postedAt: "2026-01-03T12:00:00.000Z",
  reactions: [],
  body: { markdown: "Any one." },
  urls: { location: `${addresses}/{whole}/replies/{reply}` },
  permissions: all,
};

const setupPage = {
  ...guidesPages("")[0]?.pages[0],
  document: {
    object: "document",
    data: { schemaVersion: 1 },
    nodes: [
      {
        object: "block",
        type: "paragraph",
        isVoid: false,
        data: {},
        nodes: [{ object: "text", leaves: [{ object: "leaf", text: "The wizard asks for a folder.", marks: [] }] }],
        source: {
          digest: "{digest}",
          offset: 0,
          gap: "\n",
          markdown: "The wizard asks for a folder.",
          original: "{original}",
        },
        key: "{wizard}",
      },
    ],
    source: { lead: "", length: 30, original: "{original}" },
  },
};

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
});

describe("/spaces/{spaceId}/comments", () => {
  it("POST comments on the space, with 200", async () => {
    exchange.at("2026-01-03T10:00:00.000Z");
    await exchange({
      send: `POST ${comments}`,
      body: '{"body":{"markdown":"Is this *all*?"}}',
      status: 200,
      answer: whole,
    });
  });

  it("POST comments on a block by the key that the page's document has", async () => {
    exchange.at("2026-01-03T11:00:00.000Z");
    await exchange({
      send: "GET /v1/spaces/{guides}/content/page/{setup}?format=document",
      status: 200,
      answer: setupPage,
    });
    await exchange({
      send: `POST ${comments}`,
      body: `{"page":"{setup}","node":"{wizard}","body":{"document":{"object":"document","data":{"schemaVersion":1},
        "nodes":[{"object":"block","type":"paragraph","isVoid":false,"data":{},
          "nodes":[{"object":"text","leaves":[{"object":"leaf","text":"Which folder?","marks":[]}]}]}]}}}`,
      status: 200,
      answer: onBlock,
      required: { "": "Comment" },
    });
  });

  it("GET lists them, newest first by default, and counts the matching ones", async () => {
    await exchange({ send: `GET ${comments}`, status: 200, answer: { count: 2, items: [onBlock, whole] } });
    await exchange({ send: `GET ${comments}?order=asc`, status: 200, answer: { count: 2, items: [whole, onBlock] } });
    await exchange({
      send: `GET ${comments}?targetPage={setup}`,
      status: 200,
      answer: { count: 1, items: [onBlock] },
    });
    await exchange({
      send: `GET ${comments}?authors={user}&authors=nobody&limit=1`,
      status: 200,
      answer: { next: { page: "{second}" }, count: 2, items: [onBlock] },
    });
    await exchange({
      send: `GET ${comments}?authors={user}&authors=nobody&limit=1&page={second}`,
      status: 200,
      answer: { count: 2, items: [whole] },
    });
    await exchange({ send: `GET ${comments}?authors=nobody`, status: 200, answer: { count: 0, items: [] } });
  });

  it("GET returns a document as it was given", () =>
    exchange({
      send: `GET ${comments}/{onBlock}?format=document`,
      status: 200,
      answer: {
        ...onBlock,
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
                nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Which folder?", marks: [] }] }],
              },
            ],
          },
        },
      },
    }));

  it("are counted on the space while they are open", () =>
    exchange({
      send: "GET /v1/spaces/{guides}",
      status: 200,
      answer: {
        ...guides,
        updatedAt: "2026-01-02T03:04:05.000Z",
        revision: "{merged}",
        comments: 2,
        changeRequests: 1,
      },
    }));

  it("PUT edits the text, reacts and resolves", async () => {
    exchange.at("2026-01-03T13:00:00.000Z");
    const answer = {
      ...onBlock,
      editedAt: "2026-01-03T13:00:00.000Z",
      body: { markdown: "Which folder, then?" },
      reactions: [
        { emoji: "1f44d", count: 1, users: [{ user: localUser, reactedAt: "2026-01-03T13:00:00.000Z" }] },
        { emoji: "🎉", count: 1, users: [{ user: localUser, reactedAt: "2026-01-03T13:00:00.000Z" }] },
      ],
      status: "resolved",
      resolvedAt: "2026-01-03T13:00:00.000Z",
      resolvedBy: localUser,
    };
    await exchange({
      send: `PUT ${comments}/{onBlock}`,
      body: '{"resolved":true,"body":{"markdown":"Which folder, then?"},"addedReactions":["1f44d","🎉"]}',
      status: 200,
      answer,
      required: { "": "Comment" },
    });
    await exchange({
      send: `GET ${comments}?status=resolved`,
      status: 200,
      answer: { count: 1, items: [answer] },
    });
    await exchange({ send: `GET ${comments}?status=open`, status: 200, answer: { count: 1, items: [whole] } });
  });

  it("PUT opens it again and takes reactions back", async () => {
    exchange.at("2026-01-03T14:00:00.000Z");
    await exchange({
      send: `PUT ${comments}/{onBlock}`,
      body: '{"resolved":false,"removedReactions":["1f44d","🎉"]}',
      status: 200,
      answer: { ...onBlock, editedAt: "2026-01-03T13:00:00.000Z", body: { markdown: "Which folder, then?" } },
    });
  });
});

describe("/spaces/{spaceId}/comments/{commentId}/replies", () => {
  it("POST replies, with 200, and the comment counts it", async () => {
    exchange.at("2026-01-03T12:00:00.000Z");
    await exchange({
      send: `POST ${comments}/{whole}/replies`,
      body: '{"body":{"markdown":"Any one."}}',
      status: 200,
      answer: reply,
      required: { "": "CommentReply" },
    });
    await exchange({
      send: `GET ${comments}/{whole}`,
      status: 200,
      answer: {
        ...whole,
        replies: 1,
        repliers: [{ updatedAt: "2026-01-03T12:00:00.000Z", count: 1, user: localUser }],
      },
    });
  });

  it("GET lists the replies and returns one", async () => {
    await exchange({ send: `GET ${comments}/{whole}/replies`, status: 200, answer: { count: 1, items: [reply] } });
    await exchange({ send: `GET ${comments}/{whole}/replies/{reply}`, status: 200, answer: reply });
  });

  it("PUT edits a reply and reacts to it", async () => {
    exchange.at("2026-01-03T15:00:00.000Z");
    await exchange({
      send: `PUT ${comments}/{whole}/replies/{reply}`,
      body: '{"body":{"markdown":"Any one you can write to."},"addedReactions":["+1"]}',
      status: 200,
      answer: {
        ...reply,
        editedAt: "2026-01-03T15:00:00.000Z",
        body: { markdown: "Any one you can write to." },
        reactions: [{ emoji: "+1", count: 1, users: [{ user: localUser, reactedAt: "2026-01-03T15:00:00.000Z" }] }],
      },
    });
  });

  it("DELETE removes a reply with 205, and returns 204 if there is none", async () => {
    await exchange({ send: `DELETE ${comments}/{whole}/replies/{reply}`, status: 205 });
    await exchange({ send: `DELETE ${comments}/{whole}/replies/{reply}`, status: 204 });
    await exchange({ send: `GET ${comments}/{whole}`, status: 200, answer: whole });
  });
});

describe("/spaces/{spaceId}/commenters", () => {
  it("GET lists the members who commented", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/commenters",
      status: 200,
      answer: {
        count: 1,
        items: [localMember],
      },
    }));
});

describe("a comment", () => {
  it("is removed by DELETE with 205, or 204 if there was none", async () => {
    await exchange({ send: `DELETE ${comments}/{onBlock}`, status: 205 });
    await exchange({ send: `DELETE ${comments}/{onBlock}`, status: 204 });
    await exchange({ send: `GET ${comments}`, status: 200, answer: { count: 1, items: [whole] } });
  });

  it("is named if it does not exist", () =>
    exchange({
      send: `GET ${comments}/nothing`,
      status: 404,
      answer: { error: { code: 404, message: "commentId: there is no comment nothing on space {guides}." } },
    }));

  it("requires a text in exactly one form", async () => {
    const refused = (body: string, message: string) =>
      exchange({ send: `POST ${comments}`, body, status: 400, answer: { error: { code: 400, message } } });
    await refused("{}", "body: is required (object).");
    await refused('{"body":{}}', "body: give exactly one of markdown and document.");
    await refused('{"body":{"markdown":" \\n"}}', "body: has no text. Write the comment's text.");
    await refused('{"node":"k","body":{"markdown":"x"}}', "page: is missing. Name the page that `node` is on.");
  });
});
