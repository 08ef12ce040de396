import { afterEach, beforeEach, expect, it } from "vitest";
import { insertPages, makeChangeRequest, text } from "../http/content.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";
import { IntegrationDesk } from "./desk.ts";

let desk: IntegrationDesk;

beforeEach(async () => {
  desk = await IntegrationDesk.open();
  const scopes = ["space:content:read", "site:metadata:read", "conversations:ingest"];
  await desk.publish({ endpoint: (await desk.listen()).url, scopes });
  await desk.install();
});

afterEach(() => desk.close());

async function told(): Promise<Readonly<Record<string, unknown>>[]> {
  await desk.settle();
  return (await desk.events("?limit=50")).map(({ payload }) => payload).reverse();
}

const types = async () => (await told()).map(({ type }) => type);

it("a change request causes events when it is opened, discussed, reviewed and merged", async () => {
  const { service } = desk;
  const space = await makeSpaceIn(service, "Masts", {});
  const changeRequest = await makeChangeRequest(service, space);
  await insertPages(service, changeRequest, [{ title: "Jib" }]);
  await service.send(`PATCH ${changeRequest}`, { body: '{"status":"open"}' });
  await service.send(`POST ${changeRequest}/comments`, { body: '{"body":{"markdown":"Hm."}}' });
  await service.send(`POST ${changeRequest}/reviews`, { body: '{"status":"approved"}' });
  await service.send(`POST ${changeRequest}/merge`);
  expect(await types()).toEqual([
    "installation_setup",
    "change_request_updated",
    "change_request_opened",
    "comment_posted",
    "review_submitted",
    "space_content_updated",
    "change_request_merged",
  ]);
});

it("publishing a site and taking it offline cause one event each", async () => {
  const { service } = desk;
  const space = await makeSpaceIn(service, "Masts", {});
  const sites = `/v1/orgs/${service.organization}/sites`;
  const siteId = text(await service.send(`POST ${sites}`, { body: '{"title":"Manual"}' }), "id");
  await service.send(`POST ${sites}/${siteId}/sections`, { body: JSON.stringify({ spaceId: space }) });
  for (const verb of ["publish", "publish", "unpublish", "unpublish"])
    await service.send(`POST ${sites}/${siteId}/${verb}`);
  expect((await told()).slice(1)).toEqual([
    expect.objectContaining({ type: "site_published", siteId }),
    expect.objectContaining({ type: "site_unpublished", siteId }),
  ]);
});

it("events of a removed space or installation contain what was removed", async () => {
  const { service } = desk;
  const account = { properties: { channel: { type: "string", default: "general" } } };
  const hook = await desk.listen();
  await desk.publish({ endpoint: hook.url, target: "space", configurations: { account } }, "narrow");
  const narrow = await desk.install("narrow");
  const space = await makeSpaceIn(service, "Masts", {});
  const body = JSON.stringify({ space });
  await service.send(`POST /v1/integrations/narrow/installations/${narrow}/spaces`, { body });
  await service.send(`DELETE /v1/integrations/narrow/installations/${narrow}`);
  await desk.settle();
  const sent = hook.received.map(({ body: bytes }) => JSON.parse(bytes.toString()) as Record<string, unknown>);
  expect(sent.slice(-2)).toEqual([
    expect.objectContaining({
      type: "space_installation_deleted",
      spaceId: space,
      installationId: narrow,
      previous: { status: "active", configuration: {} },
    }),
    expect.objectContaining({
      type: "installation_deleted",
      installationId: narrow,
      previous: { status: "active", configuration: { channel: "general" } },
    }),
  ]);
});
