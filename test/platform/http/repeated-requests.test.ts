import { sql } from "kysely";
import { describe, expect, it } from "vitest";
import { sweep } from "../../../src/platform/operations/upkeep/sweep.ts";
import { makeChangeRequest, makeSpace, member, refusal, text } from "./content.ts";
import { addPerson } from "./people.ts";
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

  it("is the same through every address of the server", async () => {
    const through = (host: string) =>
      service.platform.fetch(
        new Request(`http://${host}/v1/orgs/${service.organization}/spaces`, {
          method: "POST",
          headers: {
            authorization: `Bearer ${service.token}`,
            "content-type": "application/json",
            "idempotency-key": "addresses",
          },
          body: JSON.stringify({ title: "Addresses" }),
        }),
      );
    const answers = [await through("127.0.0.1:7337"), await through("localhost:7337"), await through("docs.example")];
    expect(answers.map(({ status }) => status)).toEqual([201, 201, 201]);
    const ids = await Promise.all(answers.map(async (answer) => ((await answer.json()) as { id: string }).id));
    expect(new Set(ids).size).toBe(1);
    expect((await titles()).filter((title) => title === "Addresses")).toHaveLength(1);
  });

  it("is the same whatever the order of the members of its body", async () => {
    const first = await send("order", spaces(), { title: "Order", emoji: "1f600" });
    const second = await send("order", spaces(), { emoji: "1f600", title: "Order" });
    expect([second.status, text(second, "id")]).toEqual([201, text(first, "id")]);
  });

  it("is another change for another operation or another caller", async () => {
    await send("whose", spaces(), { title: "Whose" });
    const other = await send("whose", `POST /v1/orgs/${service.organization}/collections`, { title: "Whose" });
    expect(refusal(other)).toMatch(/^409 Idempotency-Key: /);
    const person = await addPerson(service, service.organization, "admin");
    const theirs = await service.send(spaces(), {
      body: JSON.stringify({ title: "Whose" }),
      headers: { ...person.headers, "idempotency-key": "whose" },
    });
    expect(theirs.status).toBe(201);
    expect((await titles()).filter((title) => title === "Whose")).toHaveLength(2);
  });

  it("leaves neither its answer nor its key in the database, which are secrets", async () => {
    const organization = `/v1/orgs/${service.organization}`;
    await service.send(`PATCH ${organization}`, { body: JSON.stringify({ inviteLinks: true }) });
    const line = `POST ${organization}/link-invites`;
    const first = await send("0f9d1c52-key", line, { role: "read" });
    const again = await send("0f9d1c52-key", line, { role: "read" });
    expect([first.status, again.json]).toEqual([201, first.json]);
    const rows = await service.platform.database.read((queries) =>
      queries.selectFrom("repeatable_request").selectAll().execute(),
    );
    expect(rows.length).toBeGreaterThan(0);
    expect(JSON.stringify(rows)).not.toContain(text(first, "id"));
    expect(JSON.stringify(rows)).not.toMatch(/0f9d1c52|link-invites|https?:/);
  });

  it("is not made again if its stored answer was damaged or moved from another row", async () => {
    await send("damaged", spaces(), { title: "Damaged" });
    const { database } = service.platform;
    await database.write((queries) => sql`update repeatable_request set answer = 'AAAA'`.execute(queries));
    expect(refusal(await send("damaged", spaces(), { title: "Damaged" }))).toMatch(/^409 Idempotency-Key: the change/);
    expect((await titles()).filter((title) => title === "Damaged")).toHaveLength(1);
  });
});
