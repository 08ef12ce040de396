import { beforeAll, describe, expect, it } from "vitest";
import { addMember } from "../../../../src/platform/access/people/index.ts";
import { addColleague } from "../../../support/colleague.ts";
import { makeSpace, member, refusal, text } from "../../http/content.ts";
import { addOrganization, addPerson, type Person } from "../../http/people.ts";
import { running } from "../../http/running.ts";

const service = running();

let organization = "";
let admin: Person;
let writer: Person;
let guest: Person;
let at = "";

const acting = (person: Person) => ({ headers: person.headers });

/** Ids of the users in a list, in order. */
const listed = async (query: string, person = admin): Promise<unknown[]> => {
  const answer = await service.send(`GET ${at}${query}`, acting(person));
  return (answer.json as { items: { id: string }[] }).items.map(({ id }) => id);
};

const join = async (
  name: string,
  role: "read" | "create" | null,
  joinedAt: string,
  email?: string,
): Promise<Person> => {
  service.setTime(joinedAt);
  const given = { role, name, ...(email === undefined ? {} : { email }) };
  const colleague = await addColleague(service.platform, organization, given);
  return { ...colleague, headers: { Authorization: `Bearer ${colleague.token}` } };
};

let jose: Person;

beforeAll(async () => {
  ({ organization, administrator: admin } = await addOrganization(service));
  at = `/v1/orgs/${organization}/members`;
  jose = await join("José Ángel", "read", "2026-01-03T00:00:00.000Z", "jose@example.com");
  writer = await join("Wren", "create", "2026-01-04T00:00:00.000Z", "Wren.B@Example.org");
  guest = await join("Gale", null, "2026-01-05T00:00:00.000Z");
  service.setTime("2026-01-06T00:00:00.000Z");
});

describe("the list of members", () => {
  it("starts with the newest or the oldest member", async () => {
    expect(await listed("")).toEqual([guest.user, writer.user, jose.user, admin.user]);
    expect(await listed("?order=asc")).toEqual([admin.user, jose.user, writer.user, guest.user]);
  });

  it("continues from a cursor, in either order, and counts all", async () => {
    for (const order of ["asc", "desc"]) {
      const all = await listed(`?order=${order}`);
      const first = await service.send(`GET ${at}?order=${order}&limit=3`, acting(admin));
      expect(member(first, "count")).toBe(4);
      const rest = await listed(`?order=${order}&limit=3&page=${text(first, "next.page")}`);
      expect(rest).toEqual(all.slice(3));
    }
  });

  it("rejects a cursor of another search", async () => {
    const first = await service.send(`GET ${at}?limit=1`, acting(admin));
    const other = await service.send(`GET ${at}?limit=1&search=a&page=${text(first, "next.page")}`, acting(admin));
    expect(refusal(other)).toMatch(/^400 page: this cursor belongs to another list/);
  });

  it.each([
    ["jose", ["jose"]],
    ["ANGEL JOSÉ", ["jose"]],
    ["example.org", ["wren"]],
    ["wren example", ["wren"]],
    ["  ", ["gale", "wren", "jose", "admin"]],
    ["%", []],
    ["Wren Gale", []],
  ])("finds by the words %j", async (search, names) => {
    const people: Readonly<Record<string, string>> = {
      jose: jose.user,
      wren: writer.user,
      gale: guest.user,
      admin: admin.user,
    };
    expect(await listed(`?search=${encodeURIComponent(search)}`)).toEqual(names.map((name) => people[name]));
  });

  it("can be limited to one role, or to guests", async () => {
    expect(await listed("?role=create")).toEqual([writer.user]);
    expect(await listed("?role=guest")).toEqual([guest.user]);
    expect(await listed("?role=guest&search=wren")).toEqual([]);
  });

  it("can be sorted by last activity, without members who never were active", async () => {
    const ping = async (person: Person, time: string) => {
      service.setTime(time);
      expect((await service.send(`POST /v1/orgs/${organization}/ping`, acting(person))).status).toBe(200);
    };
    await ping(guest, "2026-02-01T00:00:00.000Z");
    await ping(writer, "2026-02-02T00:00:00.000Z");
    expect(await listed("?sort=lastSeenAt")).toEqual([writer.user, guest.user]);
    expect(await listed("?sort=lastSeenAt&order=asc")).toEqual([guest.user, writer.user]);
  });

  it("contains no members of other organizations, and is not available to guests and strangers", async () => {
    const elsewhere = await addOrganization(service);
    expect(await listed("")).not.toContain(elsewhere.administrator.user);
    expect((await service.send(`GET ${at}`, acting(elsewhere.administrator))).status).toBe(404);
    expect((await service.send(`GET ${at}`, acting(guest))).status).toBe(403);
  });
});

describe("one member", () => {
  it("can be read by all members, and by guests only if it is themselves", async () => {
    const read = async (person: Person, of: Person) =>
      (await service.send(`GET ${at}/${of.user}`, acting(person))).status;
    expect(await read(jose, guest)).toBe(200);
    expect(await read(guest, guest)).toBe(200);
    expect(await read(guest, jose)).toBe(403);
  });

  it("gets the same response whether the user exists elsewhere or nowhere", async () => {
    const elsewhere = await addOrganization(service);
    const ask = async (user: string) =>
      (await service.send(`GET ${at}/${user}`, acting(jose))).text.replaceAll(user, "them");
    expect(await ask(elsewhere.administrator.user)).toBe(await ask("nobodyatall000000000"));
  });

  it("has a list of spaces for administrators and the member, sorted by age, with the role in each", async () => {
    const made: string[] = [];
    for (const day of ["10", "11", "12"]) {
      service.setTime(`2026-03-${day}T00:00:00.000Z`);
      const space = await service.send(`POST /v1/orgs/${organization}/spaces`, { ...acting(admin), body: "{}" });
      made.push(text(space, "id"));
    }
    const [first = "", second = ""] = made;
    const grant = (space: string, role: string) =>
      service.send(`POST /v1/spaces/${space}/permissions`, {
        ...acting(admin),
        body: JSON.stringify({ users: [guest.user], role }),
      });
    await grant(first, "comment");
    await grant(second, "edit");
    const spaces = async (person: Person, query = "") => {
      const answer = await service.send(`GET ${at}/${guest.user}/spaces${query}`, acting(person));
      if (answer.status !== 200) return answer.status;
      const { items, count } = answer.json as { items: { permission: string; space: { id: string } }[]; count: number };
      expect(count).toBe(2);
      return items.map(({ permission, space }) => [space.id, permission]);
    };
    expect(await spaces(admin)).toEqual([
      [second, "edit"],
      [first, "comment"],
    ]);
    expect(await spaces(guest, "?order=asc")).toEqual([
      [first, "comment"],
      [second, "edit"],
    ]);
    expect(await spaces(jose)).toBe(403);
    const page = text(await service.send(`GET ${at}/${guest.user}/spaces?limit=1`, acting(guest)), "next.page");
    expect(await spaces(guest, `?limit=1&page=${page}`)).toEqual([[first, "comment"]]);
  });
});

describe("a role", () => {
  it("applies from the next request after a change", async () => {
    const person = await addPerson(service, organization, "read");
    const make = async () =>
      (await service.send(`POST /v1/orgs/${organization}/spaces`, { ...acting(person), body: "{}" })).status;
    const change = (role: string | null) =>
      service.send(`PATCH ${at}/${person.user}`, { ...acting(admin), body: JSON.stringify({ role }) });
    expect(await make()).toBe(403);
    expect(member(await change("create"), "role")).toBe("create");
    expect(await make()).toBe(201);
    expect(member(await change(null), "role")).toBeNull();
    expect(await make()).toBe(403);
  });

  it("can be changed only by administrators, even one's own", async () => {
    const body = '{"role":"admin"}';
    for (const person of [writer, guest, jose]) {
      expect((await service.send(`PATCH ${at}/${person.user}`, { ...acting(person), body })).status).toBe(403);
    }
  });

  it("remains with one administrator when two remove each other at once", async () => {
    const elsewhere = await addOrganization(service);
    const pair = [elsewhere.administrator, await addPerson(service, elsewhere.organization, "admin")] as const;
    const members = `/v1/orgs/${elsewhere.organization}/members`;
    const answers = await Promise.all(
      [0, 1].map((index) =>
        service.send(`DELETE ${members}/${pair[1 - index]?.user}`, acting(pair[index] ?? elsewhere.administrator)),
      ),
    );
    const winner = answers.findIndex(({ status }) => status === 205);
    const last = pair[winner] ?? elsewhere.administrator;
    expect(answers[1 - winner]?.status).toBe(401);
    expect(refusal(await service.send(`DELETE ${members}/${last.user}`, acting(last)))).toBe(
      `409 userId: this is the last administrator of organization ${elsewhere.organization}. Give another member the role "admin" first.`,
    );
    expect((await service.send(`GET ${members}/${last.user}`, acting(last))).status).toBe(200);
  });

  it("does not count as an administrator's while its member is suspended", async () => {
    const elsewhere = await addOrganization(service);
    const second = await addPerson(service, elsewhere.organization, "admin");
    await service.platform.database.write((queries) =>
      queries.updateTable("member").set({ disabled: 1 }).where("user", "=", second.user).execute(),
    );
    const own = `/v1/orgs/${elsewhere.organization}/members/${elsewhere.administrator.user}`;
    expect((await service.send(`DELETE ${own}`, acting(elsewhere.administrator))).status).toBe(409);
  });
});

describe("a removed member", () => {
  it("loses access at once, and is missing from every list of the organization", async () => {
    const person = await addPerson(service, organization, "create");
    expect((await service.send("GET /v1/user", acting(person))).status).toBe(200);
    expect((await service.send(`DELETE ${at}/${person.user}`, acting(admin))).status).toBe(205);
    expect((await service.send("GET /v1/user", acting(person))).status).toBe(401);
    expect(await listed("")).not.toContain(person.user);
    expect((await service.send(`DELETE ${at}/${person.user}`, acting(admin))).status).toBe(204);
  });

  it("keeps what they wrote, under their name", async () => {
    const space = await makeSpace(service);
    const person = await addColleague(service.platform, service.organization, { role: "edit", name: "Nell" });
    const headers = { Authorization: `Bearer ${person.token}` };
    const draft = await service.send(`POST /v1/spaces/${space}/change-requests`, {
      headers,
      body: '{"subject":"Mine"}',
    });
    const body = '{"body":{"markdown":"My remark."}}';
    await service.send(`POST /v1/spaces/${space}/comments`, { headers, body });
    const removed = await service.send(`DELETE /v1/orgs/${service.organization}/members/${person.user}`);
    expect(removed.status).toBe(205);
    const kept = await service.send(`GET /v1/spaces/${space}/change-requests/${text(draft, "id")}`);
    expect([member(kept, "subject"), member(kept, "createdBy.displayName")]).toEqual(["Mine", "Nell"]);
    const comments = await service.send(`GET /v1/spaces/${space}/comments`);
    expect([member(comments, "items.0.body.markdown"), member(comments, "items.0.postedBy.displayName")]).toEqual([
      "My remark.",
      "Nell",
    ]);
  });

  it("does not get back former roles in spaces and teams after returning", async () => {
    const space = await makeSpace(service);
    const person = await addPerson(service, service.organization, null);
    const users = JSON.stringify({ users: [person.user], role: "edit" });
    await service.send(`POST /v1/spaces/${space}/permissions`, { body: users });
    const team = await service.send(`PUT /v1/orgs/${service.organization}/teams`, {
      body: JSON.stringify({ title: "Former", members: [person.user] }),
    });
    await service.send(`DELETE /v1/orgs/${service.organization}/members/${person.user}`);
    const now = service.platform.now();
    await service.platform.database.write((queries) =>
      addMember(queries, { organization: service.organization, user: person.user, role: null }, now),
    );
    const at = `/v1/orgs/${service.organization}/members/${person.user}`;
    expect(member(await service.send(`GET ${at}`), "spaces")).toBe(0);
    expect(member(await service.send(`GET ${at}/teams`), "count")).toBe(0);
    expect(
      member(await service.send(`GET /v1/orgs/${service.organization}/teams/${text(team, "id")}`), "members"),
    ).toBe(0);
  });
});

describe("the e-mail address of a user", () => {
  it("is visible to the user and to members of a shared organization, but not to guests", async () => {
    const shown = async (person: Person) =>
      member(await service.send(`GET /v1/users/${writer.user}`, acting(person)), "email");
    expect(await shown(admin)).toBe("wren.b@example.org");
    expect(await shown(writer)).toBe("wren.b@example.org");
    expect(await shown(guest)).toBeUndefined();
  });

  it("is no longer visible beside what the user wrote after the user left", async () => {
    const space = await makeSpace(service);
    const given = { role: "comment", name: "Mo", email: "mo@example.com" } as const;
    const person = await addColleague(service.platform, service.organization, given);
    const headers = { Authorization: `Bearer ${person.token}` };
    await service.send(`POST /v1/spaces/${space}/comments`, { headers, body: '{"body":{"markdown":"Hm."}}' });
    await service.send(`POST /v1/spaces/${space}/permissions`, {
      body: JSON.stringify({ users: [person.user], role: "edit" }),
    });
    const draft = await service.send(`POST /v1/spaces/${space}/change-requests`, { headers, body: "{}" });
    const creator = async () =>
      member(await service.send(`GET /v1/spaces/${space}/change-requests/${text(draft, "id")}`), "createdBy");
    expect(await creator()).toMatchObject({ email: "mo@example.com" });
    const author = async () => member(await service.send(`GET /v1/spaces/${space}/comments`), "items.0.postedBy");
    expect(await author()).toMatchObject({ displayName: "Mo", email: "mo@example.com" });
    await service.send(`DELETE /v1/orgs/${service.organization}/members/${person.user}`);
    expect(await author()).toMatchObject({ displayName: "Mo" });
    expect(await author()).not.toHaveProperty("email");
    expect(await creator()).not.toHaveProperty("email");
  });
});

describe("a user", () => {
  it("is visible only to users who share an organization", async () => {
    const elsewhere = await addOrganization(service);
    const read = async (person: Person, user: string) =>
      (await service.send(`GET /v1/users/${user}`, acting(person))).status;
    expect(await read(guest, writer.user)).toBe(200);
    expect(await read(elsewhere.administrator, writer.user)).toBe(404);
    await service.send(`DELETE ${at}/${jose.user}`, acting(admin));
    expect(await read(writer, jose.user)).toBe(404);
  });
});
