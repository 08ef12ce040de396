import { beforeEach, describe, expect, it } from "vitest";
import { actingClient } from "../../../src/cli/connection.ts";
import { openWorkspace } from "../../support/platform-workspace.ts";
import { makeChangeRequest, makePublishedSpace, member, refusal, text } from "./content.ts";
import { running } from "./running.ts";

const service = running();

let space = "";
let page = "";
beforeEach(async () => {
  service.setTime("2026-01-02T03:04:05.000Z");
  const made = await makePublishedSpace(service, [{ title: "Zebra", markdown: "A zebra.\n" }]);
  space = made.space;
  page = made.pages[0] ?? "";
  await makeChangeRequest(service, space);
  expect((await service.send(`DELETE /v1/spaces/${space}`)).status).toBe(205);
});

describe("a deleted space", () => {
  it("is in no list or search result, and its content is not found", async () => {
    const organization = `/v1/orgs/${service.organization}`;
    expect(member(await service.send(`GET ${organization}/search?query=zebra`), "count")).toBe(0);
    for (const list of ["spaces", "change-requests"]) {
      const answer = await service.send(`GET ${organization}/${list}?limit=1000`);
      expect(answer.text).not.toContain(space);
    }
    for (const path of [
      "content",
      "content/pages",
      `content/page/${page}`,
      "content/files",
      "search?query=zebra",
      "change-requests",
      "change-requests/1",
      "change-requests/1/content",
    ]) {
      expect(refusal(await service.send(`GET /v1/spaces/${space}/${path}`)), path).toMatch(/^404 spaceId: /);
    }
  });

  it("accepts no changes", async () => {
    const answers = await Promise.all([
      service.send(`PATCH /v1/spaces/${space}`, { body: '{"title":"x"}' }),
      service.send(`POST /v1/spaces/${space}/change-requests`),
      service.send(`POST /v1/spaces/${space}/change-requests/2/merge`),
      service.send(`PATCH /v1/spaces/${space}/change-requests/2`, { body: '{"status":"open"}' }),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404]);
  });

  it("can be restored completely after 6 days, 23 hours and 59 minutes", async () => {
    service.setTime("2026-01-09T03:03:05.000Z");
    const restored = await service.send(`POST /v1/spaces/${space}/restore`);
    expect(restored.status).toBe(200);
    expect(member(restored, "deletedAt")).toBeUndefined();
    expect(member(restored, "changeRequestsDraft")).toBe(1);
    expect(text(await service.send(`GET /v1/spaces/${space}/content/page/${page}?format=markdown`), "markdown")).toBe(
      "# Zebra\n\nA zebra.\n",
    );
    expect(member(await service.send(`GET /v1/spaces/${space}/search?query=zebra`), "count")).toBe(1);
  });

  it("is permanently deleted after 7 days and a second", async () => {
    service.setTime("2026-01-09T03:04:06.000Z");
    const gone = `404 spaceId: there is no space ${space}, or this token may not see it.`;
    expect(refusal(await service.send(`POST /v1/spaces/${space}/restore`))).toBe(gone);
    expect(refusal(await service.send(`GET /v1/spaces/${space}`))).toBe(gone);
    expect((await service.send(`DELETE /v1/spaces/${space}`)).status).toBe(204);
  });

  it("can be deleted and restored again, which restarts the 7 days", async () => {
    service.setTime("2026-01-08T00:00:00.000Z");
    await service.send(`POST /v1/spaces/${space}/restore`);
    expect((await service.send(`DELETE /v1/spaces/${space}`)).status).toBe(205);
    service.setTime("2026-01-14T23:59:59.000Z");
    expect((await service.send(`POST /v1/spaces/${space}/restore`)).status).toBe(200);
  });
});

it("a deleted space is not found once it cannot be restored, even if nothing was written since", async () => {
  let time = Date.parse("2026-01-02T03:04:05.000Z");
  // The job that purges it is late.
  const { platform, organization, user } = await openWorkspace({ jobs: {}, now: () => new Date(time) });
  const client = actingClient(platform, { user, scope: "admin" });
  const create = async (title: string) => (await client.spaces.create({ organizationId: organization, title })).id;
  const [other, deleted] = [await create("Other"), await create("Deleted")];
  await client.spaces.remove({ spaceId: deleted });
  const read = () => client.spaces.get({ spaceId: deleted });
  for (let times = 0; times < 3; times += 1) expect(await read()).toMatchObject({ title: "Deleted" });
  time += 7 * 24 * 60 * 60 * 1000 + 1;
  await client.spaces.get({ spaceId: other });
  await expect(read()).rejects.toMatchObject({ status: 404 });
});
