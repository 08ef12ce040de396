import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import { insertFile, insertPages, makeChangeRequest, text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { SiteMaker } from "../sites/site-maker.ts";

const service = running();

const origin = "http://127.0.0.1:5050";

interface Page {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
}

/** The page a reader gets; "nothing" if the address belongs to no site. */
async function read(path: string, headers: Record<string, string> = {}, at = origin): Promise<Page> {
  const response = await service.platform.serveReader(new Request(at + path, { headers }), at === origin);
  if (response === undefined) return { status: 0, headers: new Headers(), text: "nothing" };
  return { status: response.status, headers: response.headers, text: await response.text() };
}

async function write(space: string, pages: Parameters<typeof insertPages>[2]): Promise<string[]> {
  const changeRequest = await makeChangeRequest(service, space);
  const ids = await insertPages(service, changeRequest, pages);
  const merged = await service.send(`POST ${changeRequest}/merge`);
  expect(merged.status, merged.text).toBe(200);
  return ids;
}

interface Made {
  readonly site: SiteMaker;
  readonly space: string;
  readonly base: string;
}

/** A published site with one space and two pages. */
async function published(body: object = {}): Promise<Made> {
  const site = await SiteMaker.make(service, { title: "Reading room", visibility: "public", ...body });
  const { space } = await site.addVariant("Manual");
  await write(space, [
    { title: "Welcome", markdown: "Begin **here**." },
    { title: "Zebra crossing", markdown: "## Stripes\n\nBlack and white." },
  ]);
  const answer = await site.done("POST publish");
  return { site, space, base: new URL(text(answer, "urls.published")).pathname };
}

describe("a published site", () => {
  it("is read page by page, with a policy that blocks inline scripts", async () => {
    const { base } = await published();
    const home = await read(base);
    expect(home.status).toBe(200);
    expect(home.text).toContain("Begin <strong>here</strong>.");
    expect(home.headers.get("content-security-policy")).toMatch(
      /default-src 'none'; script-src 'self'; style-src 'self'/,
    );
    const page = await read(`${base}zebra-crossing`);
    expect(page.text).toMatch(/<h1>Zebra crossing<\/h1>/);
    expect(page.text).not.toMatch(/<script(?! src| type="application)|\sstyle=|\son\w+=/);
  });

  it("loads its style sheets and scripts from itself, cacheable forever", async () => {
    const { base } = await published();
    const { text: home } = await read(base);
    const assets = [...home.matchAll(/(?:src|href)="([^"]*~assets\/[^"]*)"/g)].map(([, path]) => path ?? "");
    expect(assets).toHaveLength(4);
    for (const path of assets) {
      const asset = await read(path);
      expect([path, asset.status]).toEqual([path, 200]);
      expect(asset.headers.get("cache-control")).toContain("immutable");
    }
  });

  it("does not exist before it is published or after it is unpublished", async () => {
    const { site, base } = await published();
    expect((await read(base)).status).toBe(200);
    await site.done("POST unpublish");
    expect((await read(base)).text).toBe("nothing");
  });

  it("shows a merged change at once, although the page was cached", async () => {
    const { space, base } = await published();
    const before = await read(base);
    expect((await read(base)).headers.get("etag")).toBe(before.headers.get("etag"));
    await write(space, [{ title: "Later page" }]);
    expect((await read(base)).text).toContain("Later page");
  });

  it("does not resend a page that the reader already has", async () => {
    const { base } = await published();
    const etag = (await read(base)).headers.get("etag") ?? "";
    const again = await read(base, { "if-none-match": etag });
    expect([again.status, again.text]).toEqual([304, ""]);
  });

  it("sends compressed bytes to clients that accept them, with a tag of their own", async () => {
    const { base } = await published();
    const plain = await read(base);
    const packed = await service.platform.serveReader(
      new Request(origin + base, { headers: { "accept-encoding": "gzip, br" } }),
      true,
    );
    expect(packed?.headers.get("content-encoding")).toBe("br");
    expect(packed?.headers.get("etag")).not.toBe(plain.headers.get("etag"));
    expect(packed?.headers.get("vary")).toContain("Accept-Encoding");
    const refused = await read(base, { "accept-encoding": "br;q=0, gzip;q=0" });
    expect(refused.headers.get("content-encoding")).toBeNull();
  });

  it("redirects other spellings of an address", async () => {
    const { base } = await published();
    for (const [path, to] of [
      [base.slice(0, -1), base],
      [`${base}zebra-crossing/`, `${base}zebra-crossing`],
      [`${base}Zebra-Crossing`, `${base}zebra-crossing`],
      [`${base}welcome`, base],
      [`${base}welcome?x=1`, `${base}?x=1`],
    ]) {
      const answer = await read(path ?? "");
      expect([path, answer.status, answer.headers.get("location")]).toEqual([path, 308, to]);
    }
  });

  it("reports a missing page, with suggested pages", async () => {
    const { base } = await published();
    const missing = await read(`${base}zebra-walk`);
    expect(missing.status).toBe(404);
    expect(missing.text).toContain(`href="${base}zebra-crossing"`);
  });

  it("follows the redirects of the site, but only where there is no page", async () => {
    const { site, base } = await published();
    const destination = { kind: "external", url: "https://example.com/new" };
    await site.done("POST redirects", { source: "/old", destination });
    await site.done("POST redirects", { source: "/zebra-crossing", destination });
    const moved = await read(`${base}old`);
    expect([moved.status >= 307, moved.headers.get("location")]).toEqual([true, "https://example.com/new"]);
    expect((await read(`${base}zebra-crossing`)).status).toBe(200);
  });

  it("accepts only reads", async () => {
    const { base } = await published();
    const response = await service.platform.serveReader(new Request(origin + base, { method: "PUT" }), true);
    expect([response?.status, response?.headers.get("allow")]).toEqual([405, "GET, HEAD"]);
    const head = await service.platform.serveReader(new Request(origin + base, { method: "HEAD" }), true);
    expect([head?.status, await head?.text()]).toEqual([200, ""]);
  });
});

describe("variants and sections", () => {
  it("link to the same page, or to the start of a variant without it", async () => {
    const { site, base } = await published();
    const { space } = await site.addVariant("Older", { title: "Version 1" });
    await write(space, [{ title: "Welcome" }]);
    const page = await read(`${base}zebra-crossing`);
    const link = /href="([^"]*)"[^>]*>Version 1</.exec(page.text)?.[1];
    expect(link).toMatch(/zebra-crossing\?fallback=true$/);
    const [root] = (link ?? "").split("zebra-crossing");
    const entered = await read(link ?? "");
    expect([entered.status, entered.headers.get("location")]).toEqual([307, root]);
    expect((await read(root ?? "")).text).toContain("<h1>Welcome</h1>");
  });

  it("are listed above the page, the current one marked", async () => {
    const site = await SiteMaker.make(service, { title: "Sections", visibility: "public" });
    const guide = await site.addSection("Guide");
    const api = await site.addSection("Interface");
    await write(guide.space, [{ title: "Begin" }]);
    await write(api.space, [{ title: "Calls" }]);
    const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
    const page = await read(`${base}interface/`);
    expect(page.text).toContain("<h1>Calls</h1>");
    expect(page.text).toMatch(/<a href="[^"]*\/interface\/" aria-current="true">Interface<\/a>/);
    expect(page.text).toMatch(/<a href="[^"]*">Guide<\/a>/);
  });
});

describe("searching a site", () => {
  it("finds passages only in its own pages, as a page and as data", async () => {
    const { base } = await published();
    const other = await published();
    await write(other.space, [{ title: "Okapi", markdown: "Okapis are no zebras." }]);
    const found = await read(`${base}~search?q=stripes`);
    expect(found.text).toContain(`href="${base}zebra-crossing#stripes"`);
    const data = JSON.parse((await read(`${base}~search?q=okapi`, { accept: "application/json" })).text);
    expect(data).toEqual([]);
  });

  it("shows a hostile query as text", async () => {
    const { base } = await published();
    const page = await read(`${base}~search?q=${encodeURIComponent("<script>x</script>")}`);
    expect(page.text).not.toContain("<script>x");
  });
});

describe("an agent", () => {
  it("gets Markdown by file extension, by header and by user agent", async () => {
    const { base } = await published();
    const page = await read(`${base}zebra-crossing.md`);
    expect(page.headers.get("content-type")).toBe("text/markdown; charset=utf-8");
    expect(page.text).toMatch(/^---\ntitle: Zebra crossing\ndescription: Black and white.\ncanonical_url: /);
    expect(page.text).toContain("## Stripes\n\nBlack and white.");
    const asked = await read(`${base}zebra-crossing`, { accept: "text/markdown, */*" });
    expect(asked.text).toBe(page.text);
    expect(asked.headers.get("cache-control")).toContain("private");
    expect((await read(`${base}zebra-crossing`, { "user-agent": "Claude-User/1.0" })).text).toBe(page.text);
  });

  it("gets HTML if it prefers that, as browsers do", async () => {
    const { base } = await published();
    const page = await read(base, { accept: "text/html,application/xhtml+xml,*/*;q=0.8" });
    expect(page.headers.get("content-type")).toContain("text/html");
  });

  it("finds every page in llms.txt, the sitemaps and the whole text", async () => {
    const { base } = await published();
    for (const path of ["llms.txt", "sitemap.xml", "sitemap.md", "llms-full.txt"]) {
      const list = await read(base + path);
      expect([path, list.status]).toEqual([path, 200]);
      expect(list.text).toContain(`${origin}${base}zebra-crossing`);
    }
    expect((await read(`${base}robots.txt`)).text).toContain("Content-Signal: search=yes");
  });

  it("gets a Markdown response for a missing page", async () => {
    const { base } = await published();
    const missing = await read(`${base}nothing-here.md`);
    expect([missing.status, missing.headers.get("content-type")]).toEqual([404, "text/markdown; charset=utf-8"]);
  });

  it("finds nothing on a site that excludes agents", async () => {
    const { site, base } = await published();
    await site.done("PATCH ", { agentsContext: "excluded" });
    expect((await read(base, { "user-agent": "GPTBot/1.2" })).text).toBe("nothing");
    expect((await read(base)).status).toBe(200);
  });
});

describe("the visitors of a site", () => {
  it("are kept from finding it in search engines if it is unlisted", async () => {
    const { base } = await published({ visibility: "unlisted" });
    expect((await read(base)).text).toContain('<meta name="robots" content="noindex">');
    expect((await read(`${base}robots.txt`)).text).toContain("Disallow: /\n");
  });

  it("need a share link if the site requires one, and stay below it", async () => {
    const { site, base } = await published({ visibility: "share-link" });
    expect((await read(base)).text).toBe("nothing");
    const link = await site.done("POST share-links", { name: "Reviewers" });
    const shared = new URL(text(link, "urls.published")).pathname;
    const page = await read(shared);
    expect(page.status).toBe(200);
    expect(page.headers.get("cache-control")).toBe("private, no-store");
    expect(page.text).toContain(`href="${shared}zebra-crossing"`);
    await site.done(`DELETE share-links/${text(link, "id")}`);
    expect((await read(shared)).text).toBe("nothing");
  });

  it("need a signed token, which becomes a cookie, if the site requires them to sign in", async () => {
    const { site, base } = await published({ visibility: "visitor-auth" });
    const { privateKey } = (await site.done("GET publishing/auth")).json as { privateKey: string };
    expect((await read(base)).status).toBe(401);
    const token = await new SignJWT({ plan: "pro" })
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(new Date(Date.parse(service.platform.now()) + 3_600_000))
      .sign(new TextEncoder().encode(privateKey));
    const entered = await read(`${base}zebra-crossing?jwt_token=${token}`);
    expect([entered.status, entered.headers.get("location")]).toEqual([302, `${base}zebra-crossing`]);
    const cookie = entered.headers.get("set-cookie") ?? "";
    expect(cookie).toMatch(new RegExp(`^copydesk-visitor=.*; Path=${base}; HttpOnly; SameSite=Lax$`));
    const page = await read(`${base}zebra-crossing`, { cookie: cookie.split(";")[0] ?? "" });
    expect([page.status, page.headers.get("cache-control")]).toEqual([200, "private, no-store"]);
    expect((await read(base)).status).toBe(401);
    expect((await read(base, { cookie: "copydesk-visitor=forged" })).status).toBe(401);
  });

  it("are asked to sign in again when the token in their cookie has ended", async () => {
    const { site, base } = await published({ visibility: "visitor-auth" });
    const { privateKey } = (await site.done("GET publishing/auth")).json as { privateKey: string };
    const began = service.platform.now();
    const token = await new SignJWT({})
      .setProtectedHeader({ alg: "HS256" })
      .setIssuedAt(new Date(began))
      .sign(new TextEncoder().encode(privateKey));
    const cookie = `copydesk-visitor=${token}`;
    const after = (hours: number) => new Date(Date.parse(began) + hours * 3_600_000).toISOString();
    const statuses: number[] = [];
    for (const hours of [0, 23.9, 24, 24 * 365]) {
      service.setTime(after(hours));
      statuses.push((await read(base, { cookie })).status);
    }
    service.setTime(began);
    expect(statuses).toEqual([200, 200, 401, 401]);
  });

  it("need a token, which becomes a cookie for that site, for a preview", async () => {
    const site = await SiteMaker.make(service, { title: "Not yet public" });
    const { space } = await site.addVariant("Manual");
    await write(space, [{ title: "Draft", markdown: "Soon." }]);
    const preview = new URL(text(await site.done("GET publishing/preview"), "url"));
    const entered = await read(preview.pathname + preview.search);
    expect(entered.status).toBe(302);
    const cookie = (entered.headers.get("set-cookie") ?? "").split(";")[0] ?? "";
    const page = await read(preview.pathname, { cookie });
    expect(page.text).toContain("Soon.");
    expect(page.text).toContain("noindex");
    expect((await read(preview.pathname)).text).toBe("nothing");
  });
});

describe("a host name", () => {
  it("leads to the site that has it, at the root", async () => {
    const { site } = await published();
    const changed = await site.send("PATCH ", { hostname: "docs.acme.test" });
    expect(changed.status, changed.text).toBe(200);
    const page = await read("/zebra-crossing", {}, "http://docs.acme.test");
    expect(page.status).toBe(200);
    expect(page.text).toContain('href="/~assets/');
  });

  it("opens no site by path unless it is the server's own", async () => {
    const { base } = await published();
    expect((await read(base, {}, "http://rebound.example")).text).toBe("nothing");
  });
});

it("files of pages are served by their id", async () => {
  const { space, base } = await published();
  const changeRequest = await makeChangeRequest(service, space);
  const bytes = Buffer.from("words");
  await insertFile(service, changeRequest, { name: "a.txt", contentType: "text/plain", bytes });
  await service.send(`POST ${changeRequest}/merge`);
  const id = text(await service.send(`GET /v1/spaces/${space}/content/files`), "items.0.id");
  const file = await read(`${base}~files/${id}/a.txt`);
  expect([file.status, file.text]).toEqual([200, "words"]);
  expect((await read(`${base}~files/none/a.txt`)).status).toBe(404);
});
