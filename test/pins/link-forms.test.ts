import { beforeAll, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, guidesPages, makeGuides } from "./guides-space.ts";

const exchange = startExchange();
const content = "/v1/spaces/{guides}/change-requests/1/content";
const setup = { ...guidesPages("/~/changes/1")[0]?.pages[0], git: undefined };
const written = (install: string, start: string, logo: string) =>
  `# Setup\n\n[Install](${install}) [Start](${start}) ![](${logo}) [Gone](/pages/gone) [Web](https://example.com)\n`;

beforeAll(async () => {
  await makeGuides(exchange);
  await exchange({
    send: `POST ${content}`,
    body: JSON.stringify({
      changes: [
        {
          operation: "update_page",
          page: "{setup}",
          document: { markdown: written("/pages/start-here#install", "../start-here.md", "/files/{logo}") },
        },
      ],
    }),
    status: 200,
    answer: { ...firstPages, revision: "{linking}" },
  });
});

it.each([
  ["", written("/pages/start-here#install", "../start-here.md", "/files/{logo}")],
  [
    "&format.markdown.refs=relative",
    written("../start-here.md#install", "../start-here.md", "../.gitbook/assets/logo.png"),
  ],
  ["&format.markdown.refs=stable", written("/pages/{start}#install", "/pages/{start}", "/files/{logo}")],
])("links of a page have the requested form: %s", async (query, markdown) => {
  const { git: _, ...page } = setup;
  await exchange({
    send: `GET ${content}/page/{setup}?format=markdown&metadata=false${query}`,
    status: 200,
    answer: { ...page, markdown },
    required: { "": "RevisionPageDocument" },
  });
});

it("any other form is rejected", () =>
  exchange({
    send: `GET ${content}/path/start-here/setup?format=markdown&format.markdown.refs=absolute`,
    status: 400,
    answer: { error: { code: 400, message: 'format.markdown.refs: must be one of "relative", "stable".' } },
  }));
