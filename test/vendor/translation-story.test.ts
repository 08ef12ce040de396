import { afterAll, beforeAll, expect, it } from "vitest";
import { startTranslationService, type TranslationService } from "../support/translation-service.ts";
import { type ServedPlatform, servePlatform } from "./served-platform.ts";
import { type VendorClient, vendorClient } from "./vendor-client.ts";

let service: TranslationService;
let platform: ServedPlatform;
let client: VendorClient;

beforeAll(async () => {
  service = await startTranslationService();
  const translation = { provider: "deepl", url: service.url, key: "k-123456", characters: 0, pause: 1 } as const;
  platform = await servePlatform({ translation });
  client = vendorClient("0.202.0", platform.endpoint, platform.token);
});
afterAll(async () => {
  await platform.close();
  await service.close();
});

it("a space is translated through the vendor's client, which does not know segments", async () => {
  const { organization } = platform;
  const space = (await client.orgs.createSpace(organization, { title: "Guides" })).data.id;
  const draft = (await client.spaces.createChangeRequest(space, { subject: "A page" })).data.id;
  const change = { operation: "insert_page", title: "Guide", document: { markdown: "Run `npm` now." } };
  await client.request({
    path: `/spaces/${space}/change-requests/${draft}/content`,
    method: "POST",
    body: { changes: [change] },
    type: "application/json",
    format: "json",
    secure: true,
  });
  await client.spaces.mergeChangeRequest(space, draft);

  const terms = { operations: [{ type: "insert", translations: { en: "Guide", de: "Leitfaden" } }] };
  expect((await client.orgs.updateGlossaryEntries(organization, terms)).status).toBe(204);
  const asked = {
    source: { space, language: "en" },
    language: "de",
    instructions: { object: "document", data: { schemaVersion: 8 }, nodes: [] },
  };
  const made = (await client.orgs.createTranslation(organization, asked)).data;
  expect([made.status, made.language]).toEqual(["pending", "de"]);
  expect((await client.orgs.runTranslation(organization, made.id)).status).toBe(204);
  await platform.platform.jobsSettled();

  const done = (await client.orgs.getTranslation(organization, made.id)).data;
  expect(done).toMatchObject({ status: "completed", stats: { runs: 1, totalPages: 1 } });
  const target = done.result?.space ?? "";
  await client.spaces.mergeChangeRequest(target, done.result?.changeRequest ?? "");
  const page = (await client.spaces.getPageByPath(target, "guide", { format: "markdown" })).data;
  expect(page).toMatchObject({ title: "Leitfaden", markdown: "# Leitfaden\n\nRün `npm` nöw." });
  const listed = (await client.orgs.listTranslations(organization)).data.items;
  expect(listed.map(({ id }) => id)).toEqual([made.id]);
});
