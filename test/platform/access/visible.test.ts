import { beforeAll, describe, expect, it } from "vitest";
import type { Role } from "../../../src/contract/models/role.ts";
import { insertCollection } from "../../../src/platform/access/collections-rows.ts";
import { putTeamGrants } from "../../../src/platform/access/grants-rows.ts";
import { countRoles, listRoles, settleLevels } from "../../../src/platform/access/levels-rows.ts";
import { countMemberSpaces } from "../../../src/platform/access/people/view.ts";
import { findActiveMember } from "../../../src/platform/access/people-rows.ts";
import { getRoleRank, may } from "../../../src/platform/access/roles.ts";
import { getSpaceScopes, getUserRole } from "../../../src/platform/access/scope.ts";
import { insertSpace, listSpaces } from "../../../src/platform/access/spaces-rows.ts";
import type { Queries } from "../../../src/platform/kernel/database/tables.ts";
import { addPerson } from "../http/people.ts";
import { running } from "../http/running.ts";

const service = running();

const roles: readonly (Role | null)[] = ["read", "comment", "edit", "review", "create", "admin", null];

const levels = [...roles, "inherit", "inherit", "inherit"];

const people: string[] = [];

/** The same sequence in every run. */
let state = 20_261_121;

const random = (below: number) => {
  state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7fffffff;
  return (state >> 8) % below;
};

const pick = <Item>(items: readonly Item[]): Item => items[random(items.length)] as Item;

const now = "2026-01-02T03:04:05.000Z";

const collections = Array.from({ length: 12 }, (_, index) => `collection${index}`);

const spaces = Array.from({ length: 120 }, (_, index) => `space${index}`);

/** Spaces are rows, so that they can have levels of any kind; people, teams and roles are created by the operations. */
beforeAll(async () => {
  for (const role of roles)
    for (let count = 0; count < 2; count += 1) {
      people.push((await addPerson(service, service.organization, role)).user);
    }
  await service.platform.database.write(async (queries) => {
    for (const [index, id] of collections.entries()) {
      await insertCollection(queries, { ...placed(pick(levels), index), id, title: id, description: null });
    }
    for (const id of spaces) {
      await insertSpace(queries, {
        ...placed(pick(levels), collections.length),
        id,
        title: id,
        emoji: "",
        visibility: "private",
        edit_mode: "live",
        language: null,
        merge_rules: "{}",
        revision: "",
        deleted_at: null,
      });
    }
  });
  const teams: string[] = [];
  for (const index of [0, 1, 2, 3]) {
    const made = await send("PUT", `orgs/${service.organization}/teams`, { title: `Team ${index}` });
    const team = (made.json as { id: string }).id;
    teams.push(team);
    const members = people.filter(() => random(3) === index % 3);
    await send("PUT", `orgs/${service.organization}/teams/${team}/members`, { add: members });
  }
  for (const space of spaces) {
    for (const user of people.filter(() => random(6) === 0)) await giveRole(space, user, pick(roles));
    for (const team of teams.filter(() => random(5) === 0)) await giveTeamRole(space, team, pick(roles));
  }
});

const send = async (method: string, path: string, body: object) => {
  const answer = await service.send(`${method} /v1/${path}`, { body: JSON.stringify(body) });
  if (answer.status >= 300) throw new Error(answer.text);
  return answer;
};

async function giveRole(space: string, user: string, role: Role | null): Promise<void> {
  await send("POST", `spaces/${space}/permissions`, { users: [user], role: role ?? "read" });
  if (role === null) await send("PATCH", `spaces/${space}/permissions/users/${user}`, { role });
}

/** There is no operation yet that removes a level's default for a team. */
async function giveTeamRole(space: string, team: string, role: Role | null): Promise<void> {
  await send("POST", `spaces/${space}/permissions`, { teams: [team], role: role ?? "read" });
  if (role === null) {
    await service.platform.database.write((queries) =>
      putTeamGrants(queries, [{ space, team, role, granted_at: now }]),
    );
  }
}

function placed(level: string | null, before: number) {
  const parent = random(4) === 0 || before === 0 ? null : `collection${random(before)}`;
  return { organization: service.organization, parent, default_level: level, created_at: now, updated_at: now };
}

/** What each person may read, by the list and by the role in each space. */
async function bothWays(queries: Queries, user: string) {
  const viewer = await findActiveMember(queries, service.organization, user);
  if (viewer === undefined) throw new Error(user);
  const all = await queries.selectFrom("space").selectAll().orderBy("position").execute();
  return {
    role: viewer.role,
    counted: (await countMemberSpaces(queries, service.organization, [viewer])).get(user),
    listed: (await listSpaces(queries, { viewer }, undefined, 1000)).map(({ id }) => id),
    allowed: (await getSpaceScopes({ queries }, viewer, all))
      .filter(({ role }) => may(role, "view"))
      .map(({ space }) => space.id),
  };
}

describe("a list of spaces", () => {
  it("contains exactly those in which its reader has a role, whatever the role comes from", async () => {
    const seen = await service.platform.database.read((queries) =>
      Promise.all(people.map((user) => bothWays(queries, user))),
    );
    for (const { listed, allowed, counted } of seen) {
      expect(listed).toEqual(allowed);
      expect(counted).toBe(allowed.length);
    }
    const counts = new Set(seen.map(({ listed }) => listed.length));
    expect(counts.size, "people see different spaces").toBeGreaterThan(4);
    for (const { role, listed } of seen) if (role === "admin") expect(listed).toHaveLength(spaces.length);
  });
});

describe("the spaces of a member", () => {
  it("are those that the member may see, with the role in each, and the list of members has their count", async () => {
    const members = `GET /v1/orgs/${service.organization}/members`;
    const rows = (await service.send(`${members}?limit=1000`)).json as { items: { id: string; spaces: number }[] };
    const counted = new Map(rows.items.map(({ id, spaces }) => [id, spaces]));
    for (const user of people) {
      const { items, count } = (await service.send(`${members}/${user}/spaces?limit=1000`)).json as {
        items: { permission: Role; space: { id: string } }[];
        count: number;
      };
      const expected = await service.platform.database.read(async (queries) => {
        const found = await queries.selectFrom("space").selectAll().execute();
        const viewer = await findActiveMember(queries, service.organization, user);
        if (viewer === undefined) throw new Error(user);
        return (await getSpaceScopes({ queries }, viewer, found)).flatMap(({ space, role }) =>
          role === null ? [] : [[space.id, role] as const],
        );
      });
      expect(new Map(items.map(({ space, permission }) => [space.id, permission]))).toEqual(new Map(expected));
      const { length } = expected;
      expect([items.length, count, counted.get(user)]).toEqual([length, length, length]);
    }
  });
});

describe("the list of who can open a space", () => {
  it("has the role that applies to each member", async () => {
    const disagreeing = await service.platform.database.read(async (queries) => {
      const found: unknown[] = [];
      for (const space of await queries.selectFrom("space").selectAll().execute()) {
        const listed = new Map(
          (await listRoles(queries, { space }, undefined, 1000)).map((row) => [row.user, row.rank]),
        );
        expect(await countRoles(queries, { space })).toBe(listed.size);
        for (const user of people) {
          const role = await getUserRole({ queries }, space, user);
          if (getRoleRank(role) !== (listed.get(user) ?? 0)) found.push([space.id, user, role, listed.get(user)]);
        }
      }
      return found;
    });
    expect(disagreeing).toEqual([]);
  });
});

describe("the level of a space", () => {
  it("is the same when it is kept up to date as when it is computed from all default levels", async () => {
    const before = await service.platform.database.read(readLevels);
    await service.platform.database.write(async (queries) => {
      await queries.updateTable("collection").set({ level: "wrong" }).execute();
      await queries.updateTable("space").set({ level: "wrong" }).execute();
      await settleLevels(queries, service.organization);
    });
    expect(await service.platform.database.read(readLevels)).toEqual(before);
    expect(new Set(before.map(({ level }) => level)).size).toBe(8);
  });
});

const readLevels = (queries: Queries) =>
  queries
    .selectFrom("space")
    .select(["id", "level"])
    .unionAll(queries.selectFrom("collection").select(["id", "level"]))
    .orderBy("id")
    .execute();
