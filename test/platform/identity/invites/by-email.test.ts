import { describe, expect, it } from "vitest";
import {
  acceptAsNewcomer,
  claimInvites,
  findInvitation,
  inviteByEmail,
} from "../../../../src/platform/identity/invites/index.ts";
import { member, text } from "../../http/content.ts";
import { addPerson } from "../../http/people.ts";
import { running } from "../../http/running.ts";
import { ask, inviteAddress, join, makeOutsider, roleOf } from "./inviting.ts";

const service = running();

const invites = () => `/v1/orgs/${service.organization}/invites`;
const links = () => `/v1/orgs/${service.organization}/link-invites`;

const write = <Result>(work: Parameters<typeof service.platform.database.write<Result>>[0]) =>
  service.platform.database.write(work);
const now = () => service.platform.now();

describe("an invitation", () => {
  it("gives the same response for an address with and without an account", async () => {
    await makeOutsider(service, "known@elsewhere.example");
    const answers = [];
    for (const email of ["known@elsewhere.example", "new@elsewhere.example"]) {
      const answer = await ask(service, `POST ${invites()}`, { emails: [email], role: "read" });
      answers.push(answer.text.replaceAll(email, "EMAIL").replace(/"id":"\w+"|invite\/\w+/g, "ID"));
    }
    expect(answers[0]).toBe(answers[1]);
  });

  it("makes the owner of the address a member, once", async () => {
    const ada = await makeOutsider(service, "ada@example.com");
    const secret = await inviteAddress(service, " ADA@Example.com".trim(), "review");
    const [first, second] = await Promise.all([join(service, secret, ada), join(service, secret, ada)]);
    expect([first.status, second.status].sort()).toEqual([200, 404]);
    expect(await roleOf(service, ada.user)).toBe("review");
  });

  it("admits nobody else", async () => {
    const secret = await inviteAddress(service, "bob@example.com", "admin");
    for (const person of [await makeOutsider(service, "eve@example.com"), await makeOutsider(service)]) {
      const { status, text: answer } = await join(service, secret, person);
      expect([status, answer]).toEqual([403, expect.stringContaining("for another e-mail address")]);
      expect(await roleOf(service, person.user)).toBeUndefined();
    }
  });

  it("is for the address in Latin letters, not one that looks like it", async () => {
    const secret = await inviteAddress(service, "paul@example.com", "admin");
    const lookalike = await makeOutsider(service, "p\u0430ul@example.com");
    expect((await join(service, secret, lookalike)).status).toBe(403);
  });

  it("replaces an earlier one to the same address", async () => {
    const cy = await makeOutsider(service, "cy@example.com");
    const [first, second] = [
      await inviteAddress(service, "cy@example.com", "admin"),
      await inviteAddress(service, "CY@example.com", "read"),
    ];
    expect((await join(service, first, cy)).status).toBe(404);
    expect((await join(service, second, cy)).status).toBe(200);
    expect(await roleOf(service, cy.user)).toBe("read");
  });

  it("ends after a week", async () => {
    service.setTime("2026-01-02T03:04:05.000Z");
    const secret = await inviteAddress(service, "late@example.com", "read");
    const late = await makeOutsider(service, "late@example.com");
    service.setTime("2026-01-09T03:04:05.000Z");
    expect((await join(service, secret, late)).status).toBe(404);
    service.setTime("2026-01-02T03:04:05.000Z");
  });

  it("is listed, changed and revoked under an id that admits nobody", async () => {
    const dee = await makeOutsider(service, "dee@example.com");
    const secret = await inviteAddress(service, "dee@example.com", "admin");
    const listed = member(await ask(service, `GET ${links()}?limit=1000`), "items") as { id: string; email?: string }[];
    const invite = listed.find(({ email }) => email === "dee@example.com");
    expect(invite).toMatchObject({ object: "invite", role: "admin", delivery: "shown" });
    expect(JSON.stringify(listed)).not.toContain(secret);
    expect((await join(service, invite?.id ?? "", dee)).status).toBe(404);
    const changed = await ask(service, `PATCH ${links()}/${invite?.id}`, { role: "read" });
    expect(changed.json).toMatchObject({ email: "dee@example.com", role: "read" });
    expect((await ask(service, `DELETE ${links()}/${invite?.id}`)).status).toBe(205);
    expect((await join(service, secret, dee)).status).toBe(404);
  });

  it("leaves members unchanged, and reports them", async () => {
    const fay = await makeOutsider(service, "fay@example.com");
    await join(service, await inviteAddress(service, "fay@example.com", "read"), fay);
    const again = await ask(service, `POST ${invites()}`, { emails: ["fay@example.com"], role: "admin" });
    expect(again.json).toEqual({
      users: [],
      invited: 0,
      invitations: [{ email: "fay@example.com", outcome: "member" }],
    });
    expect(await roleOf(service, fay.user)).toBe("read");
  });

  it("gives each their own role, or the organization's default one", async () => {
    await ask(service, `PATCH /v1/orgs/${service.organization}`, { defaultRole: "comment" });
    await ask(service, `POST ${invites()}`, { emails: ["g1@example.com", { email: "g2@example.com", role: null }] });
    const listed = member(await ask(service, `GET ${links()}?limit=1000`), "items") as {
      role: string;
      email?: string;
    }[];
    const roles = new Map(listed.map(({ email, role }) => [email, role]));
    expect([roles.get("g1@example.com"), roles.get("g2@example.com")]).toEqual(["comment", null]);
  });

  it("stops working when its inviter is no longer an administrator", async () => {
    const maker = await addPerson(service, service.organization, "admin");
    const made = await ask(service, `POST ${invites()}`, { emails: ["hal@example.com"], role: "admin" }, maker);
    const secret = text(made, "invitations.0.url").split("/").at(-1) ?? "";
    await ask(service, `PATCH /v1/orgs/${service.organization}/members/${maker.user}`, { role: "create" });
    expect((await join(service, secret, await makeOutsider(service, "hal@example.com"))).status).toBe(404);
  });

  it.each([
    [{ emails: [] }, "emails: is empty"],
    [{ emails: ["nobody"] }, "emails"],
    [{ emails: ["a@b.example\r\nBcc: x@y.example"] }, "emails"],
    [{ emails: ["a@b.example", { email: "A@b.example", role: "admin" }], role: "read" }, "given twice"],
    [{ emails: Array.from({ length: 101 }, (_, at) => `a${at}@b.example`) }, "at most 100"],
    [{ emails: [{ email: "a@b.example", role: "owner" }] }, "emails"],
  ])("is refused for %j", async (body, message) => {
    const { status, text: answer } = await ask(service, `POST ${invites()}`, body);
    expect([status, answer]).toEqual([400, expect.stringContaining(message)]);
  });
});

describe("a newcomer", () => {
  const invite = (email: string, secretFor: "operator" | "inviter") =>
    write(async (queries) => {
      const { organization, user: by } = service;
      const invited = await inviteByEmail(
        queries,
        { organization, email, role: "edit", sso: true, by, secretFor },
        now(),
      );
      return invited?.secret ?? "";
    });

  it("gets the address if only its owner can have the secret", async () => {
    const secret = await invite("ivy@example.com", "operator");
    const { user } = await write((queries) => acceptAsNewcomer(queries, { secret, displayName: "Ivy" }, now()));
    const { json } = await ask(service, `GET /v1/orgs/${service.organization}/members/${user}`);
    expect(json).toMatchObject({ role: "edit", sso: true, user: { displayName: "Ivy", email: "ivy@example.com" } });
    const again = write((queries) => acceptAsNewcomer(queries, { secret, displayName: "Eve" }, now()));
    await expect(again).rejects.toMatchObject({ code: "not_found" });
  });

  it("gets no address, known or not, if the inviter saw the secret", async () => {
    await makeOutsider(service, "jo@example.com");
    for (const email of ["jo@example.com", "kim@example.com"]) {
      const secret = await invite(email, "inviter");
      const { user } = await write((queries) => acceptAsNewcomer(queries, { secret, displayName: "J" }, now()));
      const { json } = await ask(service, `GET /v1/orgs/${service.organization}/members/${user}`);
      expect((json as { user: object }).user).not.toHaveProperty("email");
    }
  });

  it("must sign in if an account has the address", async () => {
    await makeOutsider(service, "lee@example.com");
    const secret = await invite("lee@example.com", "operator");
    const made = write((queries) => acceptAsNewcomer(queries, { secret, displayName: "Lee" }, now()));
    await expect(made).rejects.toMatchObject({ code: "conflict" });
    const left = await service.platform.database.read((queries) => findInvitation(queries, secret, now()));
    expect(left).toMatchObject({ email: "lee@example.com", role: "edit", proven: true });
  });

  it("needs a name", async () => {
    const secret = await invite("mo@example.com", "operator");
    const made = write((queries) => acceptAsNewcomer(queries, { secret, displayName: " \n" }, now()));
    await expect(made).rejects.toMatchObject({ code: "bad_request" });
  });

  it("accepts the invitations sent to the address when it is verified", async () => {
    const { organization } = service;
    await invite("nia@example.com", "inviter");
    const nia = await makeOutsider(service, "nia@example.com");
    const accepted = await write((queries) => claimInvites(queries, nia.user, now()));
    expect(accepted).toEqual([{ organization, user: nia.user, outcome: "added" }]);
    expect(await roleOf(service, nia.user)).toBe("edit");
  });
});

it("secrets of invitations are not in the database", async () => {
  const secret = await inviteAddress(service, "zoe@example.com", "read");
  const rows = await service.platform.database.read((queries) =>
    queries.selectFrom("email_invite").selectAll().execute(),
  );
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain(secret);
});
