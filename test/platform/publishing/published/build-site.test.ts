import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import { buildSite, staticSite } from "../../../../src/platform/publishing/published/build-site.ts";
import { findSiteById } from "../../../../src/platform/publishing/sites/index.ts";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "../sites/site-maker.ts";

const service = running();

const scratch = mkdtempSync(join(tmpdir(), "copydesk-built-"));
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

async function build(site: SiteMaker, folder: string, signal?: AbortSignal) {
  return buildSite(service.platform.database, join(scratch, folder), {
    url: new URL("https://docs.example/kb/"),
    signal,
    async site(queries, address) {
      const row = await findSiteById(queries, site.id);
      if (row === undefined) throw new Error("the site is gone");
      return staticSite(queries, row, address);
    },
  });
}

const read = (folder: string, path: string) => readFileSync(join(scratch, folder, path), "utf8");

/** A site with two versions and a section, and its own appearance. */
async function madeSite() {
  const manual = await makeGuide(service, "Manual", [
    { title: "Welcome", markdown: "Begin here." },
    { title: "Keys", markdown: "Rotate them." },
    { title: "New", markdown: "Of this version alone." },
  ]);
  const site = await SiteMaker.make(service, { title: "Handbook", visibility: "public", spaces: [manual.space] });
  const old = await makeGuide(service, "Old", [
    { title: "Welcome", markdown: "Begin there." },
    { title: "Keys", markdown: "Keep them." },
  ]);
  await site.done("POST site-spaces", { spaceId: old.space, title: "Old" });
  await site.done("POST publish");
  return { site, manual };
}

describe("a site written as files", () => {
  it("has each version below its path, and links between versions lead to the same page if there is one", async () => {
    const { site } = await madeSite();
    const built = await build(site, "versions");
    expect(built).toMatchObject({ pages: 5, files: 0 });
    expect(read("versions", "keys/index.html")).toContain("Rotate them.");
    expect(read("versions", "old/keys/index.html")).toContain("Keep them.");
    expect(read("versions", "old/keys.md")).toContain("Keep them.");
    expect(read("versions", "keys/index.html")).toContain('href="/kb/old/keys"');
    const alone = read("versions", "new/index.html");
    expect(alone).toContain('href="/kb/old/"');
    expect(alone).not.toContain("fallback=true");
  });

  it("has its customization, and nothing that requires a server", async () => {
    const { site } = await madeSite();
    const settings = (await site.done("GET customization")).json as object;
    await site.done("PUT customization", {
      ...settings,
      title: "The Handbook",
      footer: { groups: [], copyright: "© Us" },
    });
    await build(site, "looks");
    const home = read("looks", "index.html");
    expect(home).toContain("© Us");
    expect(home).toContain("<title>Welcome | The Handbook</title>");
    expect(home).not.toContain("~feedback");
    for (const [, path = ""] of home.matchAll(/(?:href|src)="\/kb\/([^"#?]*)"/g)) {
      expect([path, existsSync(join(scratch, "looks", decodeURIComponent(path)))]).toEqual([path, true]);
    }
  });

  it("has the notices of its icons and scripts, to which the style sheet points", async () => {
    const { site } = await madeSite();
    await build(site, "notices");
    const assets = readdirSync(join(scratch, "notices/~assets"));
    const textOf = (prefix: string) =>
      read("notices", `~assets/${assets.find((name) => name.startsWith(prefix)) ?? prefix}`);
    expect(textOf("notices-")).toContain("Font Awesome Free by Fonticons, Inc.");
    expect(textOf("site-")).toContain("see notices-*.txt beside this file");
  });

  it("has the files that agents and social networks request", async () => {
    const { site } = await madeSite();
    await build(site, "agents");
    expect(read("agents", "skill.md")).toContain("https://docs.example/kb/llms.txt");
    expect(read("agents", "skill.md")).not.toContain("/mcp");
    expect(JSON.parse(read("agents", ".well-known/ai-catalog.json"))).toMatchObject({ specVersion: "1.0" });
    expect(read("agents", "llms.txt")).toContain("https://docs.example/kb/old/llms.txt");
    expect(read("agents", "llms-full.txt")).toContain("Rotate them.");
    expect(read("agents", "robots.txt")).toContain("Sitemap: https://docs.example/kb/old/sitemap.xml");
    const [, picture = ""] =
      /property="og:image" content="https:\/\/docs\.example\/kb\/([^"]+)"/.exec(read("agents", "keys/index.html")) ??
      [];
    expect(
      readFileSync(join(scratch, "agents", picture))
        .subarray(1, 4)
        .toString(),
    ).toBe("PNG");
  });

  it("has redirects as pages and as a list for web servers", async () => {
    const { site, manual } = await madeSite();
    const redirect = (source: string, destination: object, more: object = {}) =>
      site.done("POST redirects", { source, destination, ...more });
    const page = { kind: "site-page", siteSpaceId: "", pageId: manual.pages[1] };
    const structure = (await site.done("GET site-spaces")).json as { items: { id: string }[] };
    await redirect("/rotate", { ...page, siteSpaceId: structure.items[0]?.id });
    await redirect("/blog/*", { kind: "external", url: "https://blog.example/" }, { captureWildcard: true });
    await redirect("/new", { kind: "external", url: "https://elsewhere.example/" });
    const { redirects } = await build(site, "redirects");
    expect(redirects).toBe(3);
    expect(read("redirects", "rotate/index.html")).toContain(
      '<meta http-equiv="refresh" content="0; url=https://docs.example/kb/keys">',
    );
    expect(read("redirects", "new/index.html")).toContain("Of this version alone.");
    const lines = read("redirects", "_redirects").trim().split("\n");
    expect(lines).toContainEqual(expect.stringMatching(/^\/kb\/rotate https:\/\/docs\.example\/kb\/keys 30[12]$/));
    expect(lines.at(-1)).toMatch(/^\/kb\/blog\/\* https:\/\/blog\.example\/:splat 30[12]$/);
  });

  it("leaves out what only some visitors may see", async () => {
    const { site } = await madeSite();
    await site.done("PATCH ", { adaptiveContent: { enabled: true } });
    const { space } = await makeGuide(service, "Beta", [{ title: "Beta", markdown: "Not for all." }]);
    const id = text(await site.done("POST site-spaces", { spaceId: space, title: "Beta" }), "id");
    await site.done(`PATCH site-spaces/${id}`, { condition: "visitor.claims.unsigned.beta" });
    await build(site, "adaptive");
    expect(existsSync(join(scratch, "adaptive", "beta"))).toBe(false);
    expect(existsSync(join(scratch, "adaptive", "old"))).toBe(true);
  });

  it("leaves the earlier build unchanged when interrupted", async () => {
    const { site } = await madeSite();
    await build(site, "kept");
    const before = read("kept", "index.html");
    const abort = new AbortController();
    abort.abort(new Error("enough"));
    await expect(build(site, "kept", abort.signal)).rejects.toThrow("enough");
    expect(read("kept", "index.html")).toBe(before);
  });
});
