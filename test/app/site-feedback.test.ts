import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertPageFeedback } from "../../src/platform/publishing/sites/index.ts";
import { type DeskWorkspace, openDesk } from "./desk-workspace.ts";

let desk: DeskWorkspace;
beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

describe("the page of a site", () => {
  it("shows readers' ratings and comments as text, worst pages first", async () => {
    const { client, organization, platform } = desk;
    const space = await desk.makeSpace("Handbook", [{ markdown: "# Start\n\nHi.\n", slug: "start" }]);
    const site = await client.sites.create({
      organizationId: organization,
      title: "Herbarium",
      visibility: "public",
      spaces: [space.id],
    });
    const [variant] = (await client.siteSpaces.list({ organizationId: organization, siteId: site.id })).items;
    const path = `/app/${organization}/sites/${site.id}`;
    const ada = await desk.signedIn();
    expect(await ada.see(path)).toContain("No reader has rated a page yet.");

    const say = (page: string, rating: string, comment: string | null, of = space.id) =>
      platform.database.write((queries) =>
        insertPageFeedback(queries, {
          id: `${page}-${rating}-${of}`,
          site: site.id,
          site_space: variant?.id ?? "",
          space: of,
          page,
          rating,
          comment,
          url: `https://docs.example/${page}`,
          created_at: "2026-01-02T03:04:05.000Z",
        }),
      );
    await say("start", "good", null);
    await say("mosses", "good", null);
    await say("mosses", "bad", "Where are the <b>ferns</b>?");
    await say("secret", "bad", "Not for Ada", "another-space");
    const text = await ada.see(path);
    expect(text).toMatch(/Not helpful\s+\/mosses\s+1\s+0\s+1\s+\/start\s+1\s+0\s+0/);
    expect(text).toContain("Where are the <b>ferns</b>?");
    expect(ada.html).not.toContain("<b>ferns");
    expect(text).not.toContain("Not for Ada");
  });
});
