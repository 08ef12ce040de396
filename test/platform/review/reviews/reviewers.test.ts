import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeChangeRequest, makeSpace, member, refusal } from "../../http/content.ts";
import { addOrganization, addPerson, type Person } from "../../http/people.ts";
import { running } from "../../http/running.ts";

const service = running();
const people: Record<string, Person> = {};
let space = "";
let draft = "";

beforeAll(async () => {
  for (const role of ["read", "comment", "edit", "review", "admin"] as const) {
    people[role] = await addPerson(service, service.organization, role);
  }
  people.guest = await addPerson(service, service.organization, null);
  people.stranger = (await addOrganization(service)).administrator;
  space = await makeSpace(service);
});
beforeEach(async () => {
  draft = await makeChangeRequest(service, space);
});

const person = (name: string) => people[name] as Person;
const ask = (users: readonly string[], by = "edit") =>
  service.send(`POST ${draft}/requested-reviewers`, {
    headers: person(by).headers,
    body: JSON.stringify({ users }),
  });
const review = (by: string) =>
  service.send(`POST ${draft}/reviews`, { headers: person(by).headers, body: '{"status":"approved"}' });
const awaited = async () =>
  (member(await service.send(`GET ${draft}/requested-reviewers`), "items") as { user: { id: string } }[]).map(
    ({ user }) => user.id,
  );

describe("a user asked for a review", () => {
  it.each(["guest", "stranger"])("must see the space; a %s is treated as nonexistent", async (name) => {
    const { user } = person(name);
    expect(refusal(await ask([person("review").user, user]))).toBe(
      `404 users: there is no user ${user} who may see space ${space}.`,
    );
    expect(await awaited()).toEqual([]);
  });

  it.each(["read", "comment", "edit"])("must have a role that reviews, which %s does not", async (name) => {
    const { user } = person(name);
    expect(refusal(await ask([user]))).toBe(
      `409 users: user ${user} has the role "${name}" on space ${space}, and reviewing requires "review". An administrator can grant it.`,
    );
  });

  it("stays asked when others are asked", async () => {
    expect((await ask([person("review").user])).status).toBe(200);
    expect((await ask([person("admin").user, person("review").user], "admin")).status).toBe(200);
    expect(new Set(await awaited())).toEqual(new Set([person("review").user, person("admin").user]));
    const { items } = (await service.send(`GET ${draft}/requested-reviewers`)).json as {
      items: { user: { id: string }; requestedBy: { id: string } }[];
    };
    const first = items.find(({ user }) => user.id === person("review").user);
    expect(first?.requestedBy.id).toBe(person("edit").user);
  });

  it("is one of at most a hundred", async () => {
    const users = Array.from({ length: 101 }, (_, index) => `user${index}`);
    expect(refusal(await ask(users))).toBe(
      "409 users: a change request can have at most 100 open review requests. Withdraw some first.",
    );
  });
});

describe("the role", () => {
  it("must be edit or above to request and withdraw reviews", async () => {
    const asked = person("review").user;
    for (const name of ["read", "comment"]) {
      expect(refusal(await ask([asked], name))).toMatch(/^403 This needs the role "edit"/);
      const taken = await service.send(`DELETE ${draft}/requested-reviewers/${asked}`, {
        headers: person(name).headers,
      });
      expect(taken.status).toBe(403);
    }
    expect((await ask([asked])).status).toBe(200);
    const taken = await service.send(`DELETE ${draft}/requested-reviewers/${asked}`, {
      headers: person("review").headers,
    });
    expect(taken.status).toBe(205);
  });

  it("must be review or above to review; strangers do not find the change request", async () => {
    for (const name of ["read", "comment", "edit"]) {
      expect(refusal(await review(name))).toMatch(/^403 This needs the role "review"/);
    }
    for (const name of ["guest", "stranger"]) expect((await review(name)).status).toBe(404);
    for (const name of ["review", "admin"]) expect((await review(name)).status).toBe(201);
  });
});

describe("a list of reviews", () => {
  it("is paged, newest first, while one is replaced", async () => {
    for (const name of ["review", "admin", "review"]) expect((await review(name)).status).toBe(201);
    const read = async (query: string) => {
      const answer = await service.send(`GET ${draft}/reviews?limit=2${query}`);
      const items = member(answer, "items") as { id: string; outdated: boolean }[];
      return { items, next: member(answer, "next.page") as string | undefined };
    };
    const first = await read("");
    const second = await read(`&page=${first.next}`);
    expect(second.next).toBeUndefined();
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(new Set(ids).size).toBe(3);
    expect((await service.send(`GET ${draft}/reviews?outdated=true&page=${first.next}`)).status).toBe(400);
  });
});

describe("a reviewer's comment", () => {
  it("is given and read as Markdown or as a document", async () => {
    const given = await service.send(`POST ${draft}/reviews`, {
      body: '{"status":"approved","comment":{"markdown":"Well *done*."}}',
    });
    expect(member(given, "comment.body.markdown")).toBe("Well *done*.");
    const document = member(
      await service.send(`GET ${draft}/reviews/${String(member(given, "id"))}?format=document`),
      "comment.body.document",
    );
    expect(JSON.stringify(document)).toContain('"text":"done"');
    const again = await service.send(`POST ${draft}/reviews`, {
      body: JSON.stringify({ status: "approved", comment: { document } }),
    });
    expect(member(again, "comment.body.markdown")).toBe("Well *done*.");
    expect(member(await service.send(`GET ${draft}`), "comments")).toBe(2);
  });

  it("makes the reviewer a contributor, along with the editors", async () => {
    await service.send(`POST ${draft}/reviews`, {
      headers: person("review").headers,
      body: '{"status":"approved","comment":{"markdown":"Fine."}}',
    });
    const { items } = (await service.send(`GET ${draft}/contributors`)).json as {
      items: { user: { id: string }; actionType: string; count: number }[];
    };
    expect(items.map(({ user, actionType, count }) => [user.id, actionType, count])).toEqual([
      [service.user, "edit", 1],
      [person("review").user, "comment", 1],
    ]);
  });
});
