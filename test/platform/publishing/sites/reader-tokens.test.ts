import { SignJWT } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { operationSummaries } from "../../../../src/contract/load.ts";
import { findHandler } from "../../../../src/platform/registry.ts";
import type { Answer } from "../../../pins/service.ts";
import { insertFile, insertPages, makeChangeRequest, member, refusal, text } from "../../http/content.ts";
import { addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { makeGuide, SiteMaker } from "./site-maker.ts";

const service = running();

const host = "https://docs.example.com";

/** What a renderer asks for an address, by default without any token of its own. */
const resolve = (url: string, visitor?: object, authorization: string | null = null): Promise<Answer> =>
  service.send("POST /v1/urls/published", {
    body: JSON.stringify({ url, ...(visitor === undefined ? {} : { visitor }) }),
    headers: { Authorization: authorization },
  });

async function tokenOf(url: string, visitor?: object, authorization: string | null = null): Promise<string> {
  return text(await resolve(url, visitor, authorization), "apiToken");
}

const read = (token: string, line: string, body?: object): Promise<Answer> =>
  service.send(line, {
    headers: { Authorization: `Bearer ${token}` },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });

const statusOf = async (token: string, line: string, body?: object) => (await read(token, line, body)).status;

const payloadOf = (token: string) =>
  JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString()) as Record<string, unknown>;

const addSpec = (slug: string) =>
  service.send(`PUT /v1/orgs/${service.organization}/openapi/${slug}`, {
    body: JSON.stringify({
      source: { text: `openapi: 3.1.0\ninfo: {title: ${slug}, version: "1"}\npaths: {/a: {get: {responses: {}}}}\n` },
    }),
  });

const revisionOf = async (space: string) => text(await service.send(`GET /v1/spaces/${space}`), "revision");

/** A published site of one space that shows the specification `shown`. */
async function makeOpen(title: string) {
  const guide = await makeGuide(service, title, [
    { title: "Start", markdown: "Visible words.\n" },
    {
      title: "Reference",
      markdown:
        '{% openapi-operation spec="shown" path="/a" method="get" %}\n[x](https://example.com)\n{% endopenapi-operation %}\n',
    },
  ]);
  const site = await SiteMaker.make(service, { title, spaces: [guide.space] });
  await site.done("POST publish");
  const { basename } = (await site.done("GET ")).json as { basename: string };
  return { ...guide, site, root: `${host}/sites/${basename}/`, revision: await revisionOf(guide.space) };
}

type Open = Awaited<ReturnType<typeof makeOpen>>;

let open: Open;

/** Another site of the organization, with another space. */
let other: Open;

let changeRequest: string;

let file: string;

beforeAll(async () => {
  await addSpec("shown");
  await addSpec("secret");
  await service.platform.jobsSettled();
  open = await makeOpen("Open manual");
  other = await makeOpen("Other manual");
  const first = await makeChangeRequest(service, open.space);
  const inserted = await insertFile(service, first, {
    name: "a.txt",
    contentType: "text/plain",
    bytes: new TextEncoder().encode("x"),
  });
  file = text(inserted, "insertedFiles.0.id");
  await service.send(`POST ${first}/merge`);
  open = { ...open, revision: await revisionOf(open.space) };
  const draft = await makeChangeRequest(service, open.space);
  await insertPages(service, draft, [{ title: "Unpublished", markdown: "Secret words.\n" }]);
  changeRequest = draft.slice(draft.lastIndexOf("/") + 1);
});

/** Ids by their names in paths. */
const idsOf = (at: Open): Record<string, string> => ({
  organizationId: service.organization,
  siteId: at.site.id,
  spaceId: at.space,
  revisionId: at.revision,
  changeRequestId: changeRequest,
  pageId: at.pages[0] ?? "",
  pagePath: "start",
  fileId: file,
  reusableContentId: "none",
  specSlug: "shown",
  siteSpaceId: "none",
  userId: service.user,
});

const pathOf = (path: string, ids: Record<string, string>) =>
  path.replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "none");

/** The operations that a renderer of a published address may call, and what they need besides their path. */
const allowed: Readonly<Record<string, { readonly status?: number; readonly query?: string; readonly body?: object }>> =
  {
    getSpaceById: {},
    getEmbedByUrlInSpace: { query: "?url=https://example.com/" },
    listPages: {},
    getPageById: {},
    getPageByPath: {},
    listSpacePageMetaLinks: {},
    listFiles: {},
    getFileById: {},
    getReusableContentById: { status: 404 },
    getCurrentRevision: {},
    getRevisionById: {},
    listPagesInRevisionById: {},
    listFilesInRevisionById: {},
    getPageInRevisionById: {},
    getPageInRevisionByPath: {},
    getPageDocumentInRevisionById: {},
    getReusableContentDocumentInRevisionById: { status: 404 },
    listRevisionPageMetaLinks: {},
    searchSpaceContent: { query: "?query=visible" },
    searchSiteContent: { body: { query: "visible", scope: { mode: "all" } } },
    getLatestOpenAPISpecVersionContent: {},
    getSiteById: {},
    getSiteStructure: {},
    listSiteSections: {},
    listSiteSectionGroups: {},
    listSiteSpaces: {},
    getSiteCustomizationById: {},
    getSiteSpaceCustomizationById: { status: 404 },
    getSiteRedirectBySource: { status: 404, query: "?source=/none" },
    getPublishedContentSite: {},
    // They answer as without a token.
    resolvePublishedContentByUrl: { body: { url: `${host}/sites/open-manual/` } },
    getPublishedContentByUrl: { query: `?url=${host}/sites/open-manual/` },
  };

const implemented = operationSummaries.filter((summary) => findHandler(summary) !== undefined);

const inProcess = async (token: string, { id, path }: (typeof implemented)[number], ids: Record<string, string>) => {
  const { query = "", body } = allowed[id] ?? {};
  const names = [...path.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name);
  const params = Object.fromEntries(names.map((name) => [name, ids[name] ?? "none"]));
  const texts = new Map([...new URLSearchParams(query)].map(([name, value]) => [name, [value]]));
  const call = { operation: id, token, params, query: texts, body: structuredClone(body), ifMatch: undefined };
  return service.platform.call(call, { origin: host, signal: () => AbortSignal.timeout(60_000) });
};

describe("the token of a published address", () => {
  it.each(implemented.map((summary) => ({ id: summary.id, summary })))("$id", async ({ id, summary }) => {
    const token = await tokenOf(open.root);
    const { status = 200, query = "", body } = allowed[id] ?? { status: 404 };
    const ids = idsOf(open);
    const line = `${summary.method} /v1${pathOf(summary.path, ids)}${query}`;
    const answer = await read(
      token,
      line,
      summary.method === "GET" || summary.method === "DELETE" ? undefined : (body ?? {}),
    );
    expect(answer.status, answer.text).toBe(status);
    expect((await inProcess(token, summary, ids)).status).toBe(status);
    // Of another site, space or organization, nothing is found.
    for (const [name, foreign] of [
      ["organizationId", "none"],
      ["siteId", other.site.id],
      ["spaceId", other.space],
      ["revisionId", other.revision],
      ["specSlug", "secret"],
    ] as const) {
      if (!summary.path.includes(`{${name}}`)) continue;
      const elsewhere = { ...ids, [name]: foreign };
      const away = `${summary.method} /v1${pathOf(summary.path, elsewhere)}${query}`;
      expect(await statusOf(token, away, summary.method === "POST" ? (body ?? {}) : undefined), away).toBe(404);
      expect((await inProcess(token, summary, elsewhere)).status, away).toBe(404);
    }
  });

  it("reads no space on no site, no change request and no other revision, not even the one before", async () => {
    const token = await tokenOf(open.root);
    const { space } = await makeGuide(service, "On no site", [{ title: "Hidden" }]);
    expect(await statusOf(token, `GET /v1/spaces/${space}`)).toBe(404);
    expect(await statusOf(token, `GET /v1/spaces/${space}/content/pages`)).toBe(404);
    const path = `/v1/spaces/${open.space}`;
    const draft = text(await service.send(`GET ${path}/change-requests/${changeRequest}`), "revision");
    const [before = ""] = member(await service.send(`GET ${path}/revisions/${open.revision}`), "parents") as string[];
    for (const revision of [draft, before]) {
      expect(await statusOf(token, `GET ${path}/revisions/${revision}`)).toBe(404);
      expect(await statusOf(token, `GET ${path}/revisions/${revision}/path/start`)).toBe(404);
    }
    for (const end of ["", "/changes", "/content/pages", "/comments"]) {
      expect(await statusOf(token, `GET ${path}/change-requests/${changeRequest}${end}`)).toBe(404);
      expect(await statusOf(token, `GET ${path}/change-requests/3${end}`)).toBe(404);
    }
  });

  it("does not tell who works on the content and how", async () => {
    const token = await tokenOf(open.root);
    const space = await read(token, `GET /v1/spaces/${open.space}`);
    expect([member(space, "changeRequests"), member(space, "comments")]).toEqual([0, 0]);
    const revision = await read(token, `GET /v1/spaces/${open.space}/revisions/${open.revision}?metadata=true`);
    expect(revision.text).not.toContain("mergedFrom");
    expect(revision.text).not.toContain(service.user);
    const asMember = await service.send(`GET /v1/spaces/${open.space}`);
    expect(member(asMember, "changeRequests")).toBe(3);
  });

  it("writes nothing", async () => {
    const token = await tokenOf(open.root);
    expect(refusal(await read(token, `PATCH /v1/spaces/${open.space}`, { title: "Mine" }))).toBe(
      "404 updateSpaceById: this token reads one published site, and this is not a part of it.",
    );
    expect(text(await service.send(`GET /v1/spaces/${open.space}`), "title")).toBe("Open manual");
  });

  it("is the same for ten minutes, is valid for an hour at least, and cannot be forged", async () => {
    try {
      service.setTime("2026-01-02T03:10:00.000Z");
      const token = await tokenOf(open.root);
      expect(payloadOf(token).exp).toBe(Date.parse("2026-01-02T04:20:00.000Z") / 1000);
      service.setTime("2026-01-02T03:19:59.000Z");
      expect(await tokenOf(open.root)).toBe(token);
      service.setTime("2026-01-02T03:20:00.000Z");
      expect(await tokenOf(open.root)).not.toBe(token);
      const line = `GET /v1/spaces/${open.space}`;
      service.setTime("2026-01-02T04:19:59.000Z");
      expect(await statusOf(token, line)).toBe(200);
      service.setTime("2026-01-02T04:20:00.000Z");
      expect(await statusOf(token, line)).toBe(401);
      service.setTime("2026-01-02T03:10:00.000Z");
      const [head = "", , signature = ""] = token.split(".");
      const forged = Buffer.from(JSON.stringify({ ...payloadOf(token), site: other.site.id })).toString("base64url");
      expect(await statusOf(`${head}.${forged}.${signature}`, `GET /v1/spaces/${other.space}`)).toBe(401);
    } finally {
      service.setTime("2026-01-02T03:04:05.000Z");
    }
  });

  it("changes with the content, so that what a renderer cached by it is not used for longer", async () => {
    const fresh = await makeOpen("Fresh");
    const token = await tokenOf(fresh.root);
    const draft = await makeChangeRequest(service, fresh.space);
    await insertPages(service, draft, [{ title: "More" }]);
    expect(await tokenOf(fresh.root)).toBe(token);
    await service.send(`POST ${draft}/merge`);
    expect(await tokenOf(fresh.root)).not.toBe(token);
  });

  it("ends when the site is unpublished, closed to the visitor or deleted", async () => {
    const brief = await makeOpen("Brief");
    const token = await tokenOf(brief.root);
    const line = `GET /v1/spaces/${brief.space}`;
    expect(await statusOf(token, line)).toBe(200);
    await brief.site.done("POST unpublish");
    expect(await statusOf(token, line)).toBe(401);
    await brief.site.done("POST publish");
    expect(await statusOf(token, line)).toBe(200);
    await brief.site.done("PATCH ", { visibility: "visitor-auth" });
    expect(await statusOf(token, line)).toBe(401);
    await brief.site.done("PATCH ", { visibility: "share-link" });
    expect(await statusOf(token, line)).toBe(401);
    await brief.site.done("PATCH ", { visibility: "public" });
    expect(await statusOf(token, line)).toBe(200);
    await brief.site.send("DELETE ");
    expect(await statusOf(token, line)).toBe(401);
  });

  it("reads no space that was taken off the site", async () => {
    const two = await makeOpen("Two of them");
    const { space, siteSpace } = await two.site.addVariant("Second");
    const token = await tokenOf(two.root);
    expect(await statusOf(token, `GET /v1/spaces/${space}`)).toBe(200);
    await two.site.send(`DELETE site-spaces/${siteSpace}`);
    expect(await statusOf(token, `GET /v1/spaces/${space}`)).toBe(404);
    expect(await statusOf(token, `GET /v1/spaces/${two.space}`)).toBe(200);
  });

  it("ends for agents when the site excludes them", async () => {
    const closed = await makeOpen("Without agents");
    const [human, agent] = [await tokenOf(closed.root), await tokenOf(closed.root, { type: "agent" })];
    await closed.site.done("PATCH ", { agentsContext: "excluded" });
    expect(await statusOf(agent, `GET /v1/spaces/${closed.space}`)).toBe(401);
    expect(await statusOf(human, `GET /v1/spaces/${closed.space}`)).toBe(200);
  });
});

describe("the token of an address with a share link", () => {
  it("reads with the link's secret and ends with the link", async () => {
    const shared = await makeOpen("Shared manual");
    await shared.site.done("PATCH ", { visibility: "share-link" });
    const link = await shared.site.done("POST share-links", { name: "Partners" });
    const later = await shared.site.done("POST share-links", { name: "Others" });
    const url = text(link, "urls.published");
    const token = await tokenOf(url);
    const published = await read(token, `GET ${shared.site.path}/published`);
    expect(member(published, "structure.structure.0.urls.published")).toBe(url);
    expect(text(await read(token, `GET /v1/spaces/${shared.space}`), "urls.published")).toBe(url);
    expect(await statusOf(token, `GET /v1/spaces/${open.space}`)).toBe(404);
    await shared.site.done(`PATCH share-links/${text(link, "id")}`, { active: false });
    expect(await statusOf(token, `GET /v1/spaces/${shared.space}`)).toBe(401);
    const second = await tokenOf(text(later, "urls.published"));
    await shared.site.send(`DELETE share-links/${text(later, "id")}`);
    expect(await statusOf(second, `GET /v1/spaces/${shared.space}`)).toBe(401);
    expect(await resolve(shared.root)).toMatchObject({ status: 404 });
  });
});

describe("the token of a signed-in visitor", () => {
  const plan = {
    type: "object",
    properties: { plan: { type: "string", description: "Plan" } },
    additionalProperties: false,
  };

  async function makeMembers(title: string) {
    const pages = [
      { title: "For all", markdown: 'Common.\n\n{% if visitor.claims.plan == "pro" %}\nCondor.\n{% endif %}\n' },
      { title: "For pros", markdown: "Pelican.\n" },
    ];
    const guide = await makeGuide(service, title, pages);
    const draft = await makeChangeRequest(service, guide.space);
    const changes = [{ operation: "update_page", page: guide.pages[1], condition: 'visitor.claims.plan == "pro"' }];
    const changed = await service.send(`POST ${draft}/content`, { body: JSON.stringify({ changes }) });
    expect(changed.status, changed.text).toBeLessThan(300);
    await service.send(`POST ${draft}/merge`);
    const site = await SiteMaker.make(service, { title, spaces: [guide.space] });
    await site.done("PUT adaptive-schema", { jsonSchema: plan });
    await site.done("PATCH ", { visibility: "visitor-auth", adaptiveContent: { enabled: true } });
    await site.done("POST publish");
    const key = new TextEncoder().encode(text(await site.send("GET publishing/auth"), "privateKey"));
    const signed = (claims: Record<string, unknown>, expires = "2026-01-02T03:34:05Z") =>
      new SignJWT(claims).setProtectedHeader({ alg: "HS256" }).setExpirationTime(new Date(expires)).sign(key);
    const root = `${host}/sites/${text(await site.done("GET "), "basename")}/`;
    const tokenFor = async (claims: Record<string, unknown>) => tokenOf(root, { jwtToken: await signed(claims) });
    return { ...guide, site, root, tokenFor, revision: await revisionOf(guide.space) };
  }

  it("is not given to others", async () => {
    const { root } = await makeMembers("Members alone");
    expect(refusal(await resolve(root))).toMatch(/^403 visitor\.jwtToken: /);
    expect(refusal(await resolve(root, undefined, `Bearer ${service.token}`))).toMatch(/^403 visitor\.jwtToken: /);
  });

  it("has the visitor's claims, and ends with the visitor's own token", async () => {
    const { tokenFor, space } = await makeMembers("Claims");
    const token = await tokenFor({ plan: "pro" });
    expect(payloadOf(token).claims).toMatchObject({ plan: "pro" });
    expect(payloadOf(token).exp).toBe(Date.parse("2026-01-02T03:34:05Z") / 1000);
    expect(await statusOf(token, `GET /v1/spaces/${space}`)).toBe(200);
    try {
      service.setTime("2026-01-02T03:34:05.000Z");
      expect(await statusOf(token, `GET /v1/spaces/${space}`)).toBe(401);
    } finally {
      service.setTime("2026-01-02T03:04:05.000Z");
    }
  });

  it("reads the pages and passages whose conditions hold for the visitor, in every form", async () => {
    const { tokenFor, space, pages, revision, site } = await makeMembers("Conditions");
    const [free, pro] = [await tokenFor({ plan: "free" }), await tokenFor({ plan: "pro" })];
    const at = `/v1/spaces/${space}/revisions/${revision}`;
    const forms = [
      `GET ${at}/page/${pages[0]}?format=markdown`,
      `GET ${at}/page/${pages[0]}/document?evaluated=deterministic-only&dereferenced=reusable-contents`,
      `GET ${at}/path/for-all`,
      `GET /v1/spaces/${space}/content/page/${pages[0]}?format=markdown&evaluated=false&dereferenced=false`,
    ];
    for (const line of forms) {
      expect((await read(pro, line)).text, line).toContain("Condor");
      expect((await read(free, line)).text, line).toContain("Common");
      expect((await read(free, line)).text, line).not.toContain("Condor");
    }
    const hidden = [
      `GET ${at}/page/${pages[1]}`,
      `GET ${at}/page/${pages[1]}/document`,
      `GET ${at}/page/${pages[1]}/meta-links`,
      `GET ${at}/path/for-pros`,
      `GET /v1/spaces/${space}/content/page/${pages[1]}`,
      `GET /v1/spaces/${space}/content/path/for-pros`,
    ];
    for (const line of hidden) {
      expect(await statusOf(pro, line), line).toBe(200);
      expect(await statusOf(free, line), line).toBe(404);
    }
    const trees = [
      `GET ${at}`,
      `GET ${at}/pages`,
      `GET /v1/spaces/${space}/content`,
      `GET /v1/spaces/${space}/content/pages`,
    ];
    for (const line of trees) {
      expect((await read(pro, line)).text, line).toContain("For pros");
      expect((await read(free, line)).text, line).not.toContain("For pros");
    }
    for (const query of ["condor", "pelican"]) {
      const search = { query, scope: { mode: "all" } };
      const lines = [`POST ${site.path}/search`, `GET /v1/spaces/${space}/search?query=${query}`];
      for (const line of lines) {
        const body = line.startsWith("POST") ? search : undefined;
        expect((await read(pro, line, body)).text.toLowerCase(), line).toContain(query);
        const answer = await read(free, line, body);
        expect([member(answer, "items"), member(answer, "count")], line).toEqual([[], undefined]);
      }
    }
  });
});

describe("what a visitor does not see", () => {
  /** Pages for all, pages for pros, and a page with a passage for pros. */
  async function makeMixed(title: string) {
    const pages = [
      { title: "Hidden", markdown: "Zebra zebra zebra quokka.\n" },
      {
        title: "Mixed",
        markdown: 'Common zebra.\n\n{% if visitor.claims.unsigned.plan == "pro" %}\nOcelot.\n{% endif %}\n',
      },
      { title: "Plain", markdown: "---\nmetaLinks:\n  canonical: hidden.md\n---\n\nZebra.\n" },
    ];
    const guide = await makeGuide(service, title, pages);
    const draft = await makeChangeRequest(service, guide.space);
    const condition = 'visitor.claims.unsigned.plan == "pro"';
    const markdown = pages[2]?.markdown;
    const changes = [
      { operation: "update_page", page: guide.pages[0], condition },
      { operation: "update_page", page: guide.pages[2], document: { markdown } },
    ];
    const changed = await service.send(`POST ${draft}/content`, { body: JSON.stringify({ changes }) });
    expect(changed.status, changed.text).toBeLessThan(300);
    await service.send(`POST ${draft}/merge`);
    const site = await SiteMaker.make(service, { title, spaces: [guide.space] });
    const strict = { type: "object", additionalProperties: false };
    const plans = { plan: { type: "string", description: "Plan" } };
    const properties = { unsigned: { ...strict, description: "Unproved", properties: plans } };
    await site.done("PUT adaptive-schema", { jsonSchema: { ...strict, properties } });
    await site.done("PATCH ", { adaptiveContent: { enabled: true } });
    await site.done("POST publish");
    const root = `${host}/sites/${text(await site.done("GET "), "basename")}/`;
    const tokenFor = (plan: string) => tokenOf(root, { unsignedClaims: { plan } });
    return { ...guide, site, root, free: await tokenFor("free"), pro: await tokenFor("pro") };
  }

  it("has no influence on the ranks, pages and order of search results", async () => {
    const { free, pro, space, site } = await makeMixed("Ranks");
    const path = `GET /v1/spaces/${space}/search`;
    const found = async (token: string, query: string) => {
      const items = member(await read(token, `${path}?query=${query}`), "items");
      return (items as { title: string; rank: number }[]).map(({ title, rank }) => `${rank} ${title}`);
    };
    expect(await found(pro, "zebra")).toHaveLength(3);
    expect((await found(free, "zebra")).map((line) => line[0])).toEqual(["1", "2"]);
    // A word that only hidden pages and passages have is as good as none.
    const none = (await found(free, "zebra%20xyzzyx")).sort();
    expect(none).toHaveLength(2);
    for (const word of ["quokka", "ocelot"]) {
      expect(await found(free, word), word).toEqual([]);
      expect((await found(free, `zebra%20${word}`)).sort(), word).toEqual(none);
    }
    const first = await read(free, `${path}?query=zebra&limit=1`);
    const next = text(first, "next.page");
    const second = await read(free, `${path}?query=zebra&limit=1&page=${next}`);
    expect([member(second, "items.0.rank"), member(second, "next")]).toEqual([2, undefined]);
    const search = { query: "zebra", scope: { mode: "all" }, limit: 2 };
    expect(member(await read(free, `POST ${site.path}/search`, search), "next")).toBeUndefined();
  });

  it("is not named by redirects and by links in the head of other pages", async () => {
    const { free, pro, space, site, pages, root } = await makeMixed("Redirects");
    const siteSpaceId = text(await site.done("GET published"), "structure.structure.0.id");
    const destination = { kind: "site-page", siteSpaceId, pageId: pages[0] };
    await site.done("POST redirects", { source: "/old", destination });
    const line = `GET ${site.path}/redirect?source=/old`;
    expect(text(await read(pro, line), "target")).toBe(`${root}hidden`);
    expect(await statusOf(free, line)).toBe(404);
    const links = `GET /v1/spaces/${space}/content/page/${pages[2]}/meta-links`;
    expect((await read(pro, links)).json).toEqual({ canonical: { kind: "page", page: pages[0], space } });
    expect((await read(free, links)).json).toEqual({});
    const visited = await service.platform.serveReader(new Request(`${root}old`), true);
    expect([visited?.status, visited?.headers.get("location")]).toEqual([404, null]);
  });

  it("is not among the changes of a preview with the visitor's claims, nor is the work on them", async () => {
    const { space, site, pages } = await makeMixed("Changes");
    const draft = await makeChangeRequest(service, space);
    const changes = [
      { operation: "update_page", page: pages[0], title: "Still hidden" },
      { operation: "update_page", page: pages[2], title: "Plainer" },
    ];
    await service.send(`POST ${draft}/content`, { body: JSON.stringify({ changes }) });
    const comment = await service.send(`POST ${draft}/comments`, { body: '{"body":{"markdown":"Secret"}}' });
    expect(comment.status, comment.text).toBeLessThan(300);
    const { number, revision } = (await service.send(`GET ${draft}`)).json as { number: number; revision: string };
    const tokenFor = async (claims: string) =>
      tokenOf(text(await site.done(`GET publishing/preview?claims=${claims}&target=/~/changes/${number}/`), "url"));
    const [free, pro] = [await tokenFor("(unsigned:(plan:free))"), await tokenFor("(unsigned:(plan:pro))")];
    for (const line of [`GET ${draft}/changes`, `GET /v1/spaces/${space}/revisions/${revision}/changes`]) {
      const titles = async (token: string) =>
        (member(await read(token, line), "changes") as { page: { title: string } }[]).map(({ page }) => page.title);
      expect((await titles(pro)).sort(), line).toEqual(["Plainer", "Still hidden"]);
      expect(await titles(free), line).toEqual(["Plainer"]);
      expect(member(await read(free, `${line}?limit=0`), "more"), line).toBe(1);
    }
    expect(Object.keys((await read(pro, `GET ${draft}/changes`)).json as object)).toEqual(["changes"]);
    expect(member(await read(pro, `GET ${draft}`), "comments")).toBe(0);
  });
});

describe("the token of a preview", () => {
  const previewOf = async (site: SiteMaker, query = "") =>
    new URL(text(await site.done(`GET publishing/preview${query}`), "url"));

  it("is given for the token of the preview alone, in the address or as the call's token", async () => {
    const site = await SiteMaker.make(service, { title: "Unpublished", spaces: [open.space] });
    const url = await previewOf(site);
    const bare = new URL(url);
    bare.search = "";
    expect((await resolve(bare.href)).status).toBe(404);
    expect((await resolve(bare.href, undefined, `Bearer ${service.token}`)).status).toBe(404);
    const secret = url.searchParams.get("token") ?? "";
    const [one, two] = [await resolve(url.href), await resolve(bare.href, undefined, `Bearer ${secret}`)];
    expect(one.json).toEqual(two.json);
    expect(member(one, "preview")).toBe(true);
    const token = text(one, "apiToken");
    expect(await statusOf(token, `GET ${site.path}/published`)).toBe(200);
    expect(await statusOf(token, `GET ${other.site.path}/published`)).toBe(404);
    expect(await statusOf(secret, `GET ${site.path}/published`)).toBe(401);
    const published = `${host}/sites/${text(await open.site.done("GET "), "basename")}`;
    expect(member(await resolve(`${published}/~/changes/3/`), "changeRequest")).toBeUndefined();
  });

  it("reads the change request of the address and no other", async () => {
    const second = await makeChangeRequest(service, open.space);
    const url = await previewOf(open.site, "?target=/~/changes/3/");
    const token = await tokenOf(url.href);
    const path = `/v1/spaces/${open.space}`;
    expect(text(await read(token, `GET ${path}/change-requests/3`), "id")).toBe(changeRequest);
    expect(await statusOf(token, `GET ${path}/change-requests/${changeRequest}/changes`)).toBe(200);
    const draft = text(await service.send(`GET ${path}/change-requests/3`), "revision");
    expect((await read(token, `GET ${path}/revisions/${draft}/path/unpublished?format=markdown`)).text).toContain(
      "Secret words",
    );
    expect(await statusOf(token, `GET ${path}/revisions/${open.revision}`)).toBe(404);
    expect(await statusOf(token, `GET ${path}/content/pages`)).toBe(404);
    expect(await statusOf(token, `GET ${path}/change-requests/${second.slice(second.lastIndexOf("/") + 1)}`)).toBe(404);
    expect(member(await read(token, `GET ${path}/change-requests/3`), "createdBy.email")).toBeUndefined();
  });

  it("follows the version that the preview was made for, where a renderer asks without it", async () => {
    const url = await previewOf(open.site, "?target=/~/changes/3/");
    const bare = `${host}/sites/~preview/${open.site.id}/`;
    const authorization = `Bearer ${url.searchParams.get("token")}`;
    expect(member(await resolve(bare, undefined, authorization), "changeRequest")).toBe(changeRequest);
    const plain = `Bearer ${(await previewOf(open.site)).searchParams.get("token")}`;
    expect(member(await resolve(bare, undefined, plain), "changeRequest")).toBeUndefined();
  });

  it("ends with the preview, and with the rights of the member who asked for it", async () => {
    const reader = await addPerson(service, service.organization, "read");
    const made = await open.site.send("GET publishing/preview", undefined, reader);
    const token = await tokenOf(text(made, "url"));
    const line = `GET /v1/spaces/${open.space}`;
    expect(payloadOf(token).exp).toBe(Date.parse("2026-01-02T04:04:05.000Z") / 1000);
    expect(await statusOf(token, line)).toBe(200);
    await service.send(`PATCH /v1/orgs/${service.organization}/members/${reader.user}`, { body: '{"role":null}' });
    expect(await statusOf(token, line)).toBe(401);
  });
});

describe("addresses in answers", () => {
  it("say which site every site space has its looks from", async () => {
    const published = await open.site.done("GET published");
    const spaces = member(published, "structure.structure") as { id: string }[];
    expect(Object.keys(member(published, "customizations.siteSpaces") as object)).toEqual(spaces.map(({ id }) => id));
  });
});
