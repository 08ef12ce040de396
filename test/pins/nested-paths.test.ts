import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { guidesPages, makeGuides } from "./guides-space.ts";

const exchange = startExchange();

beforeAll(async () => {
  await makeGuides(exchange);
  await exchange({
    send: "POST /v1/spaces/{guides}/change-requests/1/merge",
    status: 200,
    answer: { revision: "{merged}", result: "merge" },
  });
});

describe("the path of a subpage", () => {
  const markdown = "# Setup\n\nThe wizard asks for a folder.\n";
  const places = [
    ["a space", "/v1/spaces/{guides}/content/path", ""],
    ["a change request", "/v1/spaces/{guides}/change-requests/1/content/path", "/~/changes/1"],
    ["a revision", "/v1/spaces/{guides}/revisions/{merged}/path", ""],
  ] as const;

  it.each(places)("leads to it in %s, with encoded and unencoded slashes", async (_, base, where) => {
    const setup = guidesPages(where)[0]?.pages[0];
    for (const path of ["start-here/setup", "start-here%2Fsetup", "start-here/set%75p"]) {
      await exchange({
        send: `GET ${base}/${path}?format=markdown`,
        status: 200,
        answer: { ...setup, markdown },
        required: { "": "RevisionPageDocument" },
      });
    }
  });

  it.each(places)("must not lead up and down again in %s", (_, base) =>
    exchange({
      send: `GET ${base}/start-here%2F..%2Fstart-here/setup`,
      status: 400,
      answer: {
        error: { code: 400, message: 'pagePath: must not have "." or ".." as a part. Write the path from the root.' },
      },
    }),
  );

  it("is named if it does not exist", () =>
    exchange({
      send: "GET /v1/spaces/{guides}/content/path/start-here/none",
      status: 404,
      answer: { error: { code: 404, message: 'pagePath: there is no page at "start-here/none" in this revision.' } },
    }));
});
