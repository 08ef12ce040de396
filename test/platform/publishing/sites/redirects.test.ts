import { describe, expect, it } from "vitest";
import { member, refusal, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "./site-maker.ts";

const service = running();

/** A published site of one guide with the pages Start and, below it, Install. */
async function makeManual(title: string) {
  const { space, pages } = await makeGuide(service, title, [{ title: "Start" }, { title: "Install" }]);
  const site = await SiteMaker.make(service, { title, spaces: [space] });
  await site.done("POST publish");
  const siteSpace = text(await site.send("GET site-spaces"), "items.0.id");
  const [start = "", install = ""] = pages;
  return { site, space, siteSpace, start, install, root: `https://docs.example.com/sites/${title.toLowerCase()}/` };
}

const external = (url: string) => ({ kind: "external", url });

/** Where a path of a site is sent, or the status. */
async function followed(site: SiteMaker, source: string): Promise<string> {
  const answer = await site.send(`GET redirect?source=${encodeURIComponent(source)}`);
  return answer.status === 200 ? text(answer, "target") : String(answer.status);
}

describe("a redirect of a site", () => {
  it("leads to a page wherever it moves, to a site space, a section or another site", async () => {
    const { site, space, siteSpace, install, root } = await makeManual("Leads");
    const to = (source: string, destination: object) => site.done("POST redirects", { source, destination });
    const made = await to("/old/by-path", { kind: "path", spaceId: space, path: "install" });
    expect(member(made, "destination")).toEqual({ kind: "site-page", siteSpaceId: siteSpace, pageId: install });
    await to("/old/space", { kind: "site-space", siteSpaceId: siteSpace });
    await to("/old/external", external("https://example.com/"));
    const api = await site.addSection("API");
    await to("/old/section", { kind: "site-section", siteSectionId: api.section });
    const draft = await service.send(`POST /v1/spaces/${space}/change-requests`);
    const content = `/v1/spaces/${space}/change-requests/${text(draft, "id")}`;
    const changes = [{ operation: "update_page", page: install, slug: "set-up" }];
    await service.send(`POST ${content}/content`, { body: JSON.stringify({ changes }) });
    await service.send(`POST ${content}/merge`);
    expect(await followed(site, "/old/by-path")).toBe(`${root}set-up`);
    expect(await followed(site, "/old/space")).toBe(root);
    expect(await followed(site, "/old/section")).toBe(`${root}api/`);
    expect(await followed(site, "/old/external")).toBe("https://example.com/");
    expect(await followed(site, "/old/none")).toBe("404");
    await site.done(`DELETE sections/${api.section}`);
    expect(await followed(site, "/old/section")).toBe("404");
  });

  it("leads only to existing targets", async () => {
    const { site, space, siteSpace } = await makeManual("Nowhere");
    const refused = async (destination: object) =>
      refusal(await site.send("POST redirects", { source: "/old", destination }));
    expect(await refused({ kind: "site-page", siteSpaceId: siteSpace, pageId: "none" })).toBe(
      `404 destination.pageId: there is no page none in space ${space}.`,
    );
    expect(await refused({ kind: "path", spaceId: space, path: "none" })).toBe(
      `404 destination.path: space ${space} has no page at "none".`,
    );
    expect(await refused({ kind: "path", spaceId: "none", path: "start" })).toMatch(/^404 destination\.spaceId: /);
    expect(await refused({ kind: "site-section", siteSectionId: "none" })).toMatch(/^404 destination\.siteSectionId: /);
    expect(await refused({ kind: "site-space", siteSpaceId: "none" })).toMatch(/^404 destination\.siteSpaceId: /);
    expect(await refused(external("javascript:alert(1)"))).toMatch(/^400 destination\.url: /);
  });

  it("matches its path in any case and encoding, and exists once", async () => {
    const { site } = await makeManual("Once");
    await site.done("POST redirects", { source: "/Old/caf%C3%A9", destination: external("https://example.com/") });
    expect(await followed(site, "/old/CAF%c3%a9")).toBe("https://example.com/");
    const again = await site.send("POST redirects", {
      source: "/old/Caf%c3%A9",
      destination: external("https://a.example/"),
    });
    expect(refusal(again)).toMatch(/^409 source: site \w+ already has a redirect from "\/old\/Caf%c3%A9"\./);
  });

  it.each(["old", "/", "/*", "/a/*/b", "/a//b", "/a b", "/a?b=c", "//evil.example"])(
    "rejects a source like %j",
    async (source) => {
      const { site } = await makeManual(`Source${source.replace(/\W/g, "x")}${source.length}`);
      const answer = await site.send("POST redirects", { source, destination: external("https://example.com/") });
      expect(refusal(answer)).toMatch(/^400 source: /);
    },
  );

  it("matches everything below if it ends in *, the most specific first", async () => {
    const { site } = await makeManual("Wild");
    const make = (source: string, path: string, captureWildcard = false) =>
      site.done("POST redirects", { source, destination: external(`https://example.com/${path}`), captureWildcard });
    await make("/old/*", "all");
    await make("/old/api/*", "api/", true);
    await make("/old/api/pets", "pets");
    await make("/ol*", "letters-", true);
    expect(await followed(site, "/old/x/y")).toBe("https://example.com/all");
    expect(await followed(site, "/old")).toBe("https://example.com/all");
    expect(await followed(site, "/old/api/cats/1")).toBe("https://example.com/api/cats/1");
    expect(await followed(site, "/old/API/Cats")).toBe("https://example.com/api/Cats");
    expect(await followed(site, "/old/api/pets")).toBe("https://example.com/pets");
    expect(await followed(site, "/older")).toBe("https://example.com/letters-der");
    expect(await followed(site, "/o")).toBe("404");
    const plain = { source: "/plain", destination: external("https://example.com/"), captureWildcard: true };
    expect(refusal(await site.send("POST redirects", plain))).toMatch(/^400 captureWildcard: /);
  });

  it("cannot create a loop", async () => {
    const { site, root } = await makeManual("Circle");
    const make = (source: string, url: string, more: object = {}) =>
      site.send("POST redirects", { source, destination: external(url), ...more });
    const circle = (source: string) => `409 destination: readers of "${source}" would be redirected in a loop.`;
    expect(refusal(await make("/a", `${root}a`))).toContain(circle("/a"));
    expect((await make("/a", `${root}b`)).status).toBe(201);
    expect((await make("/b", `${root}c`)).status).toBe(201);
    expect(refusal(await make("/c", `${root}a`))).toContain(circle("/c"));
    expect(await followed(site, "/c")).toBe("404");
    expect(refusal(await make("/wild/*", `${root}wild/more`, { captureWildcard: true }))).toContain(circle("/wild/*"));
    expect((await make("/guides/*", `${root}start`)).status).toBe(201);
    // Pages take precedence over redirects.
    expect((await make("/start*", `${root}start`)).status).toBe(201);
    const changed = await site.done("GET redirects?search=/b");
    const back = { destination: external(`${root}a`) };
    expect(refusal(await site.send(`PATCH redirects/${text(changed, "items.0.id")}`, back))).toContain(circle("/b"));
    expect(await followed(site, "/b")).toBe(`${root}c`);
  });

  it("is listed by date or source, in pages, drafts separately", async () => {
    const { site } = await makeManual("Listed");
    for (const [index, source] of ["/c", "/a", "/B"].entries()) {
      service.setTime(`2026-01-02T03:0${4 + index}:05.000Z`);
      await site.done("POST redirects", { source, destination: external("https://example.com/") });
    }
    await site.done("POST redirects", { source: "/d", draft: true, destination: external("https://example.com/") });
    const first = text(await site.done("GET redirects?search=/c"), "items.0.id");
    await site.done(`PATCH redirects/${first}`, { permanent: true });
    const sources = async (query: string) => {
      const found: string[] = [];
      for (let page = ""; ; ) {
        const answer = await site.done(`GET redirects?limit=1&${query}${page}`);
        found.push(...(member(answer, "items") as { source: string }[]).map(({ source }) => source));
        const next = member(answer, "next.page");
        if (typeof next !== "string") return found;
        page = `&page=${next}`;
      }
    };
    expect(await sources("orderBy=source")).toEqual(["/a", "/B", "/c"]);
    expect(await sources("orderBy=createdAt")).toEqual(["/B", "/a", "/c"]);
    expect((await sources("orderBy=updatedAt")).at(-1)).toBe("/a");
    expect(await sources("draft=true")).toEqual(["/d"]);
    service.setTime("2026-01-02T03:04:05.000Z");
  });

  it("becomes live from a draft, unless one is live", async () => {
    const { site } = await makeManual("Live");
    const destination = external("https://example.com/");
    const draft = text(await site.done("POST redirects", { source: "/old", draft: true, destination }), "id");
    expect(await followed(site, "/old")).toBe("404");
    expect(member(await site.done(`PATCH redirects/${draft}`, { draft: false }), "draft")).toBe(false);
    expect(await followed(site, "/old")).toBe("https://example.com/");
    const other = text(await site.done("POST redirects", { source: "/old", draft: true, destination }), "id");
    expect((await site.send(`PATCH redirects/${other}`, { draft: false })).status).toBe(409);
    expect((await site.send(`DELETE redirects/${draft}`)).status).toBe(205);
    expect((await site.send(`DELETE redirects/${draft}`)).status).toBe(204);
    expect((await site.send(`PATCH redirects/${draft}`, { permanent: true })).status).toBe(404);
  });
});

describe("many redirects at once", () => {
  it("are applied independently, each with its outcome", async () => {
    const { site, root } = await makeManual("Many");
    const destination = external("https://example.com/");
    await site.done("POST redirects", { source: "/kept", permanent: true, destination });
    await site.done("POST redirects", { source: "/gone", destination });
    await site.done("POST redirects", { source: "/drafted", draft: true, destination });
    const answer = await site.done("PUT redirects", {
      redirects: [
        { source: "/new", destination },
        { source: "/KEPT", destination: external("https://example.com/new") },
        { source: "/gone", destination: null },
        { source: "/drafted", intent: "publish" },
        { source: "/drafted", intent: "draft", destination },
        { source: "/none", destination: null },
        { source: "/none", intent: "publish" },
        { source: "/round", destination: external(`${root}round`) },
        { source: "/kept", destination: external(`${root}kept`) },
        { source: "/page", destination: { kind: "site-section", siteSectionId: "none" } },
      ],
    });
    const results = member(answer, "results") as { status: string; error?: string }[];
    expect(results.map(({ status, error }) => error?.split(":")[0] ?? status)).toEqual([
      ...["created", "updated", "deleted", "published", "created"],
      ...["source", "source", "destination", "destination", "destination.siteSectionId"],
    ]);
    expect(await followed(site, "/kept")).toBe("https://example.com/new");
    expect(await followed(site, "/drafted")).toBe("https://example.com/");
    expect(await followed(site, "/gone")).toBe("404");
    expect(await followed(site, "/round")).toBe("404");
    const kept = await site.done("GET redirects?search=/kept");
    expect([member(kept, "count"), member(kept, "items.0.permanent")]).toEqual([1, true]);
  });
});
