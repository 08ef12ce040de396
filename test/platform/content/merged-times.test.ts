import { expect, it } from "vitest";
import { makeChangeRequest, makePublishedSpace, member } from "../http/content.ts";
import { running } from "../http/running.ts";

const service = running();

it.each([
  ["in the change request", "2026-02-01T00:00:00.000Z", "2026-02-02T00:00:00.000Z"],
  ["in the space", "2026-02-04T00:00:00.000Z", "2026-02-03T00:00:00.000Z"],
])("a page that both sides changed has the later update time, %s", async (_where, inSpace, inRequest) => {
  service.setTime("2026-01-31T00:00:00.000Z");
  const { space, pages } = await makePublishedSpace(service, [{ title: "Page", markdown: "one\n" }]);
  const change = async (changeRequest: string, time: string, members: object) => {
    service.setTime(time);
    const changes = [{ operation: "update_page", page: pages[0], ...members }];
    const answer = await service.send(`POST ${changeRequest}/content`, { body: JSON.stringify({ changes }) });
    expect(answer.status).toBe(200);
  };
  const [mine, theirs] = [await makeChangeRequest(service, space), await makeChangeRequest(service, space)];
  await change(mine, inRequest, { description: "Short" });
  await change(theirs, inSpace, { emoji: "1f680" });
  service.setTime("2026-02-09T00:00:00.000Z");
  for (const draft of [theirs, mine]) expect((await service.send(`POST ${draft}/merge`)).status).toBe(200);
  const page = await service.send(`GET /v1/spaces/${space}/content/page/${pages[0]}`);
  const latest = inSpace > inRequest ? inSpace : inRequest;
  expect(member(page, "updatedAt")).toBe(latest);
});
