import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { makeManual, sitePath } from "./manual-site.ts";

const exchange = startExchange();

const text = (text: string) => ({ object: "text", leaves: [{ object: "leaf", text, marks: [] }] });

beforeAll(async () => {
  await makeManual(exchange);
});

describe("/urls/published", () => {
  const place = {
    site: "{site}",
    siteSpace: "{variant}",
    space: "{guides}",
    pathname: "/start-here/setup",
    basePath: "/sites/manual/",
    siteBasePath: "/sites/manual/",
    apiToken: "{jwtHeader}.{jwtClaims}.{jwtSignature}",
    organization: "{organization}",
    complete: true,
    canonicalUrl: "https://docs.example.com/sites/manual/start-here/setup",
  };

  it("POST finds nothing while the site is not published", () =>
    exchange({
      send: "POST /v1/urls/published",
      body: '{"url":"https://docs.example.com/sites/manual/start-here/setup"}',
      status: 404,
      answer: {
        error: {
          code: 404,
          message: "url: does not belong to a published site. A preview needs the token of its address.",
        },
      },
    }));

  it("POST returns the content behind an address of a published site", async () => {
    await exchange({
      send: `PATCH ${sitePath}`,
      body: '{"basename":"~manual"}',
      status: 400,
      answer: {
        error: {
          code: 400,
          message:
            'basename: "~manual" cannot be used: it may contain only lower-case letters, digits and dashes, and must begin and end with a letter or digit.',
        },
      },
    });
    await publish();
    await exchange({
      send: "POST /v1/urls/published",
      body: '{"url":"https://docs.example.com/sites/manual/start-here/setup","visitor":{"type":"human"}}',
      status: 200,
      answer: place,
    });
  });

  it("GET returns the same", () =>
    exchange({
      send: "GET /v1/urls/published?url=https://docs.example.com/sites/manual/start-here/setup",
      status: 200,
      answer: place,
    }));

  it("POST returns redirects", () =>
    exchange({
      send: "POST /v1/urls/published",
      body: '{"url":"https://docs.example.com/sites/manual/guides/start-here"}',
      status: 200,
      answer: { target: "content", redirect: "https://docs.example.com/sites/manual/start-here" },
    }));
});

async function publish(): Promise<void> {
  // The answer is pinned with the sites.
  const { publishedManual } = await import("./manual-site.ts");
  await exchange({ send: `POST ${sitePath}/publish`, status: 200, answer: publishedManual });
}

describe("/spaces/{spaceId}/revisions/{revisionId}", () => {
  const revision = "/v1/spaces/{guides}/revisions/{merged}";

  it("GET page/{pageId}/document returns only the body", () =>
    exchange({
      send: `GET ${revision}/page/{setup}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
      status: 200,
      answer: {
        object: "document",
        data: { schemaVersion: 1 },
        nodes: [
          {
            object: "block",
            type: "paragraph",
            isVoid: false,
            key: "{key}",
            data: {},
            nodes: [text("The wizard asks for a folder.")],
            source: {
              markdown: "The wizard asks for a folder.",
              gap: "\n",
              offset: 0,
              digest: "{digest}",
              original: "{original}",
            },
          },
        ],
        source: { lead: "", length: 30, original: "{original}" },
      },
      required: { "": "JSONDocument" },
    }));

  it("GET page/{pageId}/document finds no other page", () =>
    exchange({
      send: `GET ${revision}/page/none/document`,
      status: 404,
      answer: { error: { code: 404, message: "pageId: there is no page none in this revision." } },
    }));

  it("GET page/{pageId}/meta-links returns what search engines get", () =>
    exchange({ send: `GET ${revision}/page/{setup}/meta-links`, status: 200, answer: {} }));

  it("GET reusable-contents/{reusableContentId}/document finds none", () =>
    exchange({
      send: `GET ${revision}/reusable-contents/none/document`,
      status: 404,
      answer: {
        error: { code: 404, message: "reusableContentId: there is no reusable content none in this revision." },
      },
    }));
});

describe("/spaces/{spaceId}/embed", () => {
  it("GET returns a link for what cannot be embedded", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/embed?url=https://www.example.com/a%20guide/",
      status: 200,
      answer: { type: "link", title: "example.com/a guide", site: "www.example.com" },
    }));

  it("GET returns a player for a video", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/embed?url=https://www.youtube.com/watch?v%3Dabc-123",
      status: 200,
      answer: {
        type: "rich",
        title: "youtube.com/watch",
        site: "YouTube",
        html: '<iframe src="https://www.youtube-nocookie.com/embed/abc-123" title="YouTube" loading="lazy" allowfullscreen></iframe>',
      },
    }));

  it("GET rejects an address that browsers must not open", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/embed?url=javascript:alert(1)",
      status: 400,
      answer: { error: { code: 400, message: "url: Invalid URL." } },
    }));
});
