import { describe, expect, it } from "vitest";
import { sweep } from "../../../src/platform/upkeep/sweep.ts";
import { makeChangeRequest, makeSpace, member, refusal, text } from "./content.ts";
import { running } from "./running.ts";

const service = running();

const send = (name: string, line: string, body: object) =>
  service.send(line, { body: JSON.stringify(body), headers: { "idempotency-key": name } });

const spaces = () => `POST /v1/orgs/${service.organization}/spaces`;

const titles = async () => {
  const listed = await service.send(`GET /v1/orgs/${service.organization}/spaces?limit=100`);
  return (member(listed, "items") as { title: string }[]).map(({ title }) => title);
};

describe("a change with an Idempotency-Key", () => {
  it("is made once, however often it is sent, and gets the first response again", async () => {
    const first = await send("one", spaces(), { title: "Once" });
    const second = await send("one", spaces(), { title: "Once" });
    expect([first.status, second.status]).toEqual([201, 201]);
    expect(text(second, "id")).toBe(text(first, "id"));
    expect(second.headers.get("location")).toBe(first.headers.get("location"));
    expect((await titles()).filter((title) => title === "Once")).toHaveLength(1);
  });

  it("is made once when it is sent twice concurrently", async () => {
    const both = await Promise.all([1, 2].map(() => send("twice", spaces(), { title: "Twice" })));
    expect(both.map(({ status }) => status)).toEqual([201, 201]);
    expect((await titles()).filter((title) => title === "Twice")).toHaveLength(1);
  });

  it("gets the first response even if the same request would fail by now", async () => {
    const changeRequest = await makeChangeRequest(service, await makeSpace(service));
    await service.send(`PATCH ${changeRequest}`, { body: JSON.stringify({ status: "open" }) });
    const first = await send("merge", `POST ${changeRequest}/merge`, {});
    const again = await send("merge", `POST ${changeRequest}/merge`, {});
    expect([first.status, again.json]).toEqual([200, first.json]);
    expect((await service.send(`POST ${changeRequest}/merge`, { body: "{}" })).status).toBe(409);
  });

  it("is rejected if another change had the same key", async () => {
    await send("other", spaces(), { title: "First" });
    expect(refusal(await send("other", spaces(), { title: "Second" }))).toBe(
      "409 Idempotency-Key: this key was used for another request. Use a new key for each change.",
    );
    expect(await titles()).not.toContain("Second");
  });

  it("may be sent again if it failed", async () => {
    expect((await send("failed", spaces(), { title: 7 })).status).toBe(400);
    expect((await send("failed", spaces(), { title: "Mended" })).status).toBe(201);
  });

  it.each([["two words"], ["x".repeat(256)]])("is rejected with the key %j", async (name) => {
    expect(refusal(await send(name, spaces(), { title: "Unnamed" }))).toMatch(
      /^400 Idempotency-Key: must have 1 to 255/,
    );
  });

  it("is made again after a day", async () => {
    await send("daily", spaces(), { title: "Daily" });
    service.setTime("2026-01-03T04:00:00.000Z");
    const { platform, folder } = service;
    await sweep({ database: platform.database, folder, now: () => platform.now() });
    await send("daily", spaces(), { title: "Daily" });
    expect((await titles()).filter((title) => title === "Daily")).toHaveLength(2);
  });
});
