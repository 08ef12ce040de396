import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { addColleague } from "../../../support/colleague.ts";
import { makeSpace, member, refusal, text } from "../../http/content.ts";
import { addOrganization, addPerson, type Person } from "../../http/people.ts";
import { running } from "../../http/running.ts";

const service = running();

let owner: Person;
let plain: Person;
let guest: Person;
let team = "";
let at = "";

const acting = (person: Person) => ({ headers: person.headers });

beforeAll(async () => {
  owner = await addPerson(service, service.organization, "read");
  plain = await addPerson(service, service.organization, "create");
  guest = await addPerson(service, service.organization, null);
});

const makeTeam = async (title: string, members: readonly string[] = []) =>
  text(
    await service.send(`PUT /v1/orgs/${service.organization}/teams`, { body: JSON.stringify({ title, members }) }),
    "id",
  );

beforeEach(async () => {
  team = await makeTeam("Writers");
  at = `/v1/orgs/${service.organization}/teams/${team}`;
  await service.send(`PUT ${at}/members/${owner.user}`, { body: '{"role":"owner"}' });
});

const update = (body: object, person?: Person) =>
  service.send(`PUT ${at}/members`, {
    body: JSON.stringify(body),
    ...(person === undefined ? {} : acting(person)),
  });

/** The members of the team, with their roles. */
async function members(): Promise<Record<string, string>> {
  const { items } = (await service.send(`GET ${at}/members`)).json as {
    items: { organization: { id: string }; team: { role: string } }[];
  };
  return Object.fromEntries(items.map(({ organization, team: { role } }) => [organization.id, role]));
}

describe("an owner of a team", () => {
  it("manages its members and its name without being an administrator of the organization", async () => {
    expect((await update({ add: [plain.user] }, owner)).status).toBe(204);
    expect((await service.send(`PUT ${at}/members/${guest.user}`, { ...acting(owner), body: "{}" })).status).toBe(204);
    expect((await service.send(`DELETE ${at}/members/${plain.user}`, acting(owner))).status).toBe(205);
    expect((await service.send(`PATCH ${at}`, { ...acting(owner), body: '{"title":"Authors"}' })).status).toBe(200);
    expect(await members()).toEqual({ [owner.user]: "owner", [guest.user]: "member" });
  });

  it("can neither delete it nor create others", async () => {
    expect((await service.send(`DELETE ${at}`, acting(owner))).status).toBe(403);
    const made = await service.send(`PUT /v1/orgs/${service.organization}/teams`, {
      ...acting(owner),
      body: '{"title":"Mine"}',
    });
    expect(made.status).toBe(403);
  });

  it("has no rights in other teams, and none after becoming a plain member", async () => {
    const other = await makeTeam("Editors", [owner.user]);
    const elsewhere = `/v1/orgs/${service.organization}/teams/${other}`;
    expect(refusal(await service.send(`DELETE ${elsewhere}/members/${owner.user}`, acting(owner)))).toBe(
      `403 This needs the role "admin" on organization ${service.organization}, or the part "owner" in team ${other}; the token's user has "read".`,
    );
    expect((await update({ memberships: { [owner.user]: { role: "member" } } }, owner)).status).toBe(204);
    expect((await update({ add: [plain.user] }, owner)).status).toBe(403);
  });

  it("may be a guest", async () => {
    await update({ memberships: { [guest.user]: { role: "owner" } } });
    expect((await service.send(`GET ${at}`, acting(guest))).status).toBe(200);
    expect((await update({ add: [plain.user] }, guest)).status).toBe(204);
  });
});

describe("the members of a team", () => {
  it("are added and removed by id or by any spelling of the e-mail address, and removal takes precedence", async () => {
    const wren = await addColleague(service.platform, service.organization, {
      role: "read",
      email: "wren@example.com",
    });
    expect((await update({ add: [" WREN@Example.com", guest.user] })).status).toBe(204);
    expect(await members()).toEqual({ [owner.user]: "owner", [wren.user]: "member", [guest.user]: "member" });
    expect((await update({ add: ["wren@example.com"], remove: ["Wren@example.COM"] })).status).toBe(204);
    expect(await members()).toEqual({ [owner.user]: "owner", [guest.user]: "member" });
  });

  it("keep their role when they are added again, and may be added with one", async () => {
    await update({ add: [owner.user, plain.user], memberships: { [plain.user]: { role: "owner" } } });
    expect(await members()).toEqual({ [owner.user]: "owner", [plain.user]: "owner" });
    await service.send(`PUT ${at}/members/${plain.user}`, { body: "{}" });
    expect(await members()).toMatchObject({ [plain.user]: "owner" });
  });

  it("are added all or none", async () => {
    expect((await update({ add: [plain.user, "nobody"], remove: [owner.user] })).status).toBe(404);
    expect(await members()).toEqual({ [owner.user]: "owner" });
  });

  it.each(["add", "remove"])(
    "get the same response in %s, whether an address is known elsewhere or nowhere",
    async (list) => {
      const elsewhere = await addOrganization(service);
      const email = `${list}@elsewhere.example`;
      await addColleague(service.platform, elsewhere.organization, { role: "read", email });
      const ask = async (address: string) => (await update({ [list]: [address] })).text.replaceAll(address, "them");
      expect(await ask(email)).toBe(await ask("unknown@elsewhere.example"));
      expect(await ask(email)).toContain("the organization has no member them");
    },
  );

  it("are limited to 1,000 in each list of a request", async () => {
    const many = Array.from({ length: 1001 }, () => plain.user);
    expect(refusal(await update({ add: many }))).toBe("400 add: at most 1000 fit in one request. Send several.");
  });

  it("cannot be named like members of every object", async () => {
    const body = '{"memberships":{"__proto__":{"role":"owner"},"constructor":{"role":"owner"}}}';
    const answer = await service.send(`PUT ${at}/members`, { body });
    expect(answer.status).toBe(404);
    expect(await members()).toEqual({ [owner.user]: "owner" });
  });

  it("are listed from a cursor, the earliest to join first", async () => {
    await update({ add: [plain.user] });
    const first = await service.send(`GET ${at}/members?limit=1`);
    expect(member(first, "count")).toBe(2);
    const rest = await service.send(`GET ${at}/members?limit=1&page=${text(first, "next.page")}`);
    const ids = [first, rest].map((page) => text(page, "items.0.organization.id"));
    expect(ids.sort()).toEqual([owner.user, plain.user].sort());
  });
});

describe("the list of teams", () => {
  it("contains those that a user may manage, which are all for an administrator", async () => {
    await makeTeam("Editors", [owner.user]);
    const managed = async (user: string) => {
      const answer = await service.send(`GET /v1/orgs/${service.organization}/teams?owner=${user}&title=writers`);
      return member(answer, "count");
    };
    const all = member(await service.send(`GET /v1/orgs/${service.organization}/teams?title=writers`), "count");
    expect(await managed(service.user)).toBe(all);
    expect(await managed((await addPerson(service, service.organization, "create")).user)).toBe(0);
    expect(await managed("nobody")).toBe(0);
    const own = await service.send(`GET /v1/orgs/${service.organization}/teams?owner=${owner.user}`);
    expect((own.json as { items: { title: string }[] }).items.map(({ title }) => title)).not.toContain("Editors");
  });

  it("continues from a cursor among equal titles, and finds titles in any case", async () => {
    const titles = ["Überblick", "Überblick", "überblick"];
    for (const title of titles) await makeTeam(title);
    const list = `GET /v1/orgs/${service.organization}/teams?title=ÜBERBLICK&limit=2`;
    const first = await service.send(list);
    const rest = await service.send(`${list}&page=${text(first, "next.page")}`);
    const found = [first, rest].flatMap((page) => (page.json as { items: { title: string }[] }).items);
    expect(found.map(({ title }) => title)).toEqual(titles);
  });

  it("says what the caller may do with each", async () => {
    const permissions = async (person: Person) =>
      member(await service.send(`GET ${at}`, acting(person)), "permissions");
    expect(await permissions(owner)).toEqual({ admin: true, view: true });
    expect(await permissions(plain)).toEqual({ admin: false, view: true });
    expect(refusal(await service.send(`GET ${at}`, acting(guest)))).toBe(
      `404 teamId: there is no team ${team}, or this token may not see it.`,
    );
  });
});

describe("a team's role in a space", () => {
  const opens = async (space: string, person: Person) =>
    (await service.send(`GET /v1/spaces/${space}`, acting(person))).status;

  it("comes with joining the team, and ends with leaving it or with the team", async () => {
    const space = await makeSpace(service);
    await service.send(`POST /v1/spaces/${space}/permissions`, {
      body: JSON.stringify({ teams: [team], role: "read" }),
    });
    expect(await opens(space, guest)).toBe(404);
    await update({ add: [guest.user] });
    expect(await opens(space, guest)).toBe(200);
    await update({ remove: [guest.user] });
    expect(await opens(space, guest)).toBe(404);
    await update({ add: [guest.user] });
    expect((await service.send(`DELETE ${at}`)).status).toBe(205);
    expect(await opens(space, guest)).toBe(404);
    expect(member(await service.send(`GET /v1/spaces/${space}/permissions/teams`), "count")).toBe(0);
  });
});

it("a team of another organization does not exist", async () => {
  const { organization, administrator } = await addOrganization(service);
  const there = `/v1/orgs/${organization}/teams/${team}`;
  for (const line of [`GET ${there}`, `GET ${there}/members`, `DELETE ${there}/members/${owner.user}`]) {
    expect((await service.send(line, acting(administrator))).status, line).toBe(404);
  }
  expect((await service.send(`DELETE ${there}`, acting(administrator))).status).toBe(204);
  expect((await service.send(`GET ${at}`)).status).toBe(200);
});
