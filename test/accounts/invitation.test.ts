import { describe, expect, it } from "vitest";
import { findMember } from "../../src/platform/access/members-rows.ts";
import { createUser } from "../../src/platform/access/people/index.ts";
import { findUser } from "../../src/platform/access/people-rows.ts";
import { findSession } from "../../src/platform/access/sessions-rows.ts";
import { inviteByEmail } from "../../src/platform/identity/invites/invite-by-email.ts";
import { openAccounts } from "./accounts-workspace.ts";
import type { Browser } from "./browser.ts";
import { startOpenIdProvider } from "./openid-provider.ts";
import { api, openSaml } from "./saml-workspace.ts";

const email = "grace@masts.example";

async function open() {
  const workspace = await openAccounts();
  const { platform, organization, user } = workspace;
  /** The path of an invitation, mailed by the operator or handed over by the inviter. */
  const invite = async (secretFor: "operator" | "inviter" = "operator") => {
    const inviting = { organization, email, role: "review", sso: false, by: user, secretFor } as const;
    const invited = await platform.database.write((queries) => inviteByEmail(queries, inviting, platform.now()));
    return `/app/invite/${invited?.secret}`;
  };
  const whoIs = (browser: Browser) =>
    platform.database.read(async (queries) => {
      const session = await findSession(queries, browser.cookie("copydesk_session") ?? "", platform.now());
      return session && (await findUser(queries, session.user));
    });
  const roleOf = async (id: string | undefined) =>
    (await platform.database.read((queries) => findMember(queries, organization, id ?? "")))?.role;
  const addUser = (address: string) =>
    platform.database.write((queries) => createUser(queries, { email: address, displayName: "Grace" }, platform.now()));
  return { ...workspace, invite, whoIs, roleOf, addUser };
}

describe("an invitation", () => {
  it("shows what it is for, and admits a newcomer with a name", async () => {
    const { browser, invite, whoIs, roleOf } = await open();
    const grace = browser();
    const path = await invite();
    expect((await grace.open(path)).status).toBe(200);
    expect(grace.html).toContain("Join Local");
    expect(grace.html).toContain("with the role review");
    expect(grace.html).toContain(email);
    const answer = await grace.submit(path, { displayName: "Grace Hopper" });
    expect(answer.headers.get("location")).toBe("/app/account");
    const user = await whoIs(grace);
    expect(user).toMatchObject({ email, display_name: "Grace Hopper" });
    expect(await roleOf(user?.id)).toBe("review");
    expect((await browser().open(path)).status).toBe(404);
  });

  it("cannot create an account in another's name if the inviter handed it over", async () => {
    const { browser, invite, whoIs } = await open();
    const eve = browser();
    const path = await invite("inviter");
    await eve.open(path);
    await eve.submit(path, { displayName: "Not Grace" });
    expect(await whoIs(eve)).toMatchObject({ email: null });
  });

  it("sends people with an account to sign in, and back to join", async () => {
    const { browser, invite, link, whoIs, roleOf, addUser } = await open();
    const user = await addUser(email);
    const grace = browser();
    const path = await invite();
    await grace.open(path);
    const [, href = ""] = /href="([^"]*\/app\/sign-in\?[^"]*)"/.exec(grace.html) ?? [];
    expect(new URL(href, "http://localhost").searchParams.get("returnTo")).toBe(path);
    await grace.open(await link(user.id, path));
    expect((await grace.submit("/app/sign-in/link")).headers.get("location")).toBe(path);
    await grace.open(path);
    expect(grace.html).toContain("Join as Grace");
    expect((await grace.submit(path)).headers.get("location")).toBe("/app/account");
    expect((await whoIs(grace))?.id).toBe(user.id);
    expect(await roleOf(user.id)).toBe("review");
  });

  it("is not accepted by another signed-in user, not even with a name", async () => {
    const { signedIn, invite, roleOf, addUser } = await open();
    const eve = await addUser("eve@masts.example");
    const browser = await signedIn(eve.id);
    const path = await invite();
    await browser.open(path);
    expect(browser.html).toContain("with another address");
    expect(browser.html).not.toContain("<form");
    await browser.open("/app/account");
    const { forgery = "" } = browser.hidden("/app/account");
    expect((await browser.submit(path, { forgery })).status).toBe(403);
    expect(await roleOf(eve.id)).toBeUndefined();
  });

  it("admits one of two people who accept it concurrently", async () => {
    const { browser, invite } = await open();
    const [one, two] = [browser(), browser()];
    const path = await invite();
    await one.open(path);
    await two.open(path);
    const answers = await Promise.all([
      one.submit(path, { displayName: "One" }),
      two.submit(path, { displayName: "Two" }),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 404]);
  });

  it.each(["none", "a".repeat(43), "a".repeat(101), "x'--"])(
    "is not found if it does not exist: %s",
    async (secret) => {
      const { browser } = await open();
      expect((await browser().open(`/app/invite/${secret}`)).status).toBe(404);
    },
  );

  it("cannot be guessed for long from one address", async () => {
    const { browser } = await openAccounts({ clientAddress: () => "192.0.2.1" });
    const statuses: number[] = [];
    for (let attempt = 0; attempt < 40; attempt += 1) {
      statuses.push((await browser().open(`/app/invite/guess${attempt}`)).status);
    }
    expect(statuses.at(-1)).toBe(429);
  });

  it("rejects forms of other sites and empty names", async () => {
    const { browser, invite } = await open();
    const grace = browser();
    const path = await invite();
    await grace.open(path);
    expect((await grace.postFromElsewhere(path, { displayName: "Eve" })).status).toBe(403);
    await grace.open(path);
    expect((await grace.submit(path, { displayName: " " })).status).toBe(400);
    expect((await grace.open(path)).status).toBe(200);
  });

  it("signs nobody in if the organization requires single sign-on", async () => {
    const workspace = await open();
    const { browser, invite, organization } = workspace;
    await api(workspace, "PATCH", `/orgs/${organization}`, { sso: true });
    const grace = browser();
    const path = await invite();
    await grace.open(path);
    expect((await grace.submit(path, { displayName: "Grace" })).status).toBe(403);
    expect(grace.cookie("copydesk_session")).toBeUndefined();
    expect((await grace.open(path)).status).toBe(200);
  });
});

describe("an invitation to an address verified by a provider", () => {
  it("gives its role to a person who signs in through SAML", async () => {
    const workspace = await openSaml();
    const { platform, organization, user, browser, signIn } = workspace;
    const inviting = { organization, email, role: "review", sso: true, by: user, secretFor: "operator" } as const;
    await platform.database.write((queries) => inviteByEmail(queries, inviting, platform.now()));
    const grace = browser();
    await signIn(grace);
    const { json } = await api(workspace, "GET", `/orgs/${organization}/members`);
    const members = json.items as { role: string; user: { email?: string } }[];
    expect(members.find((member) => member.user.email === email)?.role).toBe("review");
  });

  it("admits a person from outside the organization's domains through OpenID Connect", async () => {
    const provider = await startOpenIdProvider("secret");
    const workspace = await openAccounts({
      openid: { issuer: provider.issuer, clientId: "copydesk", clientSecret: "secret" },
    });
    const { platform, organization, user, browser } = workspace;
    const inviting = { organization, email, role: "edit", sso: false, by: user, secretFor: "operator" } as const;
    await platform.database.write((queries) => inviteByEmail(queries, inviting, platform.now()));
    const grace = browser();
    const started = await grace.open("/app/sign-in/oidc/start");
    const answer = await grace.open(provider.agree(started.headers.get("location") ?? ""));
    expect(answer.headers.get("location")).toBe("/app/account");
    const { json } = await api(workspace, "GET", `/orgs/${organization}/members`);
    const members = json.items as { role: string; user: { email?: string } }[];
    expect(members.find((member) => member.user.email === email)?.role).toBe("edit");
  });
});
