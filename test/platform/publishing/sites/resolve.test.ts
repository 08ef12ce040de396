import { createHmac } from "node:crypto";
import { SignJWT } from "jose";
import { describe, expect, it } from "vitest";
import type { Answer } from "../../../pins/service.ts";
import { makeChangeRequest, member, refusal, text } from "../../http/content.ts";
import { addPerson, type Person } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { makeSpaceIn } from "../../workspace/spaces/arrangement.ts";
import { makeGuide, SiteMaker } from "./site-maker.ts";

const service = running();

const host = "https://docs.example.com";

const resolve = (url: string, visitor?: object, more: object = {}, person?: Person): Promise<Answer> =>
  service.send("POST /v1/urls/published", {
    body: JSON.stringify({ url, ...(visitor === undefined ? {} : { visitor }), ...more }),
    ...(person === undefined ? {} : { headers: person.headers }),
  });

/** What an address leads to: `space path`, or where it sends readers, or a status. */
async function placeOf(url: string, visitor?: object): Promise<string> {
  const answer = await resolve(url, visitor);
  if (answer.status !== 200) return String(answer.status);
  const redirect = member(answer, "redirect");
  if (typeof redirect === "string") return `to ${redirect}`;
  const space = await service.send(`GET /v1/spaces/${text(answer, "space")}`);
  return `${text(space, "title")} ${text(answer, "pathname")}`;
}

/** A token written by hand, so that every part of it can be wrong. */
function signed(header: object, claims: object, key: string, digest = "sha256"): string {
  const [head, body] = [header, claims].map((part) => Buffer.from(JSON.stringify(part)).toString("base64url"));
  const signature = digest === "" ? "" : createHmac(digest, key).update(`${head}.${body}`).digest("base64url");
  return `${head}.${body}.${signature}`;
}

/** A published site in sections: Guides with two variants, API and Labs. */
async function makePublished(title: string) {
  const site = await SiteMaker.make(service, { title });
  const guides = await site.addSection("Guides");
  const older = await site.addVariant("Version 1", { sectionId: guides.section });
  const api = await site.addSection("API");
  const labs = await site.addSection("Labs");
  await site.done("POST publish");
  const root = `${host}/sites/${text(await site.send("GET "), "basename")}`;
  return { site, root, guides, older, api, labs };
}

describe("the address of a published site", () => {
  it("leads to its sections and variants, the first of which have no segment of their own", async () => {
    const { root } = await makePublished("Grammar");
    expect(await placeOf(`${root}/`)).toBe("Guides /");
    expect(await placeOf(root)).toBe("Guides /");
    expect(await placeOf(`${root}/start/first-steps?x=1`)).toBe("Guides /start/first-steps");
    expect(await placeOf(`${root}/version-1/start`)).toBe("Version 1 /start");
    expect(await placeOf(`${root}//api//pets/`)).toBe("API /pets");
    expect(await placeOf(`${root}/guides/start?x=1`)).toBe(`to ${root}/start?x=1`);
    expect(await placeOf(`${root}/api/api/pets`)).toBe(`to ${root}/api/pets`);
    expect(await placeOf(`${root}/v/version-1/start`)).toBe(`to ${root}/version-1/start`);
  });

  it("resolves to all of its parts", async () => {
    const { site, root, older } = await makePublished("Parts");
    const answer = await resolve(`${root}/version-1/start`);
    const { apiToken: _, ...parts } = answer.json as Record<string, unknown>;
    expect(parts).toMatchObject({
      site: site.id,
      siteSpace: older.siteSpace,
      space: older.space,
      pathname: "/start",
      basePath: "/sites/parts/version-1/",
      siteBasePath: "/sites/parts/",
      organization: service.organization,
      complete: true,
      canonicalUrl: "https://docs.example.com/sites/parts/version-1/start",
    });
  });

  it.each([
    ["", false],
    ["api", true],
    ["version-1", false],
    ["start", true],
  ])("is complete at %j: %s", async (path, complete) => {
    const site = `complete-${path}`;
    const { root } = await makePublished(site);
    expect(member(await resolve(`${root}/${path}`), "complete")).toBe(complete);
  });

  it("is not found while the site is unpublished, or after it was deleted", async () => {
    const { site, root } = await makePublished("Offline");
    await site.done("POST unpublish");
    expect(await placeOf(`${root}/`)).toBe("404");
    await site.done("POST publish");
    expect(await placeOf(`${root}/`)).toBe("Guides /");
    expect((await site.send("DELETE ")).status).toBe(205);
    expect(await placeOf(`${root}/`)).toBe("404");
    expect(await placeOf(`${host}/sites/none/`)).toBe("404");
    expect(await placeOf(`${host}/elsewhere/`)).toBe("404");
    expect(await placeOf(`${root}/${"x".repeat(2000)}`)).toBe("404");
  });

  it("may be a host name of its own, or a path on another host", async () => {
    const { site, root } = await makePublished("Hosts");
    await site.done("PATCH ", { hostname: "docs.hosts.example" });
    expect(await placeOf("https://docs.hosts.example/api/pets")).toBe("API /pets");
    expect(await placeOf("https://DOCS.hosts.example/")).toBe("Guides /");
    expect(text(await site.send("GET "), "urls.published")).toBe("https://docs.hosts.example/");
    expect(member(await resolve(`${root}/api/pets`), "canonicalUrl")).toBe("https://docs.hosts.example/api/pets");
    await site.done("PATCH ", { hostname: null, proxy: "Hosts.example/company/docs" });
    expect(await placeOf("https://hosts.example/company/docs/api/pets")).toBe("API /pets");
    expect(await placeOf("https://hosts.example/company/other")).toBe("404");
    expect(member(await resolve("https://hosts.example/company/docs/api/pets"), "basePath")).toBe("/company/docs/api/");
    expect(member(await site.send("GET "), "proxy")).toEqual({
      origin: "hosts.example/company/docs",
      target: "https://docs.example.com/sites/hosts",
    });
  });

  it("cannot belong to another site", async () => {
    const [one, other] = [await makePublished("First owner"), await makePublished("Second owner")];
    await one.site.done("PATCH ", { hostname: "docs.owner.example", proxy: "owner.example/docs" });
    for (const change of [
      { hostname: "docs.owner.example" },
      { proxy: "owner.example/docs" },
      { basename: "first-owner" },
    ]) {
      expect(refusal(await other.site.send("PATCH ", change))).toMatch(/^409 \w+: another site has "/);
    }
    expect(refusal(await other.site.send("PATCH ", { basename: "Not a name" }))).toMatch(/^400 basename: /);
    for (const own of [{ hostname: "docs.example.com" }, { proxy: "Docs.example.com/v1" }]) {
      expect(refusal(await other.site.send("PATCH ", own))).toMatch(
        /^400 \w+: docs\.example\.com is the host of this service itself\./,
      );
    }
    expect(refusal(await other.site.send("PATCH ", { hostname: "localhost" }))).toMatch(/^400 hostname: /);
    expect((await one.site.send("PATCH ", { basename: "first-owner" })).status).toBe(200);
  });

  it("shows no drafts and no deleted spaces", async () => {
    const { site, root, api, guides } = await makePublished("Drafts");
    await site.done(`PATCH sections/${api.section}`, { draft: true });
    expect(await placeOf(`${root}/api/pets`)).toBe("Guides /api/pets");
    await service.send(`DELETE /v1/spaces/${guides.space}`);
    expect(await placeOf(`${root}/start`)).toBe("Version 1 /start");
  });

  it("resolves the same without a token as with that of a member", async () => {
    const { root, api } = await makePublished("Members");
    await service.send(`PATCH /v1/spaces/${api.space}`, { body: JSON.stringify({ defaultLevel: null }) });
    const reader = await addPerson(service, service.organization, "read");
    const asMember = await resolve(`${root}/api/pets`, undefined, {}, reader);
    const body = JSON.stringify({ url: `${root}/api/pets` });
    const asNobody = await service.send("POST /v1/urls/published", { body, headers: { Authorization: null } });
    expect(member(asNobody, "space")).toBe(api.space);
    expect(asMember.json).toEqual(asNobody.json);
    const unknown = await service.send("POST /v1/urls/published", {
      body,
      headers: { Authorization: "Bearer unknown" },
    });
    expect(unknown.status).toBe(401);
  });

  it("is closed to agents if the site excludes them", async () => {
    const { site, root } = await makePublished("Agents");
    await site.done("PATCH ", { agentsContext: "excluded" });
    expect(await placeOf(`${root}/`, { type: "agent" })).toBe("404");
    expect(await placeOf(`${root}/`, { type: "human" })).toBe("Guides /");
  });
});

describe("a site for holders of a share link", () => {
  it("opens with the secret of an active link, and puts it into addresses", async () => {
    const { site, root } = await makePublished("Shared");
    const link = await site.done("POST share-links", { name: "Partners" });
    const url = text(link, "urls.published");
    const key = url.slice(`${root}/`.length, -1);
    await site.done("PATCH ", { visibility: "share-link" });
    expect(await placeOf(`${root}/api/pets`)).toBe("404");
    expect(await placeOf(`${url}api/pets`)).toBe("API /pets");
    expect(member(await resolve(`${url}api/pets`), "basePath")).toBe(`/sites/shared/${key}/api/`);
    expect(member(await resolve(`${url}api/pets`), "shareKey")).toBe(key);
    const sections = await site.send(`GET sections?shareKey=${key}`);
    expect(text(sections, "items.1.urls.published")).toBe(`${url}api/`);
    expect(refusal(await site.send("GET sections?shareKey=wrong"))).toMatch(/^404 shareKey: /);
    await site.done(`PATCH share-links/${text(link, "id")}`, { active: false });
    expect(await placeOf(`${url}api/pets`)).toBe("404");
    await site.done(`PATCH share-links/${text(link, "id")}`, { active: true });
    expect((await site.send(`DELETE share-links/${text(link, "id")}`)).status).toBe(205);
    expect(await placeOf(`${url}api/pets`)).toBe("404");
  });
});

describe("a site for visitors who sign in", () => {
  const sign = (key: string, claims: Record<string, unknown> = {}, expires = "2026-01-02T03:05:05Z") =>
    new SignJWT(claims)
      .setProtectedHeader({ alg: "HS256" })
      .setExpirationTime(new Date(expires))
      .sign(new TextEncoder().encode(key));

  it("opens with an unexpired token signed with its key", async () => {
    const { site, root } = await makePublished("Signed");
    await site.done("PATCH ", { visibility: "visitor-auth" });
    const key = text(await site.send("GET publishing/auth"), "privateKey");
    const jwtToken = await sign(key, { plan: "pro" });
    expect(await placeOf(`${root}/api/pets`, { jwtToken })).toBe("API /pets");
    expect(await placeOf(`${root}/api/pets?jwt_token=${jwtToken}`)).toBe("API /pets");
    expect(member(await resolve(`${root}/`, { jwtToken }), "contextId")).toMatch(/^[\w-]{22}$/);
    const expired = await sign(key, {}, "2026-01-02T03:04:00Z");
    for (const wrong of ["nonsense", "a.b.c", await sign("another key of enough letters"), expired]) {
      expect(await placeOf(`${root}/`, { jwtToken: wrong })).toBe("403");
    }
    const unsigned = `${Buffer.from('{"alg":"none"}').toString("base64url")}.${Buffer.from("{}").toString("base64url")}.`;
    expect(await placeOf(`${root}/`, { jwtToken: unsigned })).toBe("403");
  });

  describe("at 2026-01-02T03:04:05Z, a token", () => {
    const now = Date.parse("2026-01-02T03:04:05Z") / 1000;
    const day = 86_400;

    it.each([
      ["with neither a time of issue nor an end", {}, "403"],
      ["issued an hour ago, without an end", { iat: now - 3600 }, "API /pets"],
      ["issued 24 hours ago, without an end", { iat: now - day }, "403"],
      ["issued 25 hours ago that ends in a year", { iat: now - day - 3600, exp: now + 365 * day }, "403"],
      ["issued an hour ago that ends in a year", { iat: now - 3600, exp: now + 365 * day }, "API /pets"],
      ["issued by a clock a minute ahead", { iat: now + 60, exp: now + 3600 }, "API /pets"],
      ["issued in an hour", { iat: now + 3600, exp: now + 7200 }, "403"],
      ["issued in a year, without an end", { iat: now + 365 * day }, "403"],
      ["that ends in 24 hours", { exp: now + day }, "API /pets"],
      ["that ends in 25 hours, without a time of issue", { exp: now + day + 3600 }, "403"],
      ["that ends in the year 9999, without a time of issue", { exp: 253_402_300_799 }, "403"],
      ["that ended now", { iat: now - 60, exp: now }, "403"],
      ["that begins in a minute", { iat: now, nbf: now + 60, exp: now + 3600 }, "403"],
      ["whose end is a text", { iat: now, exp: "2027-01-01" }, "403"],
      ["whose time of issue is a text", { iat: "2026-01-02" }, "403"],
    ])("%s", async (_, claims, expected) => {
      const { site, root } = await makePublished("Times");
      await site.done("PATCH ", { visibility: "visitor-auth" });
      const key = text(await site.send("GET publishing/auth"), "privateKey");
      expect(await placeOf(`${root}/api/pets`, { jwtToken: signed({ alg: "HS256" }, claims, key) })).toBe(expected);
    });

    it.each([
      ["none", "none", ""],
      ["HS384", "HS384", "sha384"],
      ["HS512", "HS512", "sha512"],
      ["a header that names another algorithm than was used", "RS256", "sha256"],
    ] as const)("signed with %s is refused", async (_, alg, digest) => {
      const { site, root } = await makePublished("Algorithms");
      await site.done("PATCH ", { visibility: "visitor-auth" });
      const key = text(await site.send("GET publishing/auth"), "privateKey");
      const claims = { iat: now, exp: now + 3600 };
      expect(await placeOf(`${root}/`, { jwtToken: signed({ alg }, claims, key, digest) })).toBe("403");
      expect(await placeOf(`${root}/`, { jwtToken: signed({ alg: "HS256" }, claims, key) })).toBe("Guides /");
    });
  });

  it("sends others to sign in, and back afterwards", async () => {
    const { site, root } = await makePublished("Fallback");
    await site.done("PATCH ", { visibility: "visitor-auth" });
    await site.done("PATCH publishing/auth", { backend: "custom", fallbackURL: "https://example.com/login?app=docs" });
    const redirected = await resolve(`${root}/api?tab=2&jwt_token=old`, undefined, { redirectOnError: true });
    expect(redirected.json).toEqual({
      target: "external",
      site: site.id,
      redirect: "https://example.com/login?app=docs&location=%2Fsites%2Ffallback%2Fapi%3Ftab%3D2",
    });
    expect(member(await resolve(`${root}/api`), "redirect")).toBe(
      "https://example.com/login?app=docs&location=%2Fsites%2Ffallback%2Fapi",
    );
    expect(refusal(await resolve(`${root}/api?jwt_token=old`))).toMatch(/^403 visitor\.jwtToken: /);
    expect(refusal(await site.send("PATCH publishing/auth", { backend: "integration" }))).toMatch(/^400 backend: /);
  });

  it("shows sections depending on visitor attributes", async () => {
    const { site, root, api, guides, labs } = await makePublished("Adaptive");
    const boolean = { type: "boolean", description: "Takes part in the beta" };
    const jsonSchema = {
      type: "object",
      properties: {
        plan: { type: "string", description: "Plan", enum: ["free", "pro"] },
        unsigned: {
          type: "object",
          description: "Unsigned",
          properties: { beta: boolean },
          additionalProperties: false,
        },
      },
      additionalProperties: false,
    };
    await site.done("PUT adaptive-schema", { jsonSchema });
    await site.done(`PATCH sections/${api.section}`, { condition: 'visitor.claims.plan == "pro"' });
    await site.done(`PATCH sections/${labs.section}`, { condition: "visitor.claims.unsigned.beta" });
    expect(await placeOf(`${root}/api/pets`)).toBe("API /pets");
    await site.done("PATCH ", { adaptiveContent: { enabled: true } });
    const key = text(await site.send("GET publishing/auth"), "privateKey");
    const [pro, free, other] = [
      await sign(key, { plan: "pro" }),
      await sign(key, { plan: "free" }),
      await sign(key, { plan: "none of these" }),
    ];
    expect(await placeOf(`${root}/api/pets`, { jwtToken: pro })).toBe("API /pets");
    for (const jwtToken of [free, other]) {
      expect(await placeOf(`${root}/api/pets`, { jwtToken })).toBe("Guides /api/pets");
    }
    expect(await placeOf(`${root}/api/pets`, { unsignedClaims: { plan: "pro" } })).toBe("Guides /api/pets");
    expect(await placeOf(`${root}/labs/x`, { unsignedClaims: { beta: true } })).toBe("Labs /x");
    expect(await placeOf(`${root}/labs/x`, { unsignedClaims: { beta: "yes" } })).toBe("Guides /labs/x");
    // A visitor who may not see the section at the root starts with the first of the others, at its own address.
    await site.done(`PATCH sections/${guides.section}`, { condition: 'visitor.claims.plan == "free"' });
    expect(await placeOf(`${root}/`, { jwtToken: pro })).toBe(`to ${root}/api/`);
  });
});

describe("a preview", () => {
  it("shows an unpublished site with its drafts to anyone with its address, for an hour", async () => {
    const { site, api } = await makePublished("Previewed");
    await site.done("POST unpublish");
    await site.done(`PATCH sections/${api.section}`, { draft: true });
    const url = new URL(text(await site.done(`GET publishing/preview?siteSpace=${api.siteSpace}`), "url"));
    expect(url.href.startsWith(`${host}/sites/~preview/${site.id}/api/?token=`)).toBe(true);
    expect(await placeOf(url.href)).toBe("API /");
    expect(member(await resolve(url.href), "preview")).toBe(true);
    const finished = text(await site.done("GET publishing/preview?draft=false"), "url").replace("/?", "/api/?");
    expect(await placeOf(finished)).toBe("Guides /api");
    const forged = new URL(url);
    forged.searchParams.set("token", `${url.searchParams.get("token")}x`);
    expect(await placeOf(forged.href)).toBe("404");
    const { site: other } = await makePublished("Not previewed");
    expect(await placeOf(url.href.replace(site.id, other.id))).toBe("404");
    service.setTime("2026-01-02T04:04:06.000Z");
    expect(await placeOf(url.href)).toBe("404");
    service.setTime("2026-01-02T03:04:05.000Z");
  });

  it("shows only what the member who requested it may read", async () => {
    const { site, api } = await makePublished("Narrow");
    await service.send(`PATCH /v1/spaces/${api.space}`, { body: JSON.stringify({ defaultLevel: null }) });
    const reader = await addPerson(service, service.organization, "read");
    const preview = await site.send("GET publishing/preview", undefined, reader);
    const url = text(preview, "url").replace("/?", "/api/?");
    expect(await placeOf(url)).toBe("Guides /api");
  });

  it("simulates a visitor", async () => {
    const { site, api } = await makePublished("Played");
    const jsonSchema = {
      type: "object",
      properties: { plan: { type: "string", description: "Plan" } },
      additionalProperties: false,
    };
    await site.done("PUT adaptive-schema", { jsonSchema });
    await site.done("PATCH ", { adaptiveContent: { enabled: true } });
    await site.done(`PATCH sections/${api.section}`, { condition: 'visitor.claims.plan == "pro"' });
    const play = async (claims: string) =>
      placeOf(text(await site.done(`GET publishing/preview?claims=${claims}`), "url").replace("/?", "/api/?"));
    expect(await play("(plan:pro)")).toBe("API /");
    expect(await play("plan:free")).toBe("Guides /api");
    expect(refusal(await site.send("GET publishing/preview?claims=!(1)"))).toMatch(/^400 claims: /);
    expect(refusal(await site.send("GET publishing/preview?claims=(plan"))).toMatch(/^400 claims: /);
  });

  it("shows a change request and a revision, which addresses of the published site do not", async () => {
    const { space } = await makeGuide(service, "Versions", [{ title: "Start" }]);
    const before = text(await service.send(`GET /v1/spaces/${space}`), "revision");
    const site = await SiteMaker.make(service, { title: "Versions", spaces: [space] });
    await site.done("POST publish");
    const draft = await makeChangeRequest(service, space);
    const id = draft.slice(draft.lastIndexOf("/") + 1);
    const preview = `${host}/sites/~preview/${site.id}`;
    expect(await placeOf(`${preview}/~/changes/2/start`)).toBe("404");
    expect(await placeOf(`${preview}/`)).toBe("404");
    const { search } = new URL(text(await site.done("GET publishing/preview"), "url"));
    const changes = await resolve(`${preview}/~/changes/2/start${search}`);
    expect([member(changes, "changeRequest"), member(changes, "pathname")]).toEqual([id, "/start"]);
    expect(member(changes, "basePath")).toBe(`/sites/~preview/${site.id}/~/changes/2/`);
    expect(member(await resolve(`${preview}/~/revisions/${before}/start${search}`), "revision")).toBe(before);
    expect(await placeOf(`${preview}/~/changes/99/start${search}`)).toBe("404");
    expect(await placeOf(`${host}/sites/versions/~/changes/2/start`)).toBe("Versions /~/changes/2/start");
  });

  it("opens only at addresses within it", async () => {
    const { site } = await makePublished("Target");
    const at = async (target: string) =>
      new URL(text(await site.done(`GET publishing/preview?target=${encodeURIComponent(target)}`), "url")).pathname;
    expect(await at("/api/pets")).toBe(`/sites/~preview/${site.id}/api/pets`);
    expect(await at(`${host}/sites/target/api/pets`)).toBe(`/sites/~preview/${site.id}/api/pets`);
    for (const outside of ["https://evil.example/", "../../other/", "javascript:alert(1)"]) {
      const answer = await site.send(`GET publishing/preview?target=${encodeURIComponent(outside)}`);
      expect(refusal(answer), outside).toMatch(/^400 target: /);
    }
  });
});

describe("the content behind an address of a published site", () => {
  it("is found for members, as with addresses of the web app", async () => {
    const { space, pages } = await makeGuide(service, "Located", [{ title: "Start" }, { title: "Install" }]);
    const site = await SiteMaker.make(service, { title: "Located", spaces: [space] });
    await site.done("POST publish");
    const find = (url: string) => service.send(`GET /v1/urls/content?url=${encodeURIComponent(url)}`);
    const found = await find(`${host}/sites/located/install#first`);
    expect([member(found, "space.id"), member(found, "page.id")]).toEqual([space, pages[1]]);
    expect(member(await find(`${host}/sites/located/`), "page.id")).toBe(pages[0]);
    expect(refusal(await find(`${host}/sites/located/none`))).toBe(
      `404 url: space ${space} has no page "none". It may have moved; search for it.`,
    );
    expect((await find(`${host}/sites/nowhere/`)).status).toBe(404);
    const { site: hidden } = await makePublished("Hidden from others");
    await hidden.done("POST unpublish");
    expect((await find(`${host}/sites/hidden-from-others/`)).status).toBe(404);
  });
});

describe("an empty site", () => {
  it("cannot be published", async () => {
    const site = await SiteMaker.make(service, { title: "Empty" });
    expect(refusal(await site.send("POST publish"))).toBe(
      `409 Site ${site.id} has no space yet. Add one with addSpaceToSite.`,
    );
    const space = await makeSpaceIn(service, "Something");
    await site.done("POST site-spaces", { spaceId: space });
    expect((await site.send("POST publish")).status).toBe(200);
  });
});
