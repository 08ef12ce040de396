import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guidesPages, makeGuides, mergeGuides, startMarkdown } from "./guides-space.ts";

const exchange = startExchange();

const [start] = guidesPages("");
const setup = start?.pages[0];

beforeAll(async () => {
  await makeGuides(exchange);
  await mergeGuides(exchange);
});

describe("GET /spaces/{spaceId}/content/pages", () => {
  it("returns the page tree without page bodies", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/pages",
      status: 200,
      answer: { pages: [start] },
      required: {
        "pages[]": "RevisionPageDocument",
        "pages[].pages[]": "RevisionPageDocument",
        "pages[].layout": "RevisionPageLayoutOptions",
      },
    }));

  it("omits Git metadata on request", () => {
    const { git: _start, ...plain } = { ...start };
    const { git: _setup, ...below } = { ...setup };
    return exchange({
      send: "GET /v1/spaces/{guides}/content/pages?metadata=false&computed=false",
      status: 200,
      answer: { pages: [{ ...plain, pages: [below] }] },
    });
  });
});

describe("GET /spaces/{spaceId}/content/page/{pageId}", () => {
  it("returns Markdown as it was written, including links", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/page/{start}?format=markdown",
      status: 200,
      answer: { ...start, markdown: startMarkdown },
      required: { "": "RevisionPageDocument" },
    }));

  it("returns the body as a document by default, without the title, with links as references", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/page/{start}",
      status: 200,
      answer: {
        ...start,
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
                {
                  object: "text",
                  leaves: [
                    { object: "leaf", text: "Welcome to ", marks: [] },
                    { object: "leaf", text: "the", marks: [{ object: "mark", type: "italic" }] },
                    { object: "leaf", text: " service.", marks: [] },
                  ],
                },
              ],
              source: {
                digest: "{d1}",
                offset: 0,
                gap: "\n\n",
                markdown: "Welcome to *the* service.",
                original: "{original}",
              },
              key: "{k1}",
            },
            {
              object: "block",
              type: "heading-2",
              isVoid: false,
              data: {},
              nodes: [{ object: "text", leaves: [{ object: "leaf", text: "Install", marks: [] }] }],
              meta: { id: "install" },
              source: { digest: "{d2}", offset: 27, gap: "\n\n", markdown: "## Install", original: "{original}" },
              key: "{k2}",
            },
            {
              object: "block",
              type: "paragraph",
              isVoid: false,
              data: {},
              nodes: [
                { object: "text", leaves: [{ object: "leaf", text: "Run the ", marks: [] }] },
                {
                  object: "inline",
                  type: "link",
                  isVoid: false,
                  data: { ref: { kind: "page", page: "{setup}", space: "{guides}" } },
                  nodes: [{ object: "text", leaves: [{ object: "leaf", text: "installer", marks: [] }] }],
                },
                { object: "text", leaves: [{ object: "leaf", text: ".", marks: [] }] },
              ],
              source: {
                digest: "{d3}",
                offset: 39,
                gap: "\n",
                markdown: "Run the [installer](start-here/setup.md).",
                original: "{original}",
              },
              key: "{k3}",
            },
          ],
          source: { lead: "", length: 81, original: "{original}" },
        },
      },
      required: {
        "": "RevisionPageDocument",
        document: "JSONDocument",
        "document.nodes[]": "DocumentBlockParagraph",
      },
    }));

  it("returns 404 for a nonexistent page", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/page/none",
      status: 404,
      answer: { error: { code: 404, message: "pageId: there is no page none in this revision." } },
      required: { "": "Error" },
    }));
});

describe("GET /spaces/{spaceId}/content/path/{pagePath}", () => {
  it("returns a page by its path, with percent-encoded slashes", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/path/start-here%2Fsetup?format=markdown",
      status: 200,
      answer: { ...setup, markdown: "# Setup\n\nThe wizard asks for a folder.\n" },
      required: { "": "RevisionPageDocument" },
    }));

  it("returns 404 for a nonexistent path", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/path/start-here%2Fnowhere",
      status: 404,
      answer: { error: { code: 404, message: 'pagePath: there is no page at "start-here/nowhere" in this revision.' } },
    }));
});
