import { GitBookAPI } from "@gitbook/api";
import { SignJWT } from "jose";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { insertPages, makeChangeRequest, text } from "../platform/http/content.ts";
import { makeGuide, SiteMaker } from "../platform/publishing/sites/site-maker.ts";
import { type ServedPlatform, servePlatform } from "../vendor/served-platform.ts";

/** What the vendor's client sends: its own declarations do not resolve under Node's module rules. */
interface Call {
  readonly path: string;
  readonly method: "GET" | "POST";
  readonly query?: object;
  readonly body?: object;
}

interface VendorClient {
  request(call: Call & { secure: true; format: "json"; type?: string }): Promise<{ readonly data: Json }>;
}

type Json = Readonly<Record<string, unknown>>;

let platform: ServedPlatform;

beforeAll(async () => {
  platform = await servePlatform();
});
afterAll(() => platform.close());

/** The vendor's client with the token that its renderer has at this moment; it has none of its own. */
async function call(token: string | undefined, { path, method, query, body }: Call): Promise<Json> {
  const options = { endpoint: platform.endpoint, ...(token === undefined ? {} : { authToken: token }) };
  const client = new GitBookAPI(options) as object as VendorClient;
  const sent = { path, method, secure: true, format: "json", ...(query && { query }) } as const;
  const { data } = await client.request(body === undefined ? sent : { ...sent, body, type: "application/json" });
  return data;
}

const get = (token: string, path: string, query?: object) =>
  call(token, { path, method: "GET", ...(query && { query }) });

/** The status of a call that is refused. */
const refusedAs = async (answer: Promise<unknown>): Promise<unknown> =>
  answer.then(
    () => "answered",
    (error: object) => ("code" in error ? error.code : error),
  );

interface Visitor {
  readonly jwtToken?: string;
  readonly type?: "human" | "agent";
  readonly unsignedClaims?: object;
}

/** The renderer's first call for each request, with the token of a preview if the visitor has one. */
const resolve = (url: string, visitor: Visitor = {}, previewToken?: string, redirectOnError = false) =>
  call(previewToken, {
    path: "/urls/published",
    method: "POST",
    body: { url, visitor: { type: "human", unsignedClaims: {}, ...visitor }, redirectOnError },
  });

interface Rendered {
  readonly title: unknown;
  readonly pages: readonly string[];
  readonly page: unknown;
  readonly text: string;
  readonly found: number;
  readonly token: string;
}

/** All calls for one page, in the renderer's order, with nothing but the token of the first answer. */
async function render(place: Json): Promise<Rendered> {
  const { organization, site, space, shareKey, apiToken, siteSpace, pathname } = place as unknown as Record<
    string,
    string
  >;
  const token = apiToken ?? "";
  const ofSite = `/orgs/${organization}/sites/${site}`;
  const published = await get(token, `${ofSite}/published`, shareKey === undefined ? {} : { shareKey });
  expect(Object.keys((published.customizations as Json).siteSpaces as object)).toContain(siteSpace);
  const shown = await get(token, `/spaces/${space}`, shareKey === undefined ? {} : { shareKey });
  const named = place.changeRequest as string | undefined;
  const changeRequest = named === undefined ? undefined : await get(token, `/spaces/${space}/change-requests/${named}`);
  const revision = (place.revision ?? changeRequest?.revision ?? shown.revision) as string;
  const at = `/spaces/${space}/revisions/${revision}`;
  const tree = (await get(token, at, { metadata: false })).pages as { id: string; title: string }[];
  const path = encodeURIComponent(String(pathname).replace(/^\//, ""));
  const page = path === "" ? tree[0] : await get(token, `${at}/path/${path}`);
  const document = await get(token, `${at}/page/${page?.id}/document`, {
    evaluated: "deterministic-only",
    dereferenced: "reusable-contents",
  });
  await get(token, `${at}/page/${page?.id}/meta-links`);
  const search = { query: "harbour", scope: { mode: "default", currentSiteSpace: siteSpace } };
  const found = await call(token, { path: `${ofSite}/search`, method: "POST", body: search });
  return {
    title: (published.site as Json).title,
    pages: tree.map(({ title }) => title),
    page: page?.title,
    text: JSON.stringify(document),
    found: (found.items as unknown[]).length,
    token,
  };
}

async function publish(title: string, change: object = {}) {
  const guide = await makeGuide(platform, title, [
    { title: "Arrival", markdown: "Ships enter the harbour.\n" },
    {
      title: "Pilots",
      markdown: 'Call them early.\n\n{% if visitor.claims.crew == "pilot" %}\nChannel 12.\n{% endif %}\n',
    },
  ]);
  const site = await SiteMaker.make(platform, { title, spaces: [guide.space] });
  await site.done("PATCH ", change);
  await site.done("POST publish");
  const { basename } = (await site.done("GET ")).json as { basename: string };
  return { ...guide, site, root: `https://docs.example.com/sites/${basename}/` };
}

describe("a renderer without a token of its own", () => {
  it("renders a public site for an anonymous visitor, and caches by a token that stays the same", async () => {
    const { root, space } = await publish("Harbour");
    const place = await resolve(`${root}pilots`);
    const rendered = await render(place);
    expect(rendered).toMatchObject({ title: "Harbour", pages: ["Arrival", "Pilots"], page: "Pilots", found: 1 });
    expect(rendered.text).toContain("Call them early.");
    expect((await resolve(`${root}`)).apiToken).toBe(rendered.token);
    const draft = await makeChangeRequest(platform, space);
    await insertPages(platform, draft, [{ title: "Unpublished" }]);
    const { token } = rendered;
    expect(await refusedAs(get(token, draft.replace("/v1", "")))).toBe(404);
    expect(await refusedAs(get(token, "/user"))).toBe(404);
    expect(await refusedAs(resolve(`https://docs.example.com/sites/~preview/${String(place.site)}/`))).toBe(404);
  });

  it("renders a site for a visitor with a share link, until the link is switched off", async () => {
    const { root, site } = await publish("Shared harbour", { visibility: "share-link" });
    const link = await site.done("POST share-links", { name: "Crew" });
    const url = text(link, "urls.published").replace(/^http:\/\/[^/]*/, "https://docs.example.com");
    expect(await refusedAs(resolve(root))).toBe(404);
    const place = await resolve(`${url}arrival`);
    const rendered = await render(place);
    expect(rendered).toMatchObject({ page: "Arrival", pages: ["Arrival", "Pilots"], found: 1 });
    await site.done(`PATCH share-links/${text(link, "id")}`, { active: false });
    expect(await refusedAs(get(rendered.token, `/spaces/${String(place.space)}`))).toBe(401);
    expect(await refusedAs(resolve(`${url}arrival`))).toBe(404);
  });

  it("sends a visitor to sign in, and renders what a signed-in one may see", async () => {
    const { root, site } = await publish("Crew harbour", { visibility: "visitor-auth" });
    await site.done("PATCH publishing/auth", { backend: "custom", fallbackURL: "https://login.example.com/" });
    const crew = { type: "string", description: "Crew" };
    await site.done("PUT adaptive-schema", {
      jsonSchema: { type: "object", properties: { crew }, additionalProperties: false },
    });
    await site.done("PATCH ", { adaptiveContent: { enabled: true } });
    const signIn = {
      target: "external",
      site: site.id,
      redirect: "https://login.example.com/?location=%2Fsites%2Fcrew-harbour%2Fpilots",
    };
    expect(await resolve(`${root}pilots`)).toEqual(signIn);
    // A cookie with an old token.
    expect(await resolve(`${root}pilots`, { jwtToken: "a.b.c" }, undefined, true)).toEqual(signIn);
    expect(await refusedAs(resolve(`${root}pilots`, { jwtToken: "a.b.c" }))).toBe(403);
    const key = new TextEncoder().encode(text(await site.send("GET publishing/auth"), "privateKey"));
    const sign = (claims: Record<string, unknown>) =>
      new SignJWT(claims)
        .setProtectedHeader({ alg: "HS256" })
        .setExpirationTime(new Date("2026-01-02T05:00:00Z"))
        .sign(key);
    const pilot = await render(await resolve(`${root}pilots`, { jwtToken: await sign({ crew: "pilot" }) }));
    const cook = await render(await resolve(`${root}pilots`, { jwtToken: await sign({ crew: "cook" }) }));
    expect(pilot.text).toContain("Channel 12.");
    expect(cook.text).toContain("Call them early.");
    expect(cook.text).not.toContain("Channel 12.");
    const { claims } = JSON.parse(Buffer.from(pilot.token.split(".")[1] ?? "", "base64url").toString()) as Json;
    expect(claims).toMatchObject({ crew: "pilot" });
  });

  it("renders a preview of a change request with the preview's token, at an address without the change request", async () => {
    const { space, site } = await publish("Draft harbour");
    const draft = await makeChangeRequest(platform, space);
    await insertPages(platform, draft, [{ title: "Departure", markdown: "Ships leave.\n" }]);
    const target = encodeURIComponent("/~/changes/2/departure");
    const url = new URL(text(await site.done(`GET publishing/preview?target=${target}`), "url"));
    const bare = `${url.origin}/sites/~preview/${site.id}`;
    const place = await resolve(bare, {}, url.searchParams.get("token") ?? "");
    expect(place.preview).toBe(true);
    const rendered = await render({ ...place, pathname: "/departure" });
    expect(rendered).toMatchObject({ page: "Departure", pages: ["Arrival", "Pilots", "Departure"] });
    expect(rendered.text).toContain("Ships leave.");
  });
});
