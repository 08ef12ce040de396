import { describe, expect, it } from "vitest";
import { findMember } from "../../src/platform/access/members-rows.ts";
import { createUser } from "../../src/platform/access/people/index.ts";
import { findUser, findUserByEmail } from "../../src/platform/access/people-rows.ts";
import { findSession } from "../../src/platform/access/sessions-rows.ts";
import { openAccounts } from "./accounts-workspace.ts";
import type { Browser } from "./browser.ts";
import { type Faults, person, startOpenIdProvider } from "./openid-provider.ts";
import { api } from "./saml-workspace.ts";
import { stranger } from "./signing-keys.ts";

const secret = "a secret of the provider's";

async function open(faults: Faults = {}) {
  const provider = await startOpenIdProvider(secret);
  provider.faults = faults;
  const logged: string[] = [];
  const workspace = await openAccounts({
    openid: { issuer: provider.issuer, clientId: "copydesk", clientSecret: secret },
    log: (line) => logged.push(line),
  });
  await api(workspace, "PATCH", `/orgs/${workspace.organization}`, {
    emailDomains: ["masts.example"],
    defaultRole: "comment",
  });
  const begin = async (browser: Browser, returnTo?: string) => {
    const query = returnTo === undefined ? "" : `?returnTo=${encodeURIComponent(returnTo)}`;
    return (await browser.open(`/app/sign-in/oidc/start${query}`)).headers.get("location") ?? "";
  };
  const signIn = async (browser: Browser, changes?: Readonly<Record<string, string | undefined>>) =>
    browser.open(provider.agree(await begin(browser), changes));
  const whoIs = (browser: Browser) =>
    workspace.platform.database.read(async (queries) => {
      const { platform } = workspace;
      const session = await findSession(queries, browser.cookie("copydesk_session") ?? "", platform.now());
      return session && (await findUser(queries, session.user));
    });
  return { ...workspace, provider, logged, begin, signIn, whoIs };
}

describe("signing in with OpenID Connect", () => {
  it("asks for a code with PKCE, a state and a nonce", async () => {
    const { browser, provider, begin } = await open();
    const grace = browser();
    await grace.open("/app/sign-in");
    expect(grace.html).toContain("/app/sign-in/oidc/start");
    const { origin, searchParams } = new URL(await begin(grace));
    expect(origin).toBe(provider.issuer);
    expect(Object.fromEntries(searchParams)).toMatchObject({
      response_type: "code",
      client_id: "copydesk",
      redirect_uri: "http://127.0.0.1:7337/app/sign-in/oidc/callback",
      code_challenge_method: "S256",
      code_challenge: expect.stringMatching(/^[\w-]{43}$/),
      state: expect.stringMatching(/^\w{44}$/),
      nonce: expect.stringMatching(/^[\w-]{43}$/),
    });
  });

  it("makes a new person of the organization's domain a member with its default role", async () => {
    const { browser, platform, organization, signIn, whoIs } = await open();
    const grace = browser();
    expect((await signIn(grace)).headers.get("location")).toBe("/app/account");
    const user = await whoIs(grace);
    expect(user).toMatchObject({ email: person.email, display_name: person.name });
    const member = await platform.database.read((queries) => findMember(queries, organization, user?.id ?? ""));
    expect(member).toMatchObject({ role: "comment" });
  });

  it("opens the account with the verified address, and recognizes it by its subject from then on", async () => {
    const { browser, platform, provider, signIn, whoIs } = await open();
    const user = await platform.database.write((queries) =>
      createUser(queries, { email: "Grace@Home.example", displayName: "Grace" }, platform.now()),
    );
    provider.faults = { claims: { email: "grace@home.example" } };
    const grace = browser();
    await signIn(grace);
    expect((await whoIs(grace))?.id).toBe(user.id);
    provider.faults = { claims: { email: "new@address.example", email_verified: false } };
    const again = browser();
    await signIn(again);
    expect((await whoIs(again))?.id).toBe(user.id);
  });

  it("asks for an address that the token lacks", async () => {
    const { browser, signIn, whoIs } = await open({ without: ["email", "email_verified"] });
    const grace = browser();
    await signIn(grace);
    expect((await whoIs(grace))?.email).toBe(person.email);
  });

  it("continues only to a page of this server", async () => {
    const { browser, provider, begin } = await open();
    const grace = browser();
    const to = async (returnTo: string) =>
      (await grace.open(provider.agree(await begin(grace, returnTo)))).headers.get("location");
    expect(await to("/app/oauth/consent?id=7")).toBe("/app/oauth/consent?id=7");
    expect(await to("//evil.example/app/")).toBe("/app/account");
  });

  it("is not offered without a configured provider", async () => {
    const { browser } = await openAccounts();
    const grace = browser();
    await grace.open("/app/sign-in");
    expect(grace.html).not.toContain("oidc");
    expect((await grace.open("/app/sign-in/oidc/start")).status).toBe(404);
  });

  it("asks to try again while the provider is down, and works once it is up", async () => {
    const { browser, provider, signIn, begin } = await open({ discovery: { issuer: "https://evil.example" } });
    const grace = browser();
    expect((await grace.open("/app/sign-in/oidc/start")).status).toBe(503);
    provider.faults = {};
    expect(await begin(grace)).toContain(provider.issuer);
    expect((await signIn(grace)).headers.get("location")).toBe("/app/account");
  });
});

const later = Math.floor(Date.now() / 1000);

describe("a sign-in with OpenID Connect", () => {
  it.each<[string, Faults]>([
    ["a nonce that is missing", { without: ["nonce"] }],
    ["another nonce", { claims: { nonce: "another" } }],
    ["another issuer", { claims: { iss: "https://evil.example" } }],
    ["another audience", { claims: { aud: "another" } }],
    ["several audiences, and another party", { claims: { aud: ["copydesk", "another"], azp: "another" } }],
    ["a token that has expired", { claims: { exp: later - 3600 } }],
    ["no expiry", { without: ["exp"] }],
    ["no subject", { without: ["sub"] }],
    ["a key of somebody else", { signWith: stranger.key }],
    ["no signature", { algorithm: "none" }],
    ["a signature with a shared secret", { algorithm: "HS256" }],
    ["an address that is not verified", { claims: { email_verified: false } }],
    ["an address verified in words", { claims: { email_verified: "true" } }],
    ["no word on whether the address is verified", { without: ["email_verified"] }],
    ["an address outside the organization's domains", { claims: { email: "eve@elsewhere.example" } }],
    ["an address in a domain that ends alike", { claims: { email: "eve@evil-masts.example" } }],
    ["an invalid address", { claims: { email: "grace@masts.example, eve@evil.example" } }],
    ["information on another person", { without: ["email"], userinfo: { ...person, sub: "u-18" } }],
    ["a failure of the provider", { tokenStatus: 500 }],
  ])("is refused for a response with %s", async (_, faults) => {
    const { browser, signIn, platform } = await open(faults);
    const eve = browser();
    const answer = await signIn(eve);
    expect(answer.status).toBe(403);
    expect(eve.cookie("copydesk_session")).toBeUndefined();
    const found = await platform.database.read((queries) => findUserByEmail(queries, "grace@masts.example"));
    expect(found).toBeUndefined();
  });

  it.each<[string, Readonly<Record<string, string | undefined>>]>([
    ["another state", { state: "_another" }],
    ["no state", { state: "" }],
    ["another issuer", { iss: "https://evil.example" }],
    ["no issuer", { iss: undefined }],
    ["another code", { code: "guessed" }],
    ["an error in place of a code", { error: "access_denied" }],
  ])("is refused at an address with %s", async (_, changes) => {
    const { browser, signIn } = await open();
    const eve = browser();
    expect((await signIn(eve, changes)).status).toBe(403);
    expect(eve.cookie("copydesk_session")).toBeUndefined();
  });

  it("is refused at an address that another browser was sent to, or that was used before", async () => {
    const { browser, provider, begin } = await open();
    const [grace, eve] = [browser(), browser()];
    await grace.open("/app/sign-in");
    const back = provider.agree(await begin(eve));
    expect((await grace.open(back)).status).toBe(403);
    expect((await eve.open(back)).status).toBe(303);
    expect((await eve.open(back)).status).toBe(403);
  });

  it("neither logs nor shows a code, a token or the secret when it is refused", async () => {
    const { browser, signIn, logged } = await open({ without: ["nonce"] });
    const eve = browser();
    await signIn(eve);
    expect(logged).toHaveLength(1);
    expect(logged.join() + eve.html).not.toMatch(/eyJ|at-1|a secret of/);
  });
});
