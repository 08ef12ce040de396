import { beforeEach, describe, expect, it } from "vitest";
import type { Role } from "../../../../src/contract/models/role.ts";
import { disableUser } from "../../../../src/platform/access/people/index.ts";
import { member, text } from "../../http/content.ts";
import { addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { makeCollection, makeSpaceIn } from "../../workspace/spaces/arrangement.ts";
import { ask, join, makeLink, makeOutsider, roleOf, switchLinks } from "./inviting.ts";

const service = running();

const links = () => `/v1/orgs/${service.organization}/link-invites`;

async function roleIn(space: string, user: string): Promise<Role | undefined> {
  const answer = await ask(service, `GET /v1/spaces/${space}/permissions/aggregate`);
  const found = (answer.json as { items: { permission: Role; user: { id: string } }[] }).items;
  return found.find((item) => item.user.id === user)?.permission;
}

beforeEach(() => switchLinks(service, true));

describe("a link to the organization", () => {
  it("makes a stranger a member with its role, again and again", async () => {
    const secret = await makeLink(service, { role: "edit" });
    for (const person of [await makeOutsider(service), await makeOutsider(service)]) {
      expect((await join(service, secret, person)).json).toEqual({});
      expect(await roleOf(service, person.user)).toBe("edit");
    }
  });

  it.each(["read", "create"] as const)("leaves a member's role at %s", async (role) => {
    const member = await addPerson(service, service.organization, role);
    const secret = await makeLink(service, { role: role === "read" ? "admin" : "read" });
    expect((await join(service, secret, member)).status).toBe(200);
    expect(await roleOf(service, member.user)).toBe(role);
  });

  it("gives the role it was changed to, and stops working once deleted", async () => {
    const secret = await makeLink(service, { role: "admin" });
    const changed = await ask(service, `PATCH ${links()}/${secret}`, { role: null });
    expect(changed.json).toMatchObject({ object: "invite", id: secret, role: null });
    const guest = await makeOutsider(service);
    await join(service, secret, guest);
    expect(await roleOf(service, guest.user)).toBeNull();
    expect((await ask(service, `DELETE ${links()}/${secret}`)).status).toBe(205);
    const late = await makeOutsider(service);
    expect((await join(service, secret, late)).status).toBe(404);
    expect(await roleOf(service, late.user)).toBeUndefined();
  });

  it("works only for its own organization", async () => {
    const secret = await makeLink(service, { role: "read" });
    const person = await makeOutsider(service);
    expect((await ask(service, `POST /v1/orgs/elsewhere/invites/${secret}`, undefined, person)).status).toBe(404);
    expect(await roleOf(service, person.user)).toBeUndefined();
  });

  it("admits neither suspended members nor disabled users", async () => {
    const secret = await makeLink(service, { role: "read" });
    const person = await makeOutsider(service);
    await service.platform.database.write((queries) => disableUser(queries, person.user, service.platform.now()));
    expect((await join(service, secret, person)).status).toBe(401);
  });

  it("stops working when its creator may no longer invite", async () => {
    const maker = await addPerson(service, service.organization, "admin");
    const made = await ask(service, `POST ${links()}`, { role: "admin" }, maker);
    const secret = text(made, "id");
    await ask(service, `DELETE /v1/orgs/${service.organization}/members/${maker.user}`);
    const accomplice = await makeOutsider(service);
    expect((await join(service, secret, accomplice)).status).toBe(404);
    expect(await roleOf(service, accomplice.user)).toBeUndefined();
  });

  it("does not work and cannot be created while links are switched off", async () => {
    const secret = await makeLink(service, { role: "read" });
    await switchLinks(service, false);
    const refused = await join(service, secret, await makeOutsider(service));
    expect([refused.status, refused.text]).toEqual([403, expect.stringContaining("switched off")]);
    expect((await ask(service, `POST ${links()}`, { role: "read" })).status).toBe(409);
  });

  it("shows its secret only to administrators", async () => {
    const secret = await makeLink(service, { role: "read" });
    const listed = member(await ask(service, `GET ${links()}?limit=1000`), "items");
    expect(listed).toContainEqual({ object: "invite", id: secret, role: "read", redundant: true });
    expect(secret).toMatch(/^[0-9A-Za-z]{43}$/);
    const reader = await addPerson(service, service.organization, "create");
    expect((await ask(service, `GET ${links()}`, undefined, reader)).status).toBe(403);
  });
});

describe("a link to a space", () => {
  it("makes a guest with a role in that space and in no other", async () => {
    const space = await makeSpaceIn(service, "Open", {});
    const other = await makeSpaceIn(service, "Closed", {});
    const person = await makeOutsider(service);
    const secret = await makeLink(service, { space, level: "comment" });
    expect((await join(service, secret, person)).status).toBe(200);
    expect([
      await roleOf(service, person.user),
      await roleIn(space, person.user),
      await roleIn(other, person.user),
    ]).toEqual([null, "comment", undefined]);
  });

  it("does not change a role there", async () => {
    const space = await makeSpaceIn(service, "Open", {});
    const grants = `/v1/spaces/${space}/permissions`;
    for (const role of ["read", "review", null] as const) {
      const member = await addPerson(service, service.organization, null);
      await ask(service, `POST ${grants}`, { users: [member.user], role });
      await join(service, await makeLink(service, { space, level: "edit" }), member);
      expect(await roleIn(space, member.user)).toBe(role ?? undefined);
    }
  });

  it("can be created only by administrators of the space", async () => {
    const space = await makeSpaceIn(service, "Open", {});
    const owner = await addPerson(service, service.organization, "read");
    const other = await addPerson(service, service.organization, "create");
    await ask(service, `POST /v1/spaces/${space}/permissions`, { users: [owner.user], role: "admin" });
    const made = await ask(service, `POST ${links()}`, { space, level: "read" }, owner);
    expect(made.json).toMatchObject({ object: "invite", level: "read", redundant: true, space: { id: space } });
    expect((await ask(service, `POST ${links()}`, { space, level: "read" }, other)).status).toBe(403);
    expect((await ask(service, `POST ${links()}`, { role: "admin" }, owner)).status).toBe(403);
    const address = `${links()}/${text(made, "id")}`;
    expect((await ask(service, `PATCH ${address}`, { level: "edit" }, other)).status).toBe(403);
    expect((await ask(service, `DELETE ${address}`, undefined, other)).status).toBe(403);
    expect((await ask(service, `PATCH ${address}`, { level: "edit" }, owner)).json).toMatchObject({ level: "edit" });
  });

  it("admits nobody after the space was deleted", async () => {
    const space = await makeSpaceIn(service, "Short", {});
    const secret = await makeLink(service, { space, level: "read" });
    await ask(service, `DELETE /v1/spaces/${space}`);
    expect((await join(service, secret, await makeOutsider(service))).status).toBe(404);
  });
});

it("a link to a collection gives the role in the spaces it contains", async () => {
  const shelf = await makeCollection(service, "Shelf");
  const [inside, outside] = [
    await makeSpaceIn(service, "In", { parent: shelf }),
    await makeSpaceIn(service, "Out", {}),
  ];
  const person = await makeOutsider(service);
  const secret = await makeLink(service, { collection: shelf, level: "edit" });
  expect((await join(service, secret, person)).status).toBe(200);
  expect([await roleIn(inside, person.user), await roleIn(outside, person.user)]).toEqual(["edit", undefined]);
});

describe("mutually exclusive fields", () => {
  it.each([
    [{}, "role: is missing."],
    [{ level: "read" }, "level: requires"],
    [{ space: "s" }, "level: is missing."],
    [{ space: "s", role: "read" }, "role: a link to a space"],
    [{ space: "s", collection: "c", level: "read" }, "space, collection: a link gives access to only one"],
  ])("are rejected: %j", async (body, message) => {
    const { status, text: answer } = await ask(service, `POST ${links()}`, body);
    expect([status, answer]).toEqual([400, expect.stringContaining(message)]);
  });

  it("are rejected in a change", async () => {
    const secret = await makeLink(service, { role: "read" });
    const { status, text: answer } = await ask(service, `PATCH ${links()}/${secret}`, { level: "read" });
    expect([status, answer]).toEqual([400, expect.stringContaining("level: this invite is to the organization")]);
  });
});

it.each([
  ["x", 404],
  ["A".repeat(43), 404],
  ["%", 400],
  ["' or 1=1", 400],
  ["é", 400],
])("the guessed secret %j admits nobody", async (guess, status) => {
  const person = await makeOutsider(service);
  expect((await join(service, encodeURIComponent(guess), person)).status).toBe(status);
  expect(await roleOf(service, person.user)).toBeUndefined();
});
