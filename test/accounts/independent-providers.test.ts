import { OAuth2Server } from "oauth2-mock-server";
import { describe, expect, it, onTestFinished } from "vitest";
import { findUser } from "../../src/platform/access/people-rows.ts";
import { findSession } from "../../src/platform/access/sessions-rows.ts";
import { type AccountsWorkspace, openAccounts } from "./accounts-workspace.ts";
import type { Browser } from "./browser.ts";
import { api, type SamlProviderAnswer } from "./saml-workspace.ts";
import { startSamlpProvider } from "./samlp-provider.ts";
import { stranger } from "./signing-keys.ts";

const whoIs = ({ platform }: AccountsWorkspace, browser: Browser) =>
  platform.database.read(async (queries) => {
    const session = await findSession(queries, browser.cookie("copydesk_session") ?? "", platform.now());
    return session && (await findUser(queries, session.user));
  });

const grace = { email: "grace@masts.example", display_name: "Grace Hopper" };

describe("an identity provider of the package samlp", () => {
  async function open(now?: () => Date) {
    const workspace = await openAccounts(now === undefined ? {} : { now });
    let service: SamlProviderAnswer["service"] | undefined;
    const provider = await startSamlpProvider(() => service?.acsURL ?? "");
    onTestFinished(() => provider.close());
    const place = `/orgs/${workspace.organization}`;
    await api(workspace, "PATCH", place, { emailDomains: ["masts.example"] });
    const made = await api(workspace, "POST", `${place}/saml`, {
      label: "Mast works",
      entityID: provider.entityID,
      ssoURL: provider.ssoURL,
      certificate: provider.certificate,
      defaultRole: "edit",
    });
    service = (made.json as unknown as SamlProviderAnswer).service;
    const { acsURL, startURL } = service;
    /** The form of the provider's page. */
    const ask = async (browser: Browser) => {
      const started = await browser.open(new URL(startURL).pathname);
      const page = await (await fetch(started.headers.get("location") ?? "")).text();
      const answer = /name="SAMLResponse"\s+value="([^"]+)"/.exec(page)?.[1];
      if (answer === undefined) throw new Error("the provider answered nothing");
      return answer;
    };
    const give = async (browser: Browser, answer: string) => {
      const taken = await browser.postFromElsewhere(new URL(acsURL).pathname, { SAMLResponse: answer });
      if (taken.status !== 303) return taken;
      return browser.open(taken.headers.get("location") ?? "", { "Sec-Fetch-Site": "cross-site" });
    };
    return { ...workspace, workspace, provider, ask, give };
  }

  it("signs in a person of the organization's domain, who becomes a member", async () => {
    const { workspace, browser, ask, give } = await open();
    const page = browser();
    expect((await give(page, await ask(page))).headers.get("location")).toBe("/app/account");
    expect(await whoIs(workspace, page)).toMatchObject(grace);
  });

  it("recognizes the same person again", async () => {
    const { workspace, browser, ask, give } = await open();
    const [first, second] = [browser(), browser()];
    for (const page of [first, second]) await give(page, await ask(page));
    expect((await whoIs(workspace, second))?.id).toBe((await whoIs(workspace, first))?.id);
  });

  it("rejects a replayed response", async () => {
    const { workspace, browser, ask, give } = await open();
    const [page, eve] = [browser(), browser()];
    const answer = await ask(page);
    await give(page, answer);
    expect((await give(eve, answer)).status).toBe(403);
    expect((await give(page, answer)).status).toBe(403);
    expect(await whoIs(workspace, eve)).toBeUndefined();
  });

  it.each([
    ["for another audience", { audience: "https://elsewhere.example/metadata" }],
    ["for another address", { recipient: "https://elsewhere.example/acs" }],
    ["signed with another key", { key: stranger.key }],
    ["that a request nobody made is named in", { inResponseTo: "_nobody" }],
    ["that is over", { lifetimeInSeconds: -600 }],
  ])("signs nobody in with a response %s", async (_name, faults) => {
    const { workspace, provider, browser, ask, give } = await open();
    provider.faults = faults;
    const page = browser();
    expect((await give(page, await ask(page))).status).toBe(403);
    expect(await whoIs(workspace, page)).toBeUndefined();
  });

  it("rejects a response with another person's address", async () => {
    const { workspace, browser, ask, give } = await open();
    const page = browser();
    const xml = Buffer.from(await ask(page), "base64").toString();
    expect(xml).toContain(grace.email);
    const forged = Buffer.from(xml.replaceAll(grace.email, "admin@masts.example")).toString("base64");
    expect((await give(page, forged)).status).toBe(403);
    expect(await whoIs(workspace, page)).toBeUndefined();
  });
});

describe("an identity provider of the package oauth2-mock-server", () => {
  async function open() {
    const server = new OAuth2Server();
    await server.issuer.keys.generate("RS256");
    await server.start(0, "127.0.0.1");
    onTestFinished(() => server.stop());
    const issuer = `http://127.0.0.1:${server.address().port}`;
    server.issuer.url = issuer;
    const said: Record<string, unknown> = {
      sub: "u-1",
      email: grace.email,
      email_verified: true,
      name: "Grace Hopper",
    };
    server.service.on("beforeTokenSigning", ({ payload }: { payload: Record<string, unknown> }) => {
      Object.assign(payload, said);
    });
    server.service.on("beforeUserinfo", (answer: { body: unknown }) => {
      answer.body = { sub: said.sub, email: said.email, email_verified: said.email_verified, name: said.name };
    });
    const logged: string[] = [];
    const workspace = await openAccounts({
      openid: { issuer, clientId: "copydesk", clientSecret: "secret" },
      log: (line) => logged.push(line),
    });
    await api(workspace, "PATCH", `/orgs/${workspace.organization}`, {
      emailDomains: ["masts.example"],
      defaultRole: "comment",
    });
    const signIn = async (page: Browser) => {
      const started = await page.open("/app/sign-in/oidc/start");
      const agreed = await fetch(started.headers.get("location") ?? "", { redirect: "manual" });
      const back = new URL(agreed.headers.get("location") ?? "");
      return page.open(back.pathname + back.search);
    };
    return { ...workspace, workspace, said, signIn, logged };
  }

  it("signs in a person of the organization's domain, who becomes a member", async () => {
    const { workspace, browser, signIn, logged } = await open();
    const page = browser();
    const answer = await signIn(page);
    expect([answer.status, logged]).toEqual([303, []]);
    expect(await whoIs(workspace, page)).toMatchObject(grace);
  });

  it.each([
    ["of another issuer", { iss: "http://127.0.0.1:9" }],
    ["for another audience", { aud: "another" }],
    ["with another nonce", { nonce: "another" }],
    ["that is over", { exp: 1 }],
    ["whose address is not verified", { email_verified: false }],
    ["of another domain", { email: "grace@elsewhere.example" }],
  ])("signs nobody in with a token %s", async (_name, claims) => {
    const { workspace, browser, said, signIn } = await open();
    Object.assign(said, claims);
    const page = browser();
    expect((await signIn(page)).status).toBeGreaterThanOrEqual(400);
    expect(await whoIs(workspace, page)).toBeUndefined();
  });
});
