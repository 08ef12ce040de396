import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { appPath, readAppPath } from "../../src/contract/app-addresses.ts";
import { type DeskWorkspace, openDesk } from "./desk-workspace.ts";

let desk: DeskWorkspace;

beforeAll(async () => {
  desk = await openDesk();
});
afterAll(() => desk.close());

/** Every `urls.app` in an answer. */
function appLinks(answer: unknown): string[] {
  if (typeof answer !== "object" || answer === null) return [];
  const { urls } = answer as { urls?: { app?: unknown } };
  const own = typeof urls?.app === "string" ? [urls.app] : [];
  return [...own, ...Object.values(answer).flatMap(appLinks)];
}

/** The kinds of pages that the platform links to. */
function linkedKinds(): string[] {
  const platform = join(import.meta.dirname, "../../src/platform");
  const kinds = readdirSync(platform, { recursive: true, encoding: "utf8" })
    .filter((file) => file.endsWith(".ts"))
    .flatMap((file) => [
      ...readFileSync(join(platform, file), "utf8").matchAll(/\bappAddress\([\w.#]+, \{\s*(?:kind: "(\w+)")?/g),
    ])
    .map(([, kind = "unknown"]) => kind);
  return [...new Set(kinds)].sort();
}

it("every urls.app of the API leads to a visible page that names the object", async () => {
  const { client, organization } = desk;
  const space = await desk.makeSpace("Linked", [
    {
      markdown: "# Über uns & more\n\nSearchable words. [Below](a/below.md)\n",
      slug: "a",
      pages: [{ markdown: "# Below\n", slug: "below" }],
    },
  ]);
  const { id: changeRequestId } = await desk.openChangeRequest(space.id, [
    { operation: "insert_page", document: { markdown: "# Drafted\n\nNew.\n" } },
  ]);
  const spaceId = space.id;
  const collection = await client.collections.create({ organizationId: organization, title: "Collected" });
  const site = await client.sites.create({
    organizationId: organization,
    title: "Site",
    visibility: "public",
    spaces: [spaceId],
  });
  const text = JSON.stringify({ openapi: "3.1.0", info: { title: "Shop", version: "1" }, paths: {} });
  await client.openapiSpecs.create({ organizationId: organization, slug: "shop", source: { text } });
  await client.conversations.ingest({
    organizationId: organization,
    conversations: [1, 2, 3].map((number) => ({
      id: `c${number}`,
      subject: "Cannot export the invoice",
      parts: [
        { type: "message", role: "user", body: "I cannot export the invoice as PDF. The export fails with an error." },
      ],
    })),
  } as never);
  const integration = { integrationName: "chat", organization };
  await client.integrations.publish({ ...integration, title: "Chat", description: "Posts.", script: "", scopes: [] });
  await client.installations.install(integration);
  await desk.platform.jobsSettled();
  const names = { spaceId, changeRequestId };
  const answers = await Promise.all([
    client.organizations.list({}),
    client.spaces.get({ spaceId }),
    client.collections.get({ collectionId: collection.id }),
    client.sites.get({ organizationId: organization, siteId: site.id }),
    client.openapiSpecs.list({ organizationId: organization }),
    client.integrations.get({ integrationName: "chat" }),
    client.installations.list({ integrationName: "chat" }),
    client.issueClusters.list({ organizationId: organization }),
    client.changeRequests.get(names),
    client.changeRequestContent.revision(names),
    client.changeRequestContent.pages(names),
    client.pages.list({ spaceId }),
    client.revisions.current({ spaceId }),
    client.search.organization({ organizationId: organization, query: "searchable" }),
    client.search.space({ spaceId, query: "searchable" }),
    client.spaces.listLinks({ spaceId }),
  ]);
  const links = [...new Set(answers.flatMap(appLinks))];
  const kinds = new Set(links.map((link) => readAppPath(new URL(link).pathname)?.kind));
  expect([...kinds].sort()).toEqual(linkedKinds());
  const ada = await desk.signedIn();
  for (const link of links) {
    const { pathname } = new URL(link);
    expect(readAppPath(pathname), link).toBeDefined();
    await ada.see(pathname);
  }
});

describe("an address", () => {
  it.each([
    "/app/",
    "/app/o1",
    "/app/o1/changes",
    "/app/o1/c/c1",
    "/app/o1/sites/s1",
    "/app/o1/openapi/shop",
    "/app/o1/conversations/k1",
    "/app/o1/integrations/mail",
    "/app/integrations/mail",
    "/app/o1/s/s1",
    "/app/o1/s/s1/guides/a%20b",
    "/app/o1/s/s1/~/changes",
    "/app/o1/s/s1/~/changes/7",
    "/app/o1/s/s1/~/changes/7/guides",
    "/app/o1/s/s1/~/changes/7/~/edit/guides/a",
  ])("is read: %s", (path) => {
    const place = readAppPath(path);
    expect(place && appPath(place)).toBe(path);
  });

  it.each([
    "/",
    "/v1/user",
    "/app/o1/s",
    "/app/o1/nothing",
    "/app/o1/nothing/more",
    "/app/o1/s/s1/~",
    "/app/o1/s/s1/~/nothing",
    "/app/o1/s/s1/~/changes/7/~/changes/8",
    "/app/o1/s/s1/a%2Fb",
    "/app/o1/s/s1/a%00b",
    "/app/%E0%A4%A",
  ])("leads nowhere if it names nothing: %s", (path) => {
    expect(readAppPath(path)).toBeUndefined();
  });
});
