import { describe, expect, it } from "vitest";
import { findMember } from "../../src/platform/access/members-rows.ts";
import { addMember, createUser } from "../../src/platform/access/people/index.ts";
import { findUser, insertOrganization } from "../../src/platform/access/people-rows.ts";
import { findSession } from "../../src/platform/access/sessions-rows.ts";
import { ownTeams } from "../../src/platform/access/teams-rows.ts";
import type { Browser } from "./browser.ts";
import { assertion, readRequest, response, sign, ssoURL } from "./saml-identity-provider.ts";
import { api, openSaml, type SamlWorkspace } from "./saml-workspace.ts";

const account = "/app/account";

async function whoIs(browser: Browser, { platform }: SamlWorkspace) {
  return platform.database.read(async (queries) => {
    const session = await findSession(queries, browser.cookie("copydesk_session") ?? "", platform.now());
    return session && (await findUser(queries, session.user));
  });
}

const add = ({ platform, organization }: SamlWorkspace, email: string, membership?: { sso?: boolean }) =>
  platform.database.write(async (queries) => {
    const user = await createUser(queries, { email, displayName: "Grace" }, platform.now());
    if (membership !== undefined) {
      await addMember(queries, { organization, user: user.id, role: "read", ...membership }, platform.now());
    }
    return user;
  });

/** Signs in through the provider in a browser that is signed in, and agrees to what is asked. */
async function allow(browser: Browser, { signIn, provider }: SamlWorkspace): Promise<void> {
  const asked = await signIn(browser);
  expect(asked.status).toBe(200);
  expect(browser.html).toContain("Allow Mast works to sign you in");
  const answer = await browser.submit(`/app/sign-in/saml/${provider.id}/finish`);
  expect(answer.headers.get("location")).toBe(account);
}

describe("signing in through a SAML provider", () => {
  it("begins on the sign-in page and sends the browser to the provider", async () => {
    const { browser, provider } = await openSaml();
    const grace = browser();
    await grace.open("/app/sign-in?returnTo=/app/account");
    expect(grace.html).toContain("Sign in with Mast works");
    const [, href = ""] = /href="([^"]*\/start[^"]*)"/.exec(grace.html) ?? [];
    const started = await grace.open(href);
    const location = started.headers.get("location") ?? "";
    expect(started.status).toBe(303);
    expect(location.startsWith(`${ssoURL}?`)).toBe(true);
    const { xml } = readRequest(location);
    expect(xml).toContain(`AssertionConsumerServiceURL="${provider.service.acsURL}"`);
    expect(xml).toContain(`>${provider.service.entityID}<`);
    expect(xml).toContain(`Destination="${ssoURL}"`);
  });

  it("makes a new person a member with the provider's role and team", async () => {
    const workspace = await openSaml();
    const { platform, organization, provider, browser, signIn } = workspace;
    const team = await api(workspace, "PUT", `/orgs/${organization}/teams`, { title: "Riggers" });
    const teamId = String(team.json.id);
    await api(workspace, "PATCH", `/orgs/${organization}/saml/${provider.id}`, { defaultTeam: teamId });
    const grace = browser();
    const answer = await signIn(grace);
    expect([answer.status, answer.headers.get("location")]).toEqual([303, account]);
    const user = await whoIs(grace, workspace);
    expect(user).toMatchObject({ email: "grace@masts.example", display_name: "Grace Hopper" });
    const member = await platform.database.read((queries) => findMember(queries, organization, user?.id ?? ""));
    expect(member).toMatchObject({ role: "edit", sso: 1, disabled: 0 });
    const teams = await platform.database.read((queries) => ownTeams(queries, user?.id ?? "", [teamId]));
    expect([...teams.keys()]).toEqual([teamId]);
  });

  it("recognizes the person again by the provider's name for them, whatever the address is by then", async () => {
    const workspace = await openSaml();
    const [first, second] = [workspace.browser(), workspace.browser()];
    await workspace.signIn(first);
    await workspace.signIn(second, { attributes: { email: "hopper@elsewhere.example" } });
    expect((await whoIs(second, workspace))?.id).toBe((await whoIs(first, workspace))?.id);
  });

  it("accepts a response that is signed as a whole", async () => {
    const workspace = await openSaml();
    const grace = workspace.browser();
    const claims = await workspace.begin(grace);
    const answer = await workspace.answer(grace, sign(response(claims, assertion(claims))));
    expect(answer.headers.get("location")).toBe(account);
  });

  it("continues to the page that required it", async () => {
    const workspace = await openSaml();
    const grace = workspace.browser();
    const claims = await workspace.begin(grace, "/app/oauth/consent?id=7");
    const answer = await workspace.answer(grace, response(claims, sign(assertion(claims))));
    expect(answer.headers.get("location")).toBe("/app/oauth/consent?id=7");
  });

  it("continues nowhere else", async () => {
    const workspace = await openSaml();
    const grace = workspace.browser();
    const claims = await workspace.begin(grace, "https://evil.example/app/");
    const answer = await workspace.answer(grace, response(claims, sign(assertion(claims))));
    expect(answer.headers.get("location")).toBe(account);
  });

  it("tells the provider what to enter, as metadata", async () => {
    const { browser, provider } = await openSaml();
    const answer = await browser().open(new URL(provider.service.entityID).pathname);
    const text = await answer.text();
    expect(text).toContain(`entityID="${provider.service.entityID}"`);
    expect(text).toContain(`Location="${provider.service.acsURL}"`);
  });

  it("is not offered by a provider that is pending or was deleted", async () => {
    const workspace = await openSaml({}, { certificate: "" });
    expect(workspace.provider.status).toBe("pending");
    const start = new URL(workspace.provider.service.startURL).pathname;
    expect((await workspace.browser().open(start)).status).toBe(404);
    const { organization, provider } = workspace;
    await api(workspace, "DELETE", `/orgs/${organization}/saml/${provider.id}`);
    expect((await workspace.browser().open(new URL(provider.service.entityID).pathname)).status).toBe(404);
  });
});

describe("an account", () => {
  it("is opened by the provider if its address is in a domain of the organization", async () => {
    const workspace = await openSaml();
    const user = await add(workspace, "grace@masts.example");
    const grace = workspace.browser();
    await workspace.signIn(grace, { attributes: { email: "GRACE@Masts.Example" } });
    expect((await whoIs(grace, workspace))?.id).toBe(user.id);
  });

  it("is opened outside these domains if the membership is marked for single sign-on", async () => {
    const workspace = await openSaml();
    const user = await add(workspace, "grace@home.example", { sso: true });
    const grace = workspace.browser();
    await workspace.signIn(grace, { attributes: { email: "grace@home.example" } });
    expect((await whoIs(grace, workspace))?.id).toBe(user.id);
  });

  it.each([[undefined], [{ sso: false }]])("is not opened outside these domains otherwise: %j", async (membership) => {
    const workspace = await openSaml();
    await add(workspace, "grace@home.example", membership);
    const grace = workspace.browser();
    const answer = await workspace.signIn(grace, { attributes: { email: "grace@home.example" } });
    expect(answer.status).toBe(403);
    expect(grace.cookie("copydesk_session")).toBeUndefined();
  });

  it("is not opened by this organization's provider if it belongs to a member of another", async () => {
    const workspace = await openSaml();
    const { platform } = workspace;
    const user = await add(workspace, "grace@masts.example", { sso: true });
    await platform.database.write(async (queries) => {
      const created_at = platform.now();
      await insertOrganization(queries, { id: "elsewhere", title: "Elsewhere", default_role: null, created_at });
      await addMember(queries, { organization: "elsewhere", user: user.id, role: "admin" }, created_at);
    });
    const grace = workspace.browser();
    expect((await workspace.signIn(grace)).status).toBe(403);
    const owner = await workspace.signedIn(user.id);
    await allow(owner, workspace);
    expect((await workspace.signIn(grace)).headers.get("location")).toBe(account);
  });

  it("is opened once its owner agrees if it has joined another organization", async () => {
    const workspace = await openSaml();
    const { platform, browser, signIn } = workspace;
    const grace = browser();
    await signIn(grace);
    const user = await whoIs(grace, workspace);
    await platform.database.write(async (queries) => {
      const created_at = platform.now();
      await insertOrganization(queries, { id: "elsewhere", title: "Elsewhere", default_role: null, created_at });
      await addMember(queries, { organization: "elsewhere", user: user?.id ?? "", role: "admin" }, created_at);
    });
    const forged = browser();
    expect((await signIn(forged)).status).toBe(403);
    await allow(grace, workspace);
    expect((await signIn(forged)).headers.get("location")).toBe(account);
  });

  it("is not bound by leading a signed-in browser through a provider, without its owner's consent", async () => {
    const workspace = await openSaml();
    const user = await add(workspace, "grace@home.example", { sso: false });
    const [owner, eve] = [await workspace.signedIn(user.id), workspace.browser()];
    const claims = { nameID: "eve", attributes: { email: "grace@home.example" } };
    expect((await workspace.signIn(owner, claims)).status).toBe(200);
    expect((await owner.submit(`/app/sign-in/saml/${workspace.provider.id}/finish`, { forgery: "" })).status).toBe(403);
    expect((await workspace.signIn(eve, claims)).status).toBe(403);
    expect((await whoIs(owner, workspace))?.id).toBe(user.id);
  });

  it("gets no address outside the organization's domains", async () => {
    const workspace = await openSaml();
    const grace = workspace.browser();
    await workspace.signIn(grace, { attributes: { email: "grace@victim.example", displayName: "Grace" } });
    expect(await whoIs(grace, workspace)).toMatchObject({ email: null, display_name: "Grace" });
  });

  it("is not created for a transient name without an address", async () => {
    const workspace = await openSaml();
    const nameFormat = "urn:oasis:names:tc:SAML:2.0:nameid-format:transient";
    const grace = workspace.browser();
    expect((await workspace.signIn(grace, { nameFormat, attributes: {} })).status).toBe(403);
    await workspace.signIn(grace, { nameFormat, nameID: "_one" });
    const first = await whoIs(grace, workspace);
    await workspace.signIn(grace, { nameFormat, nameID: "_two" });
    expect((await whoIs(grace, workspace))?.id).toBe(first?.id);
  });

  it("stays suspended", async () => {
    const workspace = await openSaml();
    const { platform, organization } = workspace;
    const user = await add(workspace, "grace@masts.example", { sso: true });
    await platform.database.write((queries) =>
      queries
        .updateTable("member")
        .set({ disabled: 1 })
        .where("organization", "=", organization)
        .where("user", "=", user.id)
        .execute(),
    );
    const grace = workspace.browser();
    expect((await workspace.signIn(grace)).status).toBe(403);
    expect(grace.cookie("copydesk_session")).toBeUndefined();
  });
});

describe("a response that another browser requested", () => {
  it("signs nobody in", async () => {
    const workspace = await openSaml();
    const [grace, eve] = [workspace.browser(), workspace.browser()];
    await grace.open("/app/sign-in");
    const claims = await workspace.begin(eve);
    const answer = await workspace.answer(grace, response(claims, sign(assertion(claims))));
    expect(answer.status).toBe(403);
    expect(grace.cookie("copydesk_session")).toBeUndefined();
  });
});
