import { describe, expect, it } from "vitest";
import { addMember, createUser } from "../../src/platform/access/people/index.ts";
import { openAccounts } from "./accounts-workspace.ts";
import type { Browser } from "./browser.ts";
import { api } from "./saml-workspace.ts";

interface Message {
  readonly to: string;
  readonly subject: string;
  readonly text: string;
}

async function open(settings: { readonly clientAddress?: () => string } = {}) {
  const sent: Message[] = [];
  const workspace = await openAccounts({
    ...settings,
    async mail(message) {
      sent.push(message);
    },
  });
  const { platform } = workspace;
  const user = await platform.database.write((queries) =>
    createUser(queries, { email: "grace@masts.example", displayName: "Grace" }, platform.now()),
  );
  const ask = async (browser: Browser, email: string, returnTo = "") => {
    await browser.open(`/app/sign-in${returnTo}`);
    return browser.submit("/app/sign-in", { email });
  };
  return { ...workspace, grace: user, sent, ask };
}

describe("a link by e-mail", () => {
  it("is sent to the address, in any spelling, and signs in once", async () => {
    const { browser, ask, sent, settled } = await open();
    const grace = browser();
    expect((await ask(grace, " Grace@Masts.Example ", "?returnTo=/app/oauth/consent")).status).toBe(200);
    await settled();
    expect(sent.map(({ to }) => to)).toEqual(["grace@masts.example"]);
    const [address = ""] = /http\S+/.exec(sent[0]?.text ?? "") ?? [];
    const { pathname, search } = new URL(address);
    await grace.open(pathname + search);
    const answer = await grace.submit("/app/sign-in/link");
    expect(answer.headers.get("location")).toBe("/app/oauth/consent");
    expect((await browser().open(pathname + search)).status).toBe(403);
  });

  it("gives the same response for an unknown address, before either is looked up", async () => {
    const { browser, ask, platform } = await open();
    const [known, unknown] = [browser(), browser()];
    // Writes are blocked: a response that waited for the lookup would not arrive.
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const held = platform.database.write(() => released);
    const answers = [await ask(known, "grace@masts.example"), await ask(unknown, "nobody@masts.example")];
    release();
    await held;
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect(unknown.html.replaceAll("nobody@", "grace@")).toBe(known.html);
  });

  it("is not sent for an unknown address or a disabled account", async () => {
    const { browser, ask, sent, settled, platform, grace } = await open();
    await ask(browser(), "nobody@masts.example");
    await platform.database.write((queries) =>
      queries.updateTable("user").set({ disabled: 1 }).where("id", "=", grace.id).execute(),
    );
    await ask(browser(), "grace@masts.example");
    await settled();
    expect(sent).toEqual([]);
  });

  it("is sent at most three times while none is used", async () => {
    const { browser, ask, sent, settled } = await open();
    for (let time = 0; time < 6; time += 1) await ask(browser(), "grace@masts.example");
    await settled();
    expect(sent).toHaveLength(3);
  });

  it("can be requested at most 30 times a minute from one address, for any recipients", async () => {
    const { browser, ask } = await open({ clientAddress: () => "192.0.2.1" });
    const statuses: number[] = [];
    for (let time = 0; time < 33; time += 1) statuses.push((await ask(browser(), `a${time}@masts.example`)).status);
    expect(statuses.slice(0, 30).every((status) => status === 200)).toBe(true);
    expect(statuses.at(-1)).toBe(429);
  });

  it.each([
    "",
    "grace",
    "grace@",
    "a@b@c",
    "grace@masts.example\nBcc: eve@evil.example",
    `${"x".repeat(300)}@a.example`,
  ])("is not sent to an invalid address: %.30j", async (email) => {
    const { browser, ask, sent, settled } = await open();
    expect((await ask(browser(), email)).status).toBe(400);
    await settled();
    expect(sent).toEqual([]);
  });

  it("is neither offered nor sent if mail is not configured", async () => {
    const { browser } = await openAccounts();
    const grace = browser();
    await grace.open("/app/sign-in");
    expect(grace.html).not.toContain("<form");
    expect((await grace.submit("/app/sign-in", { email: "grace@masts.example" })).status).toBe(404);
  });
});

describe("an organization that requires single sign-on", () => {
  it("sends no links to its members and rejects earlier ones; the operator's link still works", async () => {
    const workspace = await open();
    const { browser, ask, sent, settled, platform, organization, grace, link } = workspace;
    await platform.database.write((queries) =>
      addMember(queries, { organization, user: grace.id, role: "read" }, platform.now()),
    );
    await ask(browser(), "grace@masts.example");
    await settled();
    await api(workspace, "PATCH", `/orgs/${organization}`, { sso: true });
    await ask(browser(), "grace@masts.example");
    await settled();
    expect(sent).toHaveLength(1);
    const early = browser();
    const { pathname, search } = new URL(/http\S+/.exec(sent[0]?.text ?? "")?.[0] ?? "");
    await early.open(pathname + search);
    const answer = await early.submit("/app/sign-in/link");
    expect(answer.status).toBe(403);
    expect(early.html).toContain("single sign-on");
    const operator = browser();
    await operator.open(await link(grace.id));
    expect((await operator.submit("/app/sign-in/link")).status).toBe(303);
  });
});
