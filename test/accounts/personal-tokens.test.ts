import { describe, expect, it } from "vitest";
import { createUser } from "../../src/platform/access/people/index.ts";
import { createToken, listTokens } from "../../src/platform/access/tokens-rows.ts";
import { type AccountsWorkspace, openAccounts } from "./accounts-workspace.ts";
import type { Browser } from "./browser.ts";

const path = "/app/account/tokens";
const fields = { name: "Release notes", scope: "propose", expires: "30" };

/** Opens the account page and sends its form for a new token. */
async function make(browser: Browser, given: Record<string, string> = {}) {
  await browser.open("/app/account");
  const body = new URLSearchParams({ forgery: browser.hidden("/app/account").forgery ?? "", ...fields, ...given });
  return browser.post(path, body, { Origin: browser.base, "Sec-Fetch-Site": "same-origin" });
}

const revoke = async (browser: Browser, id: string) => {
  await browser.open("/app/account");
  const body = new URLSearchParams({ forgery: browser.hidden("/app/account").forgery ?? "", revoke: id });
  return browser.post(path, body, { Origin: browser.base, "Sec-Fetch-Site": "same-origin" });
};

const secretOf = (html: string) => /value="(cpd_\w{40})"/.exec(html)?.[1] ?? "";

const tokensOf = ({ platform }: AccountsWorkspace, user: string) =>
  platform.database.read((queries) => listTokens(queries, user));

const call = ({ platform }: AccountsWorkspace, token: string, method = "GET", path = "/v1/user") =>
  platform.fetch(new Request(`http://localhost${path}`, { method, headers: { Authorization: `Bearer ${token}` } }));

describe("a personal token made in the browser", () => {
  it("is shown once, works as its maker within its scope, and is kept as a hash", async () => {
    const workspace = await openAccounts();
    const ada = await workspace.signedIn();
    const answer = await make(ada);
    expect([answer.status, answer.headers.get("cache-control")]).toEqual([200, "no-store"]);
    const token = secretOf(ada.html);
    expect((await call(workspace, token)).status).toBe(200);
    const forbidden = await call(workspace, token, "DELETE", `/v1/orgs/${workspace.organization}/members/x`);
    expect(forbidden.status).toBe(403);
    await ada.open("/app/account");
    expect(ada.html).not.toContain(token);
    expect(ada.html).not.toContain("cpd_");
    expect(JSON.stringify(await tokensOf(workspace, workspace.user))).not.toContain(token);
  });

  it("is listed with its name, scope, end and last use", async () => {
    let time = Date.parse("2026-03-01T10:00:00Z");
    const workspace = await openAccounts({ now: () => new Date(time) });
    const ada = await workspace.signedIn();
    await make(ada);
    const token = secretOf(ada.html);
    await ada.open("/app/account");
    const row = () => /<tr>\s*<td>Release notes<\/td>.*?<\/tr>/s.exec(ada.html)?.[0] ?? "";
    expect(row()).toContain("<td>propose</td>");
    expect(row()).toContain("2026-03-31 10:00 UTC");
    expect(row()).toContain("<td>Never</td>");
    time += 60_000;
    await call(workspace, token);
    const used = async () =>
      (await tokensOf(workspace, workspace.user)).find(({ name }) => name === "Release notes")?.last_used_at;
    await expect.poll(used).not.toBeNull();
    await ada.open("/app/account");
    expect(row()).toContain("2026-03-01 10:01 UTC");
    time = Date.parse("2026-03-31T10:00:01Z");
    await (await workspace.signedIn()).open("/app/account");
    expect((await call(workspace, token)).status).toBe(401);
    const later = await workspace.signedIn();
    await later.open("/app/account");
    expect(later.html).toContain("Expired <time");
  });

  it("stops working when it is revoked, and is no longer listed", async () => {
    const workspace = await openAccounts();
    const ada = await workspace.signedIn();
    await make(ada);
    const token = secretOf(ada.html);
    const id = (await tokensOf(workspace, workspace.user)).at(-1)?.id ?? "";
    expect((await revoke(ada, id)).headers.get("location")).toBe("/app/account");
    expect((await call(workspace, token)).status).toBe(401);
    await ada.open("/app/account");
    expect(ada.html).not.toContain("<td>Release notes</td>");
  });

  it("has a name that is text and never markup", async () => {
    const { signedIn } = await openAccounts();
    const ada = await signedIn();
    await make(ada, { name: `"><script>alert(1)</script>` });
    expect(ada.html).not.toContain("<script>");
    await ada.open("/app/account");
    expect(ada.html).not.toContain("<script>");
    expect(ada.html).toContain("&lt;script&gt;");
  });

  it("is limited to 100 per person", async () => {
    const workspace = await openAccounts();
    const { platform, user } = workspace;
    await platform.database.write(async (queries) => {
      for (let made = 0; made < 100; made += 1) {
        await createToken(queries, { user, name: `t${made}`, createdAt: platform.now() });
      }
    });
    const ada = await workspace.signedIn();
    expect((await make(ada)).status).toBe(409);
    expect(ada.html).toContain("You have 100 active tokens");
  });
});

describe("a form for a token", () => {
  it.each([
    [{ name: "" }, "name"],
    [{ name: "   " }, "name"],
    [{ name: "x".repeat(101) }, "name"],
    [{ name: "two\nlines" }, "name"],
    [{ scope: "" }, "scope"],
    [{ scope: "everything" }, "scope"],
    [{ scope: "toString" }, "scope"],
    [{ expires: "0" }, "expires"],
    [{ expires: "-1" }, "expires"],
    [{ expires: "99999999" }, "expires"],
    [{ expires: "30 days" }, "expires"],
  ])("creates none with %j, and names the field", async (given, field) => {
    const workspace = await openAccounts();
    const ada = await workspace.signedIn();
    const before = (await tokensOf(workspace, workspace.user)).length;
    const answer = await make(ada, given as unknown as Record<string, string>);
    expect(answer.status).toBe(422);
    expect(ada.html).toContain(`${field}: must`);
    expect(await tokensOf(workspace, workspace.user)).toHaveLength(before);
  });

  it.each<[string, (browser: Browser) => Promise<Response>]>([
    [
      "without the forgery token",
      (browser) => browser.post(path, new URLSearchParams(fields), { Origin: browser.base }),
    ],
    ["with another's", (browser) => make(browser, { forgery: "x".repeat(43) })],
    ["from another site", (browser) => browser.postFromElsewhere(path, fields)],
    [
      "from another site that knows it",
      async (browser) => {
        await browser.open("/app/account");
        const forgery = browser.hidden("/app/account").forgery ?? "";
        return browser.post(path, new URLSearchParams({ ...fields, forgery }), { Origin: "https://elsewhere.example" });
      },
    ],
  ])("creates none: %s", async (_name, send) => {
    const workspace = await openAccounts();
    const ada = await workspace.signedIn();
    const before = (await tokensOf(workspace, workspace.user)).length;
    const answer = await send(ada);
    expect([303, 403]).toContain(answer.status);
    expect(ada.html).not.toContain("cpd_");
    expect(await tokensOf(workspace, workspace.user)).toHaveLength(before);
  });

  it("redirects to the sign-in page without a session", async () => {
    const { browser } = await openAccounts();
    const eve = browser();
    const answer = await eve.post(path, new URLSearchParams(fields), { Origin: eve.base });
    expect(answer.headers.get("location")).toBe("/app/sign-in?returnTo=/app/account");
  });

  it("does not revoke another person's token", async () => {
    const workspace = await openAccounts();
    const { platform, user } = workspace;
    const eve = await platform.database.write((queries) =>
      createUser(queries, { email: "eve@example.com", displayName: "Eve" }, platform.now()),
    );
    const { id } = await platform.database.write((queries) =>
      createToken(queries, { user, name: "Ada's", createdAt: platform.now() }),
    );
    const browser = await workspace.signedIn(eve.id);
    await browser.open("/app/account");
    expect(browser.html).not.toContain("Ada&#39;s");
    await revoke(browser, id);
    expect((await tokensOf(workspace, user)).find((row) => row.id === id)?.revoked_at).toBeNull();
  });
});
