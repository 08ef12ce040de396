import { describe, expect, it } from "vitest";
import { SpaceContent } from "../../../../src/platform/content/space-content.ts";
import type { Queries } from "../../../../src/platform/kernel/database/tables.ts";
import { purgeSpace } from "../../../../src/platform/operations/upkeep/purge-job.ts";
import {
  followRedirect,
  resolveAddress,
  type SiteRoute,
  siteStamp,
} from "../../../../src/platform/publishing/sites/index.ts";
import { PreviewLinks } from "../../../../src/platform/publishing/sites/preview-links.ts";
import { findPublishedPage } from "../../../../src/platform/publishing/sites/published-page.ts";
import { makeChangeRequest, member, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeSpaceIn } from "../../workspace/spaces/arrangement.ts";
import { makeGuide, SiteMaker } from "./site-maker.ts";

const service = running();

const host = "https://docs.example.com";

/** Reads as someone who is not a user of the platform. */
const reading = (queries: Queries) => ({
  queries,
  content: new SpaceContent(queries),
  now: service.platform.now(),
  origin: host,
  previewLinks: new PreviewLinks("a key"),
});

async function placeAt<Result>(
  address: string,
  read: (place: SiteRoute, from: ReturnType<typeof reading>) => Promise<Result>,
): Promise<Result> {
  return service.platform.database.read(async (queries) => {
    const from = reading(queries);
    const place = await resolveAddress(from, { url: new URL(address) });
    if (place.kind !== "place") throw new Error(`${address} leads to ${place.kind}`);
    return read(place, from);
  });
}

const pageAt = (address: string) =>
  placeAt(address, async (place, from) => {
    const found = await findPublishedPage(from, place);
    return found && [found.page.title, ...(found.isHome ? ["home"] : []), ...(found.moved ? ["moved"] : [])].join(" ");
  });

describe("the page at an address of a published site", () => {
  it("matches its path; the root is the chosen page, or the first with text", async () => {
    const { space, pages } = await makeGuide(service, "Pages", [{ title: "Start" }, { title: "Install" }]);
    const site = await SiteMaker.make(service, { title: "Pages", spaces: [space] });
    await site.done("POST publish");
    const root = `${host}/sites/pages`;
    expect(await pageAt(`${root}/`)).toBe("Start home");
    expect(await pageAt(`${root}/start`)).toBe("Start home");
    expect(await pageAt(`${root}/install`)).toBe("Install");
    expect(await pageAt(`${root}/none`)).toBe(undefined);
    const siteSpace = text(await site.send("GET site-spaces"), "items.0.id");
    await site.done(`PATCH site-spaces/${siteSpace}`, { pageId: pages[1] });
    expect(await pageAt(`${root}/`)).toBe("Install home");
  });

  it("does not exist in an empty space", async () => {
    const site = await SiteMaker.make(service, { title: "Blank", spaces: [await makeSpaceIn(service, "Blank")] });
    await site.done("POST publish");
    expect(await pageAt(`${host}/sites/blank/`)).toBe(undefined);
  });
});

describe("a redirect that readers follow", () => {
  it("is live, while previews prefer drafts", async () => {
    const { space } = await makeGuide(service, "Follow", [{ title: "Start" }]);
    const site = await SiteMaker.make(service, { title: "Follow", spaces: [space] });
    await site.done("POST publish");
    const make = (url: string, draft: boolean) =>
      site.done("POST redirects", { source: "/old", draft, destination: { kind: "external", url } });
    await make("https://example.com/live", false);
    await make("https://example.com/draft", true);
    const follow = (drafts: boolean) =>
      placeAt(`${host}/sites/follow/old`, async ({ layout, sitePath }, from) => {
        const followed = await followRedirect(from, layout, sitePath, { base: `${host}/sites/follow/`, drafts });
        return followed?.url;
      });
    expect(await follow(false)).toBe("https://example.com/live");
    expect(await follow(true)).toBe("https://example.com/draft");
  });
});

describe("the stamp of a site", () => {
  it("changes with the site, and with the content, title, owner and deletion of its spaces", async () => {
    const { space } = await makeGuide(service, "Stamped", [{ title: "Start" }]);
    const other = await makeSpaceIn(service, "Not shown");
    const site = await SiteMaker.make(service, { title: "Stamped", spaces: [space] });
    const seen = new Set<string>();
    const stamp = () => service.platform.database.read((queries) => siteStamp(queries, site.id));
    const expectChange = async (what: string) => {
      const now = await stamp();
      expect(seen.has(now), what).toBe(false);
      seen.add(now);
    };
    await expectChange("made");
    await site.done("PATCH ", { title: "Stamped again" });
    await expectChange("site");
    await site.done("POST redirects", { source: "/a", destination: { kind: "external", url: "https://example.com/" } });
    await expectChange("redirect");
    await site.done("POST share-links", { name: "Partners" });
    await expectChange("share link");
    const draft = await makeChangeRequest(service, space);
    const changes = [{ operation: "insert_page", title: "More", document: { markdown: "" } }];
    await service.send(`POST ${draft}/content`, { body: JSON.stringify({ changes }) });
    expect(seen.has(await stamp()), "a change request").toBe(true);
    await service.send(`POST ${draft}/merge`);
    await expectChange("content");
    service.setTime("2026-01-02T03:05:05.000Z");
    await service.send(`PATCH /v1/spaces/${space}`, { body: '{"title":"Renamed"}' });
    await expectChange("title");
    await service.send(`PATCH /v1/spaces/${other}`, { body: '{"title":"Renamed too"}' });
    expect(seen.has(await stamp()), "another space").toBe(true);
    await service.send(`DELETE /v1/spaces/${space}`);
    await expectChange("deletion");
    service.setTime("2026-01-02T03:04:05.000Z");
  });
});

describe("a space that is removed for good", () => {
  it("is removed from the sites that showed it", async () => {
    const space = await makeSpaceIn(service, "Purged");
    const site = await SiteMaker.make(service, { title: "Purged", spaces: [space] });
    await service.send(`DELETE /v1/spaces/${space}`);
    await service.platform.database.write((queries) => purgeSpace(queries, space));
    const rows = await service.platform.database.read((queries) =>
      queries.selectFrom("site_space").select("id").where("site", "=", site.id).execute(),
    );
    expect(rows).toEqual([]);
    expect(await site.outline()).toEqual([]);
  });
});

describe("many writers at once", () => {
  it("get distinct paths, and none shows a space twice", async () => {
    const site = await SiteMaker.make(service, { title: "Busy" });
    const spaces = [];
    for (let count = 0; count < 4; count += 1) spaces.push(await makeSpaceIn(service, "Same title"));
    const answers = await Promise.all(
      [...spaces, ...spaces].map((spaceId) => site.send("POST site-spaces", { spaceId })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 201, 201, 409, 409, 409, 409]);
    const items = member(await site.send("GET site-spaces"), "items") as { path: string }[];
    expect(items.map(({ path }) => path)).toEqual(["same-title", "same-title-2", "same-title-3", "same-title-4"]);
  });
});

describe("a search in a site", () => {
  it("covers the first variant of each section, the reader's, or those specified", async () => {
    const guide = (title: string) => makeGuide(service, title, [{ title: `About ${title}`, markdown: "Lantern\n" }]);
    const [guides, older, api, hidden] = [
      await guide("Guides"),
      await guide("Older"),
      await guide("Calls"),
      await guide("Drafted"),
    ];
    const site = await SiteMaker.make(service, { title: "Searched", spaces: [guides.space, older.space] });
    await site.done("POST sections", { spaceId: api.space });
    await site.done("POST sections", { spaceId: hidden.space, draft: true });
    const variants = member(await site.send("GET site-spaces"), "items") as { id: string; space: { id: string } }[];
    const id = (space: string) => variants.find((variant) => variant.space.id === space)?.id;
    const found = async (body: object) => {
      const answer = await site.done("POST search", { query: "lantern", ...body });
      return (member(answer, "items") as { title: string }[]).map(({ title }) => title).sort();
    };
    const scope = (more: object) => found({ scope: more });
    expect(await scope({ mode: "default" })).toEqual(["Calls", "Guides"]);
    expect(await scope({ mode: "all" })).toEqual(["Calls", "Guides", "Older"]);
    const current = { mode: "default", currentSiteSpace: id(older.space) };
    expect(await scope(current)).toEqual(["Calls", "Older"]);
    expect(await scope({ ...current, restrictTo: "currentSiteSpace" })).toEqual(["Older"]);
    expect(await scope({ ...current, restrictTo: "otherSiteSpaces" })).toEqual(["Calls"]);
    expect(await scope({ mode: "specific", siteSpaceIds: [id(older.space)] })).toEqual(["Older"]);
    expect(await found({ mode: "current", siteSpaceId: id(api.space) })).toEqual(["Calls"]);
    expect(await found({ siteSpaceIds: [id(guides.space)], mode: "specific" })).toEqual(["Guides"]);
    expect((await site.send("POST search", { query: "lantern", siteSpaceIds: ["none"] })).status).toBe(404);
    expect((await site.send("POST search", { query: "lantern", mode: "current" })).status).toBe(400);
  });
});
