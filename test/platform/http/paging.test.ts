import { beforeAll, describe, expect, it } from "vitest";
import type { Answer } from "../../pins/service.ts";
import { makePublishedSpace, makeSpace, member, refusal, text } from "./content.ts";
import { running } from "./running.ts";

const service = running();
const noCursor = "400 page: this is not a cursor. Copy it unchanged from `next.page` of an earlier answer.";
const foreign =
  "400 page: this cursor belongs to another list. Use it with the same path and filters, or leave it out to start over.";

let spaces = "";
let changeRequests = "";
let empty = "";
let space = "";

beforeAll(async () => {
  spaces = `/v1/orgs/${service.organization}/spaces`;
  const made = await makePublishedSpace(service, [
    { title: "One", markdown: "zebra\n" },
    { title: "Two", markdown: "zebra\n" },
    { title: "Three", markdown: "zebra\n" },
  ]);
  space = made.space;
  empty = await makeSpace(service, "Empty");
  changeRequests = `/v1/spaces/${space}/change-requests`;
  for (let made = 2; made <= 4; made += 1) await service.send(`POST ${changeRequests}`);
});

const ids = (answer: Answer) => {
  const items = member(answer, "items");
  if (!Array.isArray(items)) throw new Error(answer.text);
  return items.map((_, index) => text(answer, `items.${index}.id`));
};

describe("the limit", () => {
  it.each([
    ["-1", "limit: must be at least 0."],
    ["1001", "limit: must be at most 1000."],
    ["9007199254740991", "limit: must be at most 1000."],
    ["abc", "limit: must be a number."],
    ["", "limit: must be a number."],
    ["1.5", "limit: must be a whole number."],
    ["1e2", "limit: must be a number."],
    ["0x10", "limit: must be a number."],
    ["%201", "limit: must be a number."],
    ["1&limit=2", "limit: must be a number."],
  ])("is rejected as %s", async (limit, message) => {
    for (const list of [spaces, "/v1/orgs", `/v1/spaces/${space}/content/files`]) {
      expect(refusal(await service.send(`GET ${list}?limit=${limit}`))).toBe(`400 ${message}`);
    }
  });

  it("returns the count, no items and no cursor as 0", async () => {
    expect((await service.send(`GET ${spaces}?limit=0`)).json).toEqual({ count: 2, items: [] });
    expect((await service.send(`GET /v1/orgs?limit=0`)).json).toEqual({ count: 1, items: [] });
    expect((await service.send(`GET /v1/spaces/${space}/search?query=zebra&limit=0`)).json).toEqual({
      count: 3,
      items: [],
    });
    expect((await service.send(`GET /v1/orgs/${service.organization}/search?query=zebra&limit=0`)).json).toEqual({
      count: 3,
      items: [],
    });
  });
});

describe("a cursor", () => {
  it.each(["x", "W10", "bnVsbA", "eyJhIjoxfQ", "%00", "a".repeat(100_000), "WyJhIiwiYiIsImMiLCJkIl0", "..%2F", "1"])(
    "is rejected if it is garbage: %.20s",
    async (page) => {
      for (const list of [`${spaces}?`, `${changeRequests}?`, `/v1/spaces/${space}/search?query=zebra&`]) {
        expect(refusal(await service.send(`GET ${list}page=${page}`))).toBe(noCursor);
      }
    },
  );

  it("is ignored if it is empty", async () => {
    expect((await service.send(`GET ${spaces}?page=`)).status).toBe(200);
  });

  it("is rejected if it is of another list, of the list with other filters, or of another space", async () => {
    const ofSpaces = text(await service.send(`GET ${spaces}?limit=1`), "next.page");
    const ofDrafts = text(await service.send(`GET ${changeRequests}?status=draft&limit=1`), "next.page");
    const ofSearch = text(await service.send(`GET /v1/spaces/${space}/search?query=zebra&limit=1`), "next.page");
    for (const line of [
      `${changeRequests}?status=draft&page=${ofSpaces}`,
      `/v1/orgs?page=${ofSpaces}`,
      `${changeRequests}?page=${ofDrafts}`,
      `${changeRequests}?status=draft&creator=${service.user}&page=${ofDrafts}`,
      `/v1/spaces/${empty}/change-requests?status=draft&page=${ofDrafts}`,
      `/v1/orgs/${service.organization}/change-requests?status=draft&page=${ofDrafts}`,
      `/v1/spaces/${space}/search?query=horse&page=${ofSearch}`,
      `/v1/spaces/${empty}/search?query=zebra&page=${ofSearch}`,
      `/v1/orgs/${service.organization}/search?query=zebra&page=${ofSearch}`,
    ]) {
      expect(refusal(await service.send(`GET ${line}`)), line).toBe(foreign);
    }
    expect((await service.send(`GET ${changeRequests}?status=draft&limit=2&page=${ofDrafts}`)).status).toBe(200);
  });

  it("is rejected if it was altered, instead of giving another position", async () => {
    const search = `/v1/spaces/${space}/search?query=zebra&limit=1`;
    const [list] = JSON.parse(
      Buffer.from(text(await service.send(`GET ${search}`), "next.page"), "base64url").toString(),
    );
    for (const offset of ["x", "-1", "1.5", "1e400", "", "9".repeat(400), "\u0000", "NaN"]) {
      const page = Buffer.from(JSON.stringify([list, "", offset])).toString("base64url");
      const answer = await service.send(`GET ${search}&page=${page}`);
      expect(refusal(answer), offset).toBe(noCursor);
    }
  });

  it("pages through search results in rank order", async () => {
    const search = `/v1/spaces/${space}/search?query=zebra&limit=1`;
    const found: string[] = [];
    const ranks: unknown[] = [];
    let page = "";
    do {
      const answer = await service.send(`GET ${search}&page=${page}`);
      found.push(...ids(answer));
      ranks.push(member(answer, "items.0.rank"));
      expect(member(answer, "count")).toBe(3);
      page = String(member(answer, "next.page") ?? "");
    } while (page !== "");
    expect(new Set(found).size).toBe(3);
    expect(ranks).toEqual([1, 2, 3]);
  });
});

describe("a growing list", () => {
  it("returns each of 120 spaces once, including those created meanwhile", async () => {
    const expected = ids(await service.send(`GET ${spaces}`));
    for (let made = expected.length; made < 120; made += 1) expected.push(await makeSpace(service, `Space ${made}`));
    const same = new Set(expected);
    const met: string[] = [];
    let page = "";
    do {
      const answer = await service.send(`GET ${spaces}?limit=17&page=${page}`);
      met.push(...ids(answer));
      service.setTime("2026-01-02T03:04:06.000Z");
      if (met.length < 60) expected.push(await makeSpace(service, "Late"));
      page = String(member(answer, "next.page") ?? "");
    } while (page !== "");
    expect(met.filter((id) => same.has(id))).toHaveLength(120);
    expect(new Set(met).size).toBe(met.length);
    expect([...met].sort()).toEqual([...expected].sort());
  });

  it("returns each of 120 change requests once, without those created meanwhile", async () => {
    const address = `/v1/spaces/${empty}/change-requests`;
    for (let made = 0; made < 120; made += 1) {
      service.setTime(`2026-01-03T00:00:${String(made % 60).padStart(2, "0")}.000Z`);
      await service.send(`POST ${address}`);
    }
    const met: unknown[] = [];
    let page = "";
    do {
      const answer = await service.send(`GET ${address}?status=draft&limit=25&page=${page}`);
      met.push(...ids(answer));
      service.setTime("2026-01-04T00:00:00.000Z");
      await service.send(`POST ${address}`);
      page = String(member(answer, "next.page") ?? "");
    } while (page !== "");
    expect(met).toHaveLength(120);
    expect(new Set(met).size).toBe(120);
    expect(member(await service.send(`GET ${address}?status=draft&limit=0`), "count")).toBe(125);
  });
});
