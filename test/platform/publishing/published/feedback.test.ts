import { afterEach, describe, expect, it } from "vitest";
import { openColumn } from "../../../../src/platform/kernel/secrets/sealed-columns.ts";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

let waits: number | undefined;
afterEach(() => {
  waits = undefined;
});

interface Sent {
  readonly headers?: Record<string, string>;
  readonly at?: string;
}

const own = { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" };

async function send(base: string, fields: Record<string, string>, { headers = own, at = origin }: Sent = {}) {
  const request = new Request(`${at}${base}~feedback`, {
    method: "POST",
    headers,
    body: new URLSearchParams(fields).toString(),
  });
  const response = await service.platform.serveReader(request, at === origin, {
    countForm: () => (waits === undefined ? undefined : { seconds: waits, limit: 10 }),
  });
  return response && { status: response.status, text: await response.text(), headers: response.headers };
}

async function published() {
  const { space, pages } = await makeGuide(service, "Manual", [
    { title: "Welcome", markdown: "Begin here." },
    { title: "Hidden away", markdown: "More." },
  ]);
  const site = await SiteMaker.make(service, { title: "Rated", visibility: "public", spaces: [space] });
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  return { site, space, base, page: pages[0] ?? "" };
}

const stored = (site: SiteMaker) =>
  service.platform.database.read((queries) =>
    queries
      .selectFrom("page_feedback")
      .select(["page", "rating", "comment", "url"])
      .where("site", "=", site.id)
      .orderBy("created_at")
      .execute(),
  );

describe("a reader's rating", () => {
  it("is sent by a form without a script, stored with its comment and acknowledged", async () => {
    const { site, base, page } = await published();
    const html = await (await service.platform.serveReader(new Request(origin + base), true))?.text();
    expect(html).toContain(`<form class="feedback" method="post" action="${base}~feedback"`);
    expect(html).toContain(`name="page" value="${page}"`);
    const answer = await send(base, { page, rating: "good", comment: "  Clear & short.  " });
    expect(answer?.status).toBe(200);
    expect(answer?.headers.get("cache-control")).toBe("private, no-store");
    expect(answer?.text).toContain("Thank you");
    expect(answer?.text).toContain(`href="${base}"`);
    expect(await stored(site)).toEqual([{ page, rating: "good", comment: "Clear & short.", url: origin + base }]);
    await send(base, { page, rating: "bad", comment: "" });
    expect((await stored(site)).map(({ rating, comment }) => [rating, comment])).toContainEqual(["bad", null]);
  });

  it("is stored without the secret of the share link through which the reader came", async () => {
    const { site, page } = await published();
    await site.done("PATCH ", { visibility: "share-link" });
    const link = await site.done("POST share-links", { name: "Reviewers" });
    const base = new URL(text(link, "urls.published")).pathname;
    const secret = base.split("/").at(-2) ?? "";
    expect(secret).toMatch(/^\w{32}$/);
    expect((await send(base, { page, rating: "ok" }))?.status).toBe(200);
    const [{ url } = { url: "" }] = await stored(site);
    expect(url).toBe(origin + base.replace(`${secret}/`, ""));
  });

  it("is rejected with the reason, and nothing is stored", async () => {
    const { site, base, page } = await published();
    for (const [fields, status, problem] of [
      [{ page, rating: "great" }, 400, "rating: must be one of good, ok, bad."],
      [{ page }, 400, "rating:"],
      [{ page: "nowhere", rating: "good" }, 400, "page: is not a page of this site."],
      [{ rating: "good" }, 400, "page:"],
      [{ page, rating: "good", comment: "x".repeat(513) }, 400, "comment: may have at most 512"],
      [{ page, rating: "good", comment: "x".repeat(20_000) }, 413, "MB"],
    ] as const) {
      const answer = await send(base, fields);
      expect([answer?.status, answer?.text]).toEqual([status, expect.stringContaining(problem)]);
    }
    expect(await stored(site)).toEqual([]);
  });

  it("is accepted only from pages of the site", async () => {
    const { site, base, page } = await published();
    const type = { "content-type": "application/x-www-form-urlencoded" };
    const sent = async (headers: Record<string, string>) =>
      (await send(base, { page, rating: "good" }, { headers: { ...type, ...headers } }))?.status;
    expect(await sent({ "sec-fetch-site": "cross-site", origin: "https://elsewhere.example" })).toBe(403);
    expect(await sent({ origin: "https://elsewhere.example" })).toBe(403);
    expect(await sent({})).toBe(403);
    expect(await stored(site)).toEqual([]);
    expect(await sent({ origin })).toBe(200);
    expect(await sent({ ...own, "content-type": "application/json" })).toBe(415);
  });

  it("waits when its sender sends too many", async () => {
    const { site, base, page } = await published();
    waits = 7;
    const answer = await send(base, { page, rating: "good" });
    expect([answer?.status, answer?.headers.get("retry-after")]).toEqual([429, "7"]);
    expect([answer?.headers.get("x-ratelimit-limit"), answer?.headers.get("x-ratelimit-remaining")]).toEqual([
      "10",
      "0",
    ]);
    expect(await stored(site)).toEqual([]);
  });

  it("is neither requested nor accepted if the site has it switched off", async () => {
    const { site, base, page } = await published();
    const settings = (await site.done("GET customization")).json as object;
    await site.done("PUT customization", { ...settings, feedback: { enabled: false } });
    const html = await (await service.platform.serveReader(new Request(origin + base), true))?.text();
    expect(html).not.toContain("~feedback");
    expect(await send(base, { page, rating: "good" })).toBeUndefined();
  });

  it("is reported to integrations that may read feedback", async () => {
    const { organization } = service;
    const body = { title: "Ratings", description: "d", script: "", organization, scopes: ["page:feedback:read"] };
    const made = await service.send("POST /v1/integrations/ratings", { body: JSON.stringify(body) });
    expect(made.status, made.text).toBe(200);
    const installed = await service.send("POST /v1/integrations/ratings/installations", {
      body: JSON.stringify({ organization }),
    });
    expect(installed.status, installed.text).toBeLessThan(300);
    const { site, space, base, page } = await published();
    await send(base, { page, rating: "ok", comment: "Fine." });
    const payloads = await service.platform.database.read(async (queries) => {
      const events = await queries
        .selectFrom("integration_event")
        .selectAll()
        .where("type", "=", "page_feedback")
        .execute();
      return events.map((event) => openColumn(queries, "integration_event.payload", event));
    });
    expect(payloads.map((payload) => JSON.parse(payload) as unknown)).toMatchObject([
      {
        siteId: site.id,
        spaceId: space,
        pageId: page,
        feedback: { rating: "ok", comment: "Fine." },
        url: origin + base,
      },
    ]);
  });

  it("is deleted with its site", async () => {
    const { site, base, page } = await published();
    await send(base, { page, rating: "good" });
    expect(await stored(site)).toHaveLength(1);
    await site.done("DELETE ");
    expect(await stored(site)).toEqual([]);
  });
});
