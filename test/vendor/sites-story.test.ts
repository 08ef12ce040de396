import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { settings } from "../contract/examples/customization-settings.ts";
import { matchOperation, readDescription, versions } from "./description.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { Validator } from "./validator.ts";
import { type VendorClient, vendorClient } from "./vendor-client.ts";

interface Answer<Data> {
  readonly data: Data;
  readonly status: number;
}

interface Named {
  readonly id: string;
}

describe.each(versions)("sites through the vendor's client %s", (version) => {
  let platform: ServedPlatform;
  let client: VendorClient;
  let organization = "";
  let site = "";

  beforeAll(async () => {
    platform = await servePlatform();
    client = vendorClient(version, platform.endpoint, platform.token);
    organization = platform.organization;
  });
  afterAll(() => platform.close());

  /** Sends a request below the site's address with the client, like its methods. */
  const send = async <Data = Named>(line: string, body?: object): Promise<Answer<Data>> => {
    const [method = "", path = ""] = line.split(" ");
    const [address = "", search] = `/orgs/${organization}/sites${path}`.split("?");
    return client.request<Data>({
      path: address,
      method,
      query: Object.fromEntries(new URLSearchParams(search)),
      ...(body === undefined ? {} : { body, type: "application/json" }),
      // A deletion has no body that could be parsed.
      ...(method === "DELETE" ? {} : { format: "json" as const }),
      secure: true,
    }) as Promise<Answer<Data>>;
  };

  async function makeSpace(title: string): Promise<string> {
    return (await client.orgs.createSpace(organization, { title, emoji: "1f4d6" })).data.id;
  }

  it("creates a site of spaces, in sections and groups, and sorts it", async () => {
    const guides = await makeSpace("Guides");
    const made = await send("POST ", { title: "Manual", spaces: [guides] });
    expect(made.status).toBe(201);
    site = made.data.id;
    const { data: section } = await send(`POST /${site}/sections`, { spaceId: await makeSpace("API"), icon: "code" });
    const { data: group } = await send(`POST /${site}/section-groups`, { title: "Products", sections: [section.id] });
    await send(`PATCH /${site}/sections/${section.id}`, {
      title: "Reference",
      localizedTitle: { fr: "Référence" },
      description: "Calls",
    });
    const { data: variant } = await send(`POST /${site}/site-spaces`, {
      spaceId: await makeSpace("API 1"),
      sectionId: section.id,
    });
    await send(`PATCH /${site}/site-spaces/${variant.id}`, { path: "v1", hidden: true });
    const { data: sections } = await send<{ items: Named[] }>(`GET /${site}/sections`);
    expect(sections.items.length).toBe(2);
    const item = { type: "site-section-group", id: group.id };
    await send(`PATCH /${site}/structure/sort`, {
      item,
      position: { before: { type: "site-section", id: sections.items[0]?.id } },
    });
    const { data: structure } = await send<{ structure: Named[] }>(`GET /${site}/structure`);
    expect(structure.structure.map(({ id }) => id)).toEqual([group.id, sections.items[0]?.id]);
    await send(`GET /${site}/site-spaces`);
    await send(`GET /${site}/section-groups`);
  });

  it("publishes it, and returns everything that showing it requires", async () => {
    const { data } = await send<{ published: boolean }>(`POST /${site}/publish`);
    expect(data.published).toBe(true);
    await send(`PUT /${site}/customization`, settings);
    const { data: variants } = await send<{ items: Named[] }>(`GET /${site}/site-spaces`);
    await send(`PATCH /${site}/site-spaces/${variants.items[0]?.id}/customization`, { themes: { default: "dark" } });
    await send(`GET /${site}/site-spaces/${variants.items[0]?.id}/customization`);
    const profile = await send<{ customizations: { siteSpaces: object } }>(`GET /${site}/published`);
    expect(Object.keys(profile.data.customizations.siteSpaces)).toEqual(variants.items.map(({ id }) => id));
    expect((await send(`DELETE /${site}/site-spaces/${variants.items[0]?.id}/customization`)).status).toBe(205);
    await send(`GET /${site}/customization`);
    await send(`PATCH /${site}`, {
      visibility: "unlisted",
      adaptiveContent: { enabled: true },
      proxy: "example.com/docs",
    });
    await send(`GET /${site}`);
    await send("GET ?title=man");
  });

  it("has redirects, share links and previews", async () => {
    const { data: variants } = await send<{ items: Named[] }>(`GET /${site}/site-spaces`);
    // What both versions have: a plain path, and a place in the site.
    const destination = { kind: "site-space", siteSpaceId: variants.items[0]?.id };
    const { data: redirect } = await send(`POST /${site}/redirects`, { source: "/old/page", destination });
    await send(`PATCH /${site}/redirects/${redirect.id}`, { permanent: true });
    await send(`PUT /${site}/redirects`, {
      redirects: [
        { source: "/a", destination },
        { source: "/none", destination: null },
      ],
    });
    await send(`GET /${site}/redirects`);
    const { data: found } = await send<{ target: string }>(`GET /${site}/redirect?source=/old/page`);
    expect(found.target).toBe("https://example.com/docs/api/");
    expect((await send(`DELETE /${site}/redirects/${redirect.id}`)).status).toBe(205);
    const { data: link } = await send(`POST /${site}/share-links`, { name: "Partners" });
    await send(`PATCH /${site}/share-links/${link.id}`, { active: false });
    await send(`GET /${site}/share-links`);
    expect((await send(`DELETE /${site}/share-links/${link.id}`)).status).toBe(205);
    await send(`PATCH /${site}/publishing/auth`, { backend: "custom", fallbackURL: "https://example.com/login" });
    await send(`GET /${site}/publishing/auth`);
    await send(`GET /${site}/publishing/preview?claims=(plan:pro)`);
    await send(`GET /${site}/adaptive-schema`);
    const boolean = { type: "boolean", description: "Takes part" };
    await send(`PUT /${site}/adaptive-schema`, {
      jsonSchema: { type: "object", properties: { beta: boolean }, additionalProperties: false },
    });
    await send(`GET /${site}/adaptive-schema/template-conditions`);
    await send(`POST /${site}/search`, { query: "anything", scope: { mode: "default" } });
  });

  it("resolves the addresses of the site for its renderer", async () => {
    await send(`PATCH /${site}`, { proxy: null });
    const url = `${platform.endpoint}/sites/manual/reference/start`;
    const { data } = await client.request<{ siteSection: string; pathname: string }>({
      path: "/urls/published",
      method: "POST",
      body: { url, redirectOnError: true, visitor: { type: "human", unsignedClaims: { beta: true } } },
      type: "application/json",
      format: "json",
      secure: true,
    });
    expect(data.pathname).toBe("/reference/start");
    const older = await client.request({
      path: "/urls/published",
      method: "GET",
      query: { url },
      format: "json",
      secure: true,
    });
    expect(older.data).toMatchObject({ site, complete: true });
    expect((await send(`POST /${site}/unpublish`)).status).toBe(200);
    expect((await send(`DELETE /${site}`)).status).toBe(205);
  });

  it("gets only responses that match the description", () => {
    const description = readDescription(version);
    const validator = new Validator(description);
    const problems = platform.exchanged.flatMap(({ method, path, status, body }) => {
      const match = matchOperation(description, method, path);
      if (match === undefined) return [];
      return validator.answerProblems(match.operation, status, body).map((problem) => `${method} ${path}: ${problem}`);
    });
    expect(problems).toEqual([]);
    expect(platform.exchanged.length).toBeGreaterThan(40);
  });
});
