import { expect, it } from "vitest";
import {
  addMember,
  createUser,
  disableUser,
  enableUser,
  removeMember,
} from "../../../../src/platform/access/people/index.ts";
import { createSession, findSession } from "../../../../src/platform/access/sessions-rows.ts";
import { findTeams, insertTeam, ownTeams, putTeamMember } from "../../../../src/platform/access/teams-rows.ts";
import { createToken, findTokenOwner } from "../../../../src/platform/access/tokens-rows.ts";
import type { Queries } from "../../../../src/platform/kernel/database/tables.ts";
import { addOrganization } from "../../http/people.ts";
import { running } from "../../http/running.ts";

const service = running();

const write = <Result>(work: (queries: Queries, now: string) => Promise<Result>) =>
  service.platform.database.write((queries) => work(queries, service.platform.now()));

const newUser = (displayName = "Ada") =>
  write((queries, now) => createUser(queries, { email: null, displayName }, now));

const member = async (role: "admin" | "read" | null = "read") => {
  const { id } = await newUser();
  await write((queries, now) => addMember(queries, { organization: service.organization, user: id, role }, now));
  return id;
};

it("a new user has a normalized address and a name of one line", async () => {
  const made = await write((queries, now) =>
    createUser(queries, { email: " Grace@EXAMPLE.com ", displayName: " Grace\n\u202eHopper\u0000 " }, now),
  );
  expect(made).toMatchObject({ email: "grace@example.com", display_name: "Grace Hopper" });
});

it("a user without a name is named after the address", async () => {
  const made = await write((queries, now) => createUser(queries, { email: "tim@example.com", displayName: " " }, now));
  expect(made.display_name).toBe("tim@example.com");
});

it("a name is cut to 100 characters, never within a character", async () => {
  expect((await newUser("🦉".repeat(200))).display_name).toBe("🦉".repeat(100));
});

it.each([
  ["bad_request", "no address"],
  ["conflict", "TWICE@example.com"],
])("a user is rejected with %s for the address %j", async (code, email) => {
  await write(async (queries, now) => {
    await queries.deleteFrom("user").where("email", "=", "twice@example.com").execute();
    await createUser(queries, { email: "twice@example.com", displayName: "" }, now);
  });
  const again = write((queries, now) => createUser(queries, { email, displayName: "x" }, now));
  await expect(again).rejects.toMatchObject({ code });
});

it("an existing member keeps the role, and also gets the provider and the teams", async () => {
  const user = await member("read");
  const other = await addOrganization(service);
  await write(async (queries, now) => {
    await insertTeam(queries, { id: "writers", organization: service.organization, title: "Writers", created_at: now });
    await insertTeam(queries, { id: "strangers", organization: other.organization, title: "x", created_at: now });
    await putTeamMember(queries, { team: "writers", user, role: "owner", joined_at: now });
  });
  const joined = await write((queries, now) =>
    addMember(
      queries,
      { organization: service.organization, user, role: "admin", sso: true, teams: ["writers", "strangers"] },
      now,
    ),
  );
  expect(joined).toMatchObject({ outcome: "kept", member: { role: "read", sso: 1 } });
  const teams = await service.platform.database.read((queries) => ownTeams(queries, user, ["writers", "strangers"]));
  expect([...teams]).toEqual([["writers", "owner"]]);
});

it("suspended members and disabled users are rejected", async () => {
  const [suspended, disabled] = [await member(), await newUser()];
  await write(async (queries) => {
    await queries.updateTable("member").set({ disabled: 1 }).where("user", "=", suspended).execute();
    await queries.updateTable("user").set({ disabled: 1 }).where("id", "=", disabled.id).execute();
  });
  for (const user of [suspended, disabled.id]) {
    const joining = write((queries, now) =>
      addMember(queries, { organization: service.organization, user, role: "read" }, now),
    );
    await expect(joining).rejects.toMatchObject({ code: "forbidden" });
  }
});

it("a member who leaves the only organization is signed out everywhere, and stays a user", async () => {
  const user = await member();
  const now = service.platform.now();
  const { token } = await write((queries) => createToken(queries, { user, name: "x", createdAt: now }));
  const session = { user, signInMethod: "link", userAgent: undefined, now };
  const { secret } = await write((queries) => createSession(queries, session));
  const remove = () => write((queries) => removeMember(queries, { organization: service.organization, user }, now));
  expect([await remove(), await remove()]).toEqual([true, false]);
  const left = await service.platform.database.read(async (queries) => [
    await findTokenOwner(queries, token, now),
    await findSession(queries, secret, now),
  ]);
  expect(left).toEqual([undefined, undefined]);
  const users = await service.platform.database.read((queries) =>
    queries.selectFrom("user").select("display_name").where("id", "=", user).execute(),
  );
  expect(users).toEqual([{ display_name: "Ada" }]);
});

it("a member who leaves one of two organizations stays signed in, and keeps the teams of the other", async () => {
  const user = await member();
  const other = await addOrganization(service);
  const now = service.platform.now();
  const { token } = await write(async (queries) => {
    await insertTeam(queries, { id: "editors", organization: service.organization, title: "Editors", created_at: now });
    await insertTeam(queries, { id: "testers", organization: other.organization, title: "Testers", created_at: now });
    for (const team of ["editors", "testers"]) await putTeamMember(queries, { team, user, joined_at: now });
    await addMember(queries, { organization: other.organization, user, role: null }, now);
    return createToken(queries, { user, name: "x", createdAt: now });
  });
  await write((queries) => removeMember(queries, { organization: service.organization, user }, now));
  const read = service.platform.database.read;
  expect((await read((queries) => findTokenOwner(queries, token, now)))?.id).toBe(user);
  expect([...(await read((queries) => ownTeams(queries, user, ["editors", "testers"])))]).toEqual([
    ["testers", "member"],
  ]);
  expect(await read((queries) => findTeams(queries, service.organization, ["editors"]))).toHaveLength(1);
});

it("one of two administrators can leave, but not the other, even when both are removed at once", async () => {
  const other = await addOrganization(service);
  const { organization, administrator } = other;
  const second = await newUser();
  await write((queries, now) => addMember(queries, { organization, user: second.id, role: "admin" }, now));
  const removals = [second.id, administrator.user].map((user) =>
    write((queries, now) => removeMember(queries, { organization, user }, now)),
  );
  const outcomes = await Promise.allSettled(removals);
  expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected"]);
  expect(outcomes[1]).toMatchObject({ reason: { code: "conflict", message: expect.stringContaining('role "admin"') } });
});

it("a disabled user is signed out, cannot sign in until enabled, and stays a member", async () => {
  const user = await member();
  const now = service.platform.now();
  const make = () => write((queries) => createToken(queries, { user, name: "x", createdAt: now }));
  const whose = (token: string) => service.platform.database.read((queries) => findTokenOwner(queries, token, now));
  const before = await make();
  await write((queries) => disableUser(queries, user, now));
  const meanwhile = await make();
  expect([await whose(before.token), await whose(meanwhile.token)]).toEqual([undefined, undefined]);
  await write((queries) => enableUser(queries, user));
  expect([await whose(before.token), (await whose(meanwhile.token))?.id]).toEqual([undefined, user]);
  const again = await write((queries) =>
    addMember(queries, { organization: service.organization, user, role: "admin" }, now),
  );
  expect(again).toMatchObject({ outcome: "kept", member: { role: "read" } });
});

it("the last administrator who may sign in cannot be disabled, in any organization", async () => {
  const { organization, administrator } = await addOrganization(service);
  const second = await newUser();
  await write((queries, now) => addMember(queries, { organization, user: second.id, role: "admin" }, now));
  await write((queries, now) => disableUser(queries, second.id, now));
  for (const end of [
    (queries: Queries, now: string) => disableUser(queries, administrator.user, now),
    (queries: Queries, now: string) => removeMember(queries, { organization, user: administrator.user }, now),
  ]) {
    await expect(write<unknown>(end)).rejects.toMatchObject({
      code: "conflict",
      message: expect.stringContaining(organization),
    });
  }
  expect((await service.send("GET /v1/user", { headers: administrator.headers })).status).toBe(200);
});
