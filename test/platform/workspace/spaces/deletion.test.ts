import { describe, expect, it } from "vitest";
import { insertPages, makeChangeRequest, makePublishedSpace, member, text } from "../../http/content.ts";
import { addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { makeCollection, makeSpaceIn, titles } from "./arrangement.ts";

const service = running();

describe("a deleted collection", () => {
  it("is deleted with its spaces; a restored one is at the top level, with no additional readers", async () => {
    const shelf = await makeCollection(service, "Shelf", { defaultLevel: null });
    const inner = await makeCollection(service, "Inner", { parent: shelf });
    const plans = await makeSpaceIn(service, "Plans", { parent: inner });
    const notes = await makeSpaceIn(service, "Notes", { parent: inner, defaultLevel: "comment" });
    const reader = await addPerson(service, service.organization, "read");
    expect((await service.send(`DELETE /v1/collections/${shelf}`)).status).toBe(205);
    expect(await titles(service, `orgs/${service.organization}/collections`)).toEqual([]);
    expect((await service.send(`GET /v1/spaces/${plans}/content`)).status).toBe(404);
    for (const space of [plans, notes]) {
      const restored = await service.send(`POST /v1/spaces/${space}/restore`);
      expect(member(restored, "parent")).toBeUndefined();
    }
    expect((await service.send(`GET /v1/spaces/${plans}`, { headers: reader.headers })).status).toBe(404);
    const seen = await service.send(`GET /v1/spaces/${notes}`, { headers: reader.headers });
    expect(member(seen, "permissions.comment")).toBe(true);
  });
});

describe("deleting a space while its change request is merged", () => {
  it("happens before or after it: an earlier merge is there after a restore", async () => {
    const { space } = await makePublishedSpace(service, [{ title: "Zebra" }]);
    const draft = await makeChangeRequest(service, space);
    await insertPages(service, draft, [{ title: "More" }]);
    const [deleted, merged] = await Promise.all([
      service.send(`DELETE /v1/spaces/${space}`),
      service.send(`POST ${draft}/merge`),
    ]);
    expect(deleted.status).toBe(205);
    expect([200, 404]).toContain(merged.status);
    await service.send(`POST /v1/spaces/${space}/restore`);
    expect(text(await service.send(`GET ${draft}`), "status")).toBe(merged.status === 200 ? "merged" : "draft");
    const pages = await service.send(`GET /v1/spaces/${space}/content/pages`);
    expect(member(pages, "pages")).toHaveLength(merged.status === 200 ? 2 : 1);
  });
});

describe("a duplicated space", () => {
  it("has the pages, files, settings and people of the original, and is independent of it", async () => {
    const { space } = await makePublishedSpace(service, [{ title: "Zebra", markdown: "A zebra.\n" }]);
    await makeChangeRequest(service, space);
    const guest = await addPerson(service, service.organization, null);
    await service.send(`POST /v1/spaces/${space}/permissions`, {
      body: JSON.stringify({ users: [guest.user], role: "comment" }),
    });
    await service.send(`PATCH /v1/spaces/${space}`, { body: '{"defaultLevel":null,"emoji":"🦓","language":"de"}' });
    const made = await service.send(`POST /v1/spaces/${space}/duplicate`);
    const copy = text(made, "id");
    expect(made.json).toMatchObject({
      title: "Guides (copy)",
      emoji: "🦓",
      language: "de",
      defaultLevel: null,
      changeRequests: 0,
    });
    const { headers } = guest;
    expect(member(await service.send(`GET /v1/spaces/${copy}`, { headers }), "permissions.comment")).toBe(true);
    expect(member(await service.send(`GET /v1/spaces/${copy}/search?query=zebra`, { headers }), "count")).toBe(1);
    const draft = await makeChangeRequest(service, copy);
    await insertPages(service, draft, [{ title: "Only here" }]);
    await service.send(`POST ${draft}/merge`);
    expect(member(await service.send(`GET /v1/spaces/${space}/content/pages`), "pages")).toHaveLength(1);
    expect(member(await service.send(`GET /v1/spaces/${copy}/content/pages`), "pages")).toHaveLength(2);
  });

  it("requires the right to create where the original is, and a refusal does not reveal that place", async () => {
    const secret = await makeCollection(service, "Secret", { defaultLevel: null });
    const space = await makeSpaceIn(service, "Plans", { parent: secret });
    const creator = await addPerson(service, service.organization, "create");
    await service.send(`POST /v1/spaces/${space}/permissions`, {
      body: JSON.stringify({ users: [creator.user], role: "admin" }),
    });
    const { headers } = creator;
    expect(member(await service.send(`GET /v1/spaces/${space}`, { headers }), "parent")).toBeUndefined();
    const refused = await service.send(`POST /v1/spaces/${space}/duplicate`, { headers });
    expect(refused.status).toBe(403);
    expect(refused.text).not.toContain(secret);
  });
});
