import { beforeEach, describe, expect, it } from "vitest";
import { insertTeam, putTeamMember } from "../../../src/platform/access/teams-rows.ts";
import { member, refusal } from "../http/content.ts";
import { addOrganization, addPerson, type Person } from "../http/people.ts";
import { running } from "../http/running.ts";
import { makeSpaceIn } from "../workspace/spaces/arrangement.ts";

const service = running();

let space = "";

let guest: Person;

let editor: Person;

let teamNumber = 0;

beforeEach(async () => {
  space = await makeSpaceIn(service, "Plans", { defaultLevel: null });
  guest = await addPerson(service, service.organization, null);
  editor = await addPerson(service, service.organization, "edit");
});

const invite = (body: object) => service.send(`POST /v1/spaces/${space}/permissions`, { body: JSON.stringify(body) });

const can = async (person: Person) => {
  const answer = await service.send(`GET /v1/spaces/${space}`, { headers: person.headers });
  const permissions = Object.entries((member(answer, "permissions") ?? {}) as Record<string, boolean>);
  return permissions.flatMap(([name, has]) => (has ? [name] : []));
};

const list = async (path: string) => {
  const answer = await service.send(`GET /v1/spaces/${space}/permissions/${path}`);
  const items = member(answer, "items") as { permission: string; user?: { id: string }; team?: { id: string } }[];
  expect(member(answer, "count")).toBe(items.length);
  return items.map(({ permission, user, team }) => [user?.id ?? team?.id, permission]);
};

async function makeTeam(...people: Person[]): Promise<string> {
  teamNumber += 1;
  const id = `team${teamNumber}`;
  const now = service.platform.now();
  await service.platform.database.write(async (queries) => {
    await insertTeam(queries, { id, organization: service.organization, title: id, created_at: now });
    for (const { user } of people) await putTeamMember(queries, { team: id, user, joined_at: now });
  });
  return id;
}

describe("an invitation to a space", () => {
  it("gives users a role, which a later invitation replaces", async () => {
    expect(await can(guest)).toEqual([]);
    expect((await invite({ users: [guest.user, editor.user], role: "comment" })).status).toBe(204);
    expect(await can(guest)).toEqual(["view", "access", "comment"]);
    expect((await invite({ users: [guest.user], role: "read" })).status).toBe(204);
    expect(await can(guest)).toEqual(["view", "access"]);
    expect(await can(editor)).toEqual(["view", "access", "comment"]);
  });

  it("gives every member of a team a role; the highest of several applies", async () => {
    const team = await makeTeam(guest, editor);
    await invite({ teams: [team], role: "read" });
    await invite({ users: [editor.user], role: "comment" });
    expect(await can(guest)).toEqual(["view", "access"]);
    expect(await can(editor)).toEqual(["view", "access", "comment"]);
    await invite({ teams: [team], role: "review" });
    expect(await can(editor)).toEqual(["view", "access", "edit", "comment", "merge", "review"]);
  });

  it("shuts a user out with null, whatever teams and the default level give, but never an administrator", async () => {
    await service.send(`PATCH /v1/spaces/${space}`, { body: '{"defaultLevel":"review"}' });
    await invite({ teams: [await makeTeam(editor)], role: "admin" });
    await invite({ users: [editor.user, service.user], role: null });
    expect(await can(editor)).toEqual([]);
    expect((await service.send(`GET /v1/spaces/${space}`)).status).toBe(200);
  });

  it("names the users and teams that do not exist", async () => {
    const { administrator } = await addOrganization(service);
    expect(refusal(await invite({ role: "read" }))).toBe(
      "400 users, teams: both are empty. Give ids of users, of teams or of both.",
    );
    expect(refusal(await invite({ users: [guest.user, administrator.user], role: "read" }))).toBe(
      `404 users: the organization of the space has no member ${administrator.user}.`,
    );
    expect(refusal(await invite({ teams: ["nobody"], role: "read" }))).toBe(
      "404 teams: the organization of the space has no team nobody.",
    );
    expect(await can(guest)).toEqual([]);
  });

  it("requires an administrator of the space", async () => {
    await invite({ users: [editor.user], role: "create" });
    const send = (line: string, body?: string) =>
      service.send(line, { headers: editor.headers, ...(body === undefined ? {} : { body }) });
    const refused = `403 This needs the role "admin" on space ${space}; the token's user has "create".`;
    const path = `/v1/spaces/${space}/permissions`;
    expect(refusal(await send(`POST ${path}`, `{"users":["${editor.user}"],"role":"admin"}`))).toBe(refused);
    expect(refusal(await send(`PATCH ${path}/users/${editor.user}`, '{"role":"admin"}'))).toBe(refused);
    expect(refusal(await send(`DELETE ${path}/users/${editor.user}`))).toBe(refused);
    for (const name of ["aggregate", "users", "teams"])
      expect(refusal(await send(`GET ${path}/${name}`))).toBe(refused);
    await invite({ users: [editor.user], role: "admin" });
    expect((await send(`POST ${path}`, `{"users":["${guest.user}"],"role":"admin"}`)).status).toBe(204);
  });
});

describe("the lists of permissions", () => {
  it("contain the granted roles, and everyone who can open the space with the role that applies", async () => {
    const team = await makeTeam(guest);
    await invite({ teams: [team], role: "comment" });
    await invite({ users: [guest.user], role: "read" });
    await invite({ users: [editor.user], role: null });
    expect(await list("users")).toEqual([[guest.user, "read"]]);
    expect(await list("teams")).toEqual([[team, "comment"]]);
    const all = await list("aggregate");
    expect(all).toContainEqual([guest.user, "comment"]);
    expect(all).toContainEqual([service.user, "admin"]);
    expect(all.map(([user]) => user)).not.toContain(editor.user);
    expect(await list("aggregate?role=comment")).toEqual([[guest.user, "comment"]]);
  });

  it("name the source of each role, as do the spaces of a member", async () => {
    const [low, high] = [await makeTeam(editor, guest), await makeTeam(editor)];
    await service.send(`PATCH /v1/spaces/${space}`, { body: '{"defaultLevel":"comment"}' });
    const sourceOf = async (person: Person) => {
      const everyone = await service.send(`GET /v1/spaces/${space}/permissions/aggregate?limit=100`);
      const roles = member(everyone, "items") as { permission: string; user: { id: string }; source?: object }[];
      const found = roles.find(({ user }) => user.id === person.user);
      const at = `/v1/orgs/${service.organization}/members/${person.user}/spaces?limit=100`;
      const own = member(await service.send(`GET ${at}`, { headers: person.headers }), "items") as {
        permission: string;
        space: { id: string };
        source?: object;
      }[];
      const told = own.find((one) => one.space.id === space);
      expect(told && [told.permission, told.source]).toEqual(found && [found.permission, found.source]);
      return found && [found.permission, found.source];
    };
    expect(await sourceOf(editor)).toEqual(["comment", { kind: "default_level" }]);
    expect(await sourceOf(guest)).toBeUndefined();
    await invite({ teams: [low], role: "edit" });
    expect(await sourceOf(editor)).toEqual(["edit", { kind: "team", team: { id: low, title: low } }]);
    expect(await sourceOf(guest)).toEqual(["edit", { kind: "team", team: { id: low, title: low } }]);
    await invite({ teams: [high], role: "review" });
    expect(await sourceOf(editor)).toEqual(["review", { kind: "team", team: { id: high, title: high } }]);
    await invite({ users: [editor.user], role: "review" });
    expect(await sourceOf(editor)).toEqual(["review", { kind: "user" }]);
    await service.send(`PATCH /v1/spaces/${space}`, { body: '{"defaultLevel":"inherit"}' });
    await invite({ users: [editor.user], role: "read" });
    await service.send(`PATCH /v1/orgs/${service.organization}/members/${editor.user}`, { body: '{"role":"create"}' });
    expect(await sourceOf(editor)).toEqual(["create", { kind: "organization" }]);
    await service.send(`PATCH /v1/orgs/${service.organization}/members/${editor.user}`, { body: '{"role":"admin"}' });
    expect(await sourceOf(editor)).toEqual(["admin", { kind: "administrator" }]);
    await service.send(`PATCH /v1/orgs/${service.organization}/members/${editor.user}`, { body: '{"role":"edit"}' });
    await invite({ users: [editor.user], role: null });
    expect(await sourceOf(editor)).toBeUndefined();
  });

  it("follow a role that is changed or taken back", async () => {
    const path = `/v1/spaces/${space}/permissions/users/${editor.user}`;
    expect(refusal(await service.send(`PATCH ${path}`, { body: '{"role":"read"}' }))).toBe(
      `404 userId: user ${editor.user} has no granted role in space ${space}. Invite the user to the space first.`,
    );
    await invite({ users: [editor.user], role: "read" });
    expect((await service.send(`PATCH ${path}`, { body: '{"role":"edit"}' })).status).toBe(204);
    expect(await list("users")).toEqual([[editor.user, "edit"]]);
    expect((await service.send(`DELETE ${path}`)).status).toBe(205);
    expect((await service.send(`DELETE ${path}`)).status).toBe(204);
    expect(await can(editor)).toEqual([]);
  });
});
