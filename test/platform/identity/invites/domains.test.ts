import { describe, expect, it } from "vitest";
import { text } from "../../http/content.ts";
import { running } from "../../http/running.ts";
import { ask, makeOutsider, roleOf } from "./inviting.ts";

const service = running();

const takeDomains = (emailDomains: string[]) =>
  ask(service, `PATCH /v1/orgs/${service.organization}`, { emailDomains, defaultRole: "comment" });

describe("joining by e-mail domain", () => {
  it("gives the default role, and keeps an existing one", async () => {
    await takeDomains(["Example.com"]);
    const ada = await makeOutsider(service, "ada@EXAMPLE.com");
    const join = `POST /v1/orgs/${service.organization}/join`;
    expect((await ask(service, join, undefined, ada)).status).toBe(204);
    expect(await roleOf(service, ada.user)).toBe("comment");
    await ask(service, `PATCH /v1/orgs/${service.organization}/members/${ada.user}`, { role: "edit" });
    expect((await ask(service, join, undefined, ada)).status).toBe(204);
    expect(await roleOf(service, ada.user)).toBe("edit");
  });

  it.each(["ada@example.org", "ada@sub.example.com", "ada@example.com.evil.example", "ada@exаmple.com", undefined])(
    "is rejected with %s",
    async (email) => {
      await takeDomains(["example.com"]);
      const person = await makeOutsider(service, email);
      const answer = await ask(service, `POST /v1/orgs/${service.organization}/join`, undefined, person);
      expect([answer.status, answer.text]).toEqual([400, expect.stringContaining("does not accept the domain")]);
      expect(await roleOf(service, person.user)).toBeUndefined();
    },
  );

  it("does not find a missing organization", async () => {
    expect((await ask(service, "POST /v1/orgs/none/join")).status).toBe(404);
  });
});

describe("the organizations of a domain", () => {
  it("are listed for owners of an address in it, without members' details", async () => {
    await takeDomains(["example.com"]);
    await ask(service, `PATCH /v1/orgs/${service.organization}`, {
      mergeRules: { type: "rules", rules: [{ rule: "require_specific_reviewers", users: [service.user] }] },
    });
    const ben = await makeOutsider(service, "ben@example.com");
    const answer = await ask(service, "GET /v1/email-domains/example.com/orgs", undefined, ben);
    expect(text(answer, "organizations.0.id")).toBe(service.organization);
    expect(answer.json).toMatchObject({ organizations: [{ permissions: { view: false, admin: false } }] });
    expect(answer.text).not.toContain(service.user);
  });

  it("are listed for nobody else", async () => {
    await takeDomains(["example.com"]);
    const eve = await makeOutsider(service, "eve@example.net");
    const answer = await ask(service, "GET /v1/email-domains/example.com/orgs", undefined, eve);
    expect(answer.json).toEqual({ organizations: [] });
  });
});
