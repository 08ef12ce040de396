import { afterEach, beforeEach, expect, it } from "vitest";
import { text } from "../http/content.ts";
import { analyse, talk } from "../knowledge/conversations/conversing.ts";
import { startDesk } from "../knowledge/translations/translation-desk.ts";
import { makeGuide, SiteMaker } from "../publishing/sites/site-maker.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
  const scopes = ["space:content:read", "site:metadata:read", "conversations:ingest", "page:feedback:read"];
  await desk.publish({ endpoint: (await desk.listen()).url, scopes });
  await desk.install();
  await desk.settle();
});

afterEach(() => desk.close());

async function toldOf(type: string): Promise<Readonly<Record<string, unknown>>[]> {
  await desk.settle();
  return (await desk.allEvents()).map(({ payload }) => payload).filter((payload) => payload.type === type);
}

it("deleting a published site causes the event of taking it offline, once", async () => {
  const { service } = desk;
  const space = await makeSpaceIn(service, "Masts", {});
  const sites = `/v1/orgs/${service.organization}/sites`;
  const make = async (title: string) =>
    text(await service.send(`POST ${sites}`, { body: `{"title":"${title}"}` }), "id");
  const siteId = await make("Manual");
  await service.send(`POST ${sites}/${siteId}/sections`, { body: JSON.stringify({ spaceId: space }) });
  await service.send(`POST ${sites}/${siteId}/publish`);
  const draft = await make("Draft");
  for (const id of [siteId, draft, siteId]) await service.send(`DELETE ${sites}/${id}`);
  expect(await toldOf("site_unpublished")).toEqual([expect.objectContaining({ siteId })]);
});

it("a rating causes an event with its page, but not with who gave it", async () => {
  const { service } = desk;
  const { space, pages } = await makeGuide(service, "Manual", [{ title: "Welcome", markdown: "Begin here." }]);
  const site = await SiteMaker.make(service, { title: "Rated", visibility: "public", spaces: [space] });
  const base = new URL(text(await site.done("POST publish"), "urls.published")).pathname;
  const request = new Request(`http://127.0.0.1:5050${base}~feedback`, {
    method: "POST",
    headers: { "sec-fetch-site": "same-origin", "content-type": "application/x-www-form-urlencoded" },
    body: new URLSearchParams({ page: pages[0] ?? "", rating: "good", comment: "Clear." }).toString(),
  });
  const answer = await service.platform.serveReader(request, true, { countForm: () => undefined });
  expect(answer?.status).toBe(200);
  expect(await toldOf("page_feedback")).toEqual([
    expect.objectContaining({
      siteId: site.id,
      spaceId: space,
      pageId: pages[0],
      feedback: { rating: "good", comment: "Clear." },
      visitor: { anonymousId: "", cookies: {}, userAgent: "", ip: "" },
    }),
  ]);
});

it("a cluster of conversations causes an event when it is found, but not when it grows", async () => {
  await analyse(
    desk.service,
    talk("d1", "Our custom domain stays on pending verification after adding the CNAME record."),
    talk("d2", "The CNAME record is there, but verification of the custom domain fails."),
  );
  await analyse(desk.service, talk("d3", "Verification of our custom domain fails, the CNAME record is set."));
  expect(await toldOf("issue_cluster_found")).toEqual([
    expect.objectContaining({ clusterId: expect.any(String), label: expect.any(String) }),
  ]);
});

it("a completed translation causes an event with its space", async () => {
  const translating = await startDesk(desk.service);
  await translating.edit([{ operation: "insert_page", title: "Install", document: { markdown: "Two words." } }]);
  await translating.run();
  const items = (await translating.work())?.items ?? [];
  await translating.give(items.map(({ id, text: source }) => ({ segment: id, text: `!${source}` })));
  const { id, result } = await translating.settled();
  expect(await toldOf("translation_completed")).toEqual([
    expect.objectContaining({ translationId: id, spaceId: result?.space }),
  ]);
});
