import { beforeAll, describe, it } from "vitest";
import { startExchange } from "./exchange.ts";
import { firstPages, makeGuides, usualLayout } from "./guides-space.ts";

const exchange = startExchange();
const content = "/v1/spaces/{guides}/change-requests/1/content";

beforeAll(() => makeGuides(exchange));

/** Creates a page, or replaces the text of one, and reads it back. */
async function write(change: string, slug: string, page: { title: string; markdown: string }): Promise<void> {
  count += 1;
  await exchange({
    send: `POST ${content}`,
    body: `{"changes":[${change}]}`,
    status: 200,
    answer: { ...firstPages, revision: `{revision${count}}` },
  });
  const names = { id: `{${slug}}`, slug, path: slug };
  await exchange({
    send: `GET ${content}/path/${slug}?format=markdown&metadata=false`,
    status: 200,
    answer: {
      ...names,
      ...page,
      kind: "sheet",
      type: "document",
      createdAt: "2026-01-02T03:04:05.000Z",
      updatedAt: "2026-01-02T03:04:05.000Z",
      urls: { app: `https://docs.example.com/app/{organization}/s/{guides}/~/changes/1/${slug}` },
      pages: [],
      layout: usualLayout,
      tags: [],
    },
  });
}

let count = 0;

describe("the title of insert_page", () => {
  it("takes precedence over a leading heading, which stays in the body", () =>
    write(
      '{"operation":"insert_page","title":"Release notes","slug":"notes","document":{"markdown":"# v2.0\\n\\nBody\\n"}}',
      "notes",
      { title: "Release notes", markdown: "# Release notes\n\n# v2.0\n\nBody\n" },
    ));

  it("takes precedence over that of the front matter", () =>
    write(
      '{"operation":"insert_page","title":"Terms","slug":"terms","document":{"markdown":"---\\ntitle: Draft\\n---\\n\\nBody\\n"}}',
      "terms",
      { title: "Terms", markdown: "---\ntitle: Terms\n---\n\nBody\n" },
    ));

  it("is not written twice if the heading is the same", () =>
    write(
      '{"operation":"insert_page","title":"Care","slug":"care","document":{"markdown":"# Care\\n\\nBody\\n"}}',
      "care",
      { title: "Care", markdown: "# Care\n\nBody\n" },
    ));
});

describe("the title of update_page", () => {
  it("takes precedence over a leading heading, which stays in the body", () =>
    write(
      '{"operation":"update_page","page":"{care}","title":"Upkeep","document":{"markdown":"# Oils\\n\\nLinseed.\\n"}}',
      "care",
      { title: "Upkeep", markdown: "# Upkeep\n\n# Oils\n\nLinseed.\n" },
    ));

  it("replaces the heading that is the page's present title", () =>
    write(
      '{"operation":"update_page","page":"{care}","title":"Care","document":{"markdown":"# Upkeep\\n\\nLinseed.\\n"}}',
      "care",
      { title: "Care", markdown: "# Care\n\nLinseed.\n" },
    ));

  it("takes precedence over that of the front matter", () =>
    write(
      '{"operation":"update_page","page":"{terms}","title":"Rules","document":{"markdown":"---\\ntitle: Draft\\n---\\n\\nBody\\n"}}',
      "terms",
      { title: "Rules", markdown: "---\ntitle: Rules\n---\n\nBody\n" },
    ));

  it("is determined by the text if it is omitted", () =>
    write('{"operation":"update_page","page":"{care}","document":{"markdown":"# Oils\\n\\nLinseed.\\n"}}', "care", {
      title: "Oils",
      markdown: "# Oils\n\nLinseed.\n",
    }));
});
