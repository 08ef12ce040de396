import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guides } from "./guides-space.ts";

const exchange = startExchange();

const products = {
  object: "collection",
  id: "{products}",
  title: "Products",
  organization: "{organization}",
  defaultLevel: "inherit",
  urls: {
    location: "https://docs.example.com/v1/collections/{products}",
    app: "https://docs.example.com/app/{organization}/c/{products}",
  },
  permissions: { view: true, admin: true, viewInviteLinks: true, create: true },
};

const cloud = {
  ...products,
  id: "{cloud}",
  title: "Cloud",
  parent: "{products}",
  urls: {
    location: "https://docs.example.com/v1/collections/{cloud}",
    app: "https://docs.example.com/app/{organization}/c/{cloud}",
  },
};

const inProducts = { ...guides, parent: "{products}" };

beforeAll(async () => {
  await exchange({
    send: "POST /v1/orgs/{organization}/collections",
    body: '{"title":"Products"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/collections/{products}" },
    answer: products,
    required: { "": "Collection" },
  });
  await exchange({
    send: "POST /v1/orgs/{organization}/collections",
    body: '{"title":"Cloud","parent":"{products}"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/collections/{cloud}" },
    answer: cloud,
  });
  await exchange({
    send: "POST /v1/orgs/{organization}/spaces",
    body: '{"title":"Guides","parent":"{products}"}',
    status: 201,
    answerHeaders: { location: "https://docs.example.com/v1/spaces/{guides}" },
    answer: inProducts,
  });
});

describe("collections", () => {
  it("are listed with or without those inside them", async () => {
    await exchange({
      send: "GET /v1/orgs/{organization}/collections",
      status: 200,
      answer: { count: 2, items: [products, cloud] },
      required: { "items[]": "Collection" },
    });
    await exchange({
      send: "GET /v1/orgs/{organization}/collections?nested=false",
      status: 200,
      answer: { count: 1, items: [products] },
    });
  });

  it("are returned, with their spaces", async () => {
    await exchange({
      send: "GET /v1/collections/{cloud}",
      status: 200,
      answer: cloud,
      required: { "": "Collection" },
    });
    await exchange({
      send: "GET /v1/collections/{products}/spaces",
      status: 200,
      answer: { count: 1, items: [inProducts] },
      required: { "items[]": "Space" },
    });
    await exchange({ send: "GET /v1/collections/{cloud}/spaces", status: 200, answer: { count: 0, items: [] } });
  });

  it("accept any member of a change, alone or together", async () => {
    await exchange({
      send: "PATCH /v1/collections/{cloud}",
      body: '{"description":"What runs elsewhere","defaultLevel":"comment"}',
      status: 200,
      answer: { ...cloud, description: "What runs elsewhere", defaultLevel: "comment" },
      required: { "": "Collection" },
    });
    await exchange({
      send: "PATCH /v1/collections/{cloud}",
      body: '{"title":"Cloud services","defaultLevel":null}',
      status: 200,
      answer: { ...cloud, title: "Cloud services", description: "What runs elsewhere", defaultLevel: null },
    });
    await exchange({
      send: "PATCH /v1/collections/{cloud}",
      body: '{"title":"Cloud","defaultLevel":"inherit"}',
      status: 200,
      answer: { ...cloud, description: "What runs elsewhere" },
    });
  });

  it("can be moved into others and back to the top, like spaces", async () => {
    await exchange({
      send: "POST /v1/spaces/{guides}/move",
      body: '{"parent":"{cloud}"}',
      status: 200,
      answer: { ...guides, parent: "{cloud}" },
      required: { "": "Space" },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/move",
      body: '{"parent":"{products}","position":{"before":{"type":"collection","collection":"{cloud}"}}}',
      status: 200,
      answer: inProducts,
    });
    const { parent: _parent, ...top } = cloud;
    await exchange({
      send: "POST /v1/collections/{cloud}/move",
      body: '{"parent":null}',
      status: 200,
      answer: { ...top, description: "What runs elsewhere" },
      required: { "": "Collection" },
    });
    await exchange({
      send: "POST /v1/collections/{cloud}/move",
      body: '{"parent":null}',
      status: 200,
      answer: { ...top, description: "What runs elsewhere" },
    });
    await exchange({
      send: "POST /v1/collections/{cloud}/move",
      body: '{"parent":"{cloud}"}',
      status: 400,
      answer: {
        error: {
          code: 400,
          message: "parent: collection {cloud} is the one to move or is inside it. Choose a collection outside it.",
        },
      },
    });
  });

  it("cannot be transferred to their own organization, which is a conflict", async () => {
    await exchange({
      send: "POST /v1/collections/{cloud}/transfer",
      body: '{"organization":"{organization}"}',
      status: 409,
      answer: {
        error: { code: 409, message: "Collection {cloud} already belongs to organization {organization}." },
      },
    });
    await exchange({
      send: "POST /v1/spaces/{guides}/transfer",
      body: '{"organization":"elsewhere"}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "organization: there is no organization elsewhere, or this token may not see it.",
        },
      },
    });
  });

  it("are deleted with 205, then 204, and their spaces can be restored", async () => {
    await exchange({ send: "DELETE /v1/collections/{products}", status: 205 });
    await exchange({ send: "DELETE /v1/collections/{products}", status: 204 });
    await exchange({
      send: "GET /v1/collections/{products}",
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "collectionId: there is no collection {products}, or this token may not see it.",
        },
      },
    });
    await exchange({ send: "POST /v1/spaces/{guides}/restore", status: 200, answer: guides });
  });
});

describe("POST /spaces/{spaceId}/duplicate", () => {
  it("returns the new space", () =>
    exchange({
      send: "POST /v1/spaces/{guides}/duplicate",
      status: 201,
      answerHeaders: { location: "https://docs.example.com/v1/spaces/{copy}" },
      answer: {
        ...guides,
        id: "{copy}",
        title: "Guides (copy)",
        urls: {
          location: "https://docs.example.com/v1/spaces/{copy}",
          app: "https://docs.example.com/app/{organization}/s/{copy}",
        },
        revision: "{copyRevision}",
      },
      required: { "": "Space" },
    }));
});
