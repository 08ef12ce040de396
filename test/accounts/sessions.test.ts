import { describe, expect, it } from "vitest";
import { readReturnTo } from "../../src/accounts/return-to.ts";
import { createUser } from "../../src/platform/access/people/index.ts";
import { findSession } from "../../src/platform/access/sessions-rows.ts";
import { openAccounts } from "./accounts-workspace.ts";

describe("a sign-in link", () => {
  it("signs in after a button is pressed, and opens the account page", async () => {
    const { browser, link } = await openAccounts();
    const ada = browser();
    const opened = await ada.open(await link());
    expect(opened.status).toBe(200);
    expect(ada.html).toContain("You are about to sign in as <strong>Local user</strong>");
    expect(ada.cookie("copydesk_session")).toBeUndefined();
    const answer = await ada.submit("/app/sign-in/link");
    expect([answer.status, answer.headers.get("location")]).toEqual([303, "/app/account"]);
    await ada.open("/app/account");
    expect(ada.html).toContain("Local user");
    expect(ada.html).toContain("This browser");
  });

  it("continues to the page it was made for", async () => {
    const { browser, link, user } = await openAccounts();
    const ada = browser();
    await ada.open(await link(user, "/app/oauth/consent?id=7"));
    const answer = await ada.submit("/app/sign-in/link");
    expect(answer.headers.get("location")).toBe("/app/oauth/consent?id=7");
  });

  it("works for one sign-in, and may be opened before", async () => {
    const { browser, link } = await openAccounts();
    const address = await link();
    for (const _ of [1, 2, 3]) expect((await browser().open(address)).status).toBe(200);
    const [ada, eve] = [browser(), browser()];
    await ada.open(address);
    await eve.open(address);
    const answers = await Promise.all([ada.submit("/app/sign-in/link"), eve.submit("/app/sign-in/link")]);
    expect(answers.map(({ status }) => status).sort()).toEqual([303, 403]);
    expect((await browser().open(address)).status).toBe(403);
  });

  it("expires after 15 minutes", async () => {
    let time = Date.now();
    const { browser, link } = await openAccounts({ now: () => new Date(time) });
    const address = await link();
    time += 15 * 60_000;
    expect((await browser().open(address)).status).toBe(403);
  });

  it("does not sign in a user who was disabled", async () => {
    const { browser, link, platform, user } = await openAccounts();
    const address = await link();
    await platform.database.write((queries) =>
      queries.updateTable("user").set({ disabled: 1 }).where("id", "=", user).execute(),
    );
    expect((await browser().open(address)).status).toBe(403);
  });

  it.each(["", "x", "a".repeat(43), "a".repeat(100_000), "%00", "'; drop table user"])(
    "is refused if it was never created: %.20s",
    async (code) => {
      const { browser } = await openAccounts();
      const answer = await browser().open(`/app/sign-in/link?code=${encodeURIComponent(code)}`);
      expect(answer.status).toBe(403);
    },
  );

  it("cannot be guessed for long from one address", async () => {
    const { browser } = await openAccounts({ clientAddress: () => "192.0.2.1" });
    const statuses: number[] = [];
    let last = new Headers();
    for (let attempt = 0; attempt < 40; attempt += 1) {
      const { status, headers } = await browser().open(`/app/sign-in/link?code=guess${attempt}`);
      statuses.push(status);
      last = headers;
    }
    expect(statuses.filter((status) => status === 403).length).toBeLessThanOrEqual(31);
    expect(statuses.at(-1)).toBe(429);
    expect([last.get("x-ratelimit-limit"), last.get("x-ratelimit-remaining")]).toEqual(["30", "0"]);
    expect(last.get("x-ratelimit-reset")).toMatch(/^\d{10}$/);
    expect(last.get("retry-after")).toMatch(/^\d+$/);
  });
});

describe("a session", () => {
  it("has a cookie that scripts, other paths and other sites cannot read", async () => {
    const { signedIn } = await openAccounts();
    const ada = await signedIn();
    const cookie = ada.cookies.find(({ name }) => name === "copydesk_session");
    expect(cookie?.attributes).toEqual(["Path=/app", "Max-Age=2592000", "HttpOnly", "SameSite=Lax"]);
    expect(["/v1/user", "/mcp", "/apparel", "/"].map((path) => ada.cookiesFor(path))).toEqual(["", "", "", ""]);
  });

  it("has a TLS-only cookie behind an https address, below the address's path", async () => {
    const { browser, link } = await openAccounts({ publicUrl: "https://docs.example/desk" });
    const ada = browser("https://docs.example");
    const { headers } = await ada.open(await link());
    const [form = ""] = headers.getSetCookie();
    expect(form).toMatch(/^copydesk_form=\w{43}; Path=\/desk\/app; HttpOnly; SameSite=Lax; Secure$/);
    // The proxy removes the address's path before it forwards a request.
    const fields = new URLSearchParams(ada.hidden("/desk/app/sign-in/link"));
    const answer = await ada.post("/app/sign-in/link", fields, {
      Origin: "https://docs.example",
      Cookie: form.split(";")[0] ?? "",
    });
    expect(answer.headers.get("location")).toBe("/desk/app/account");
    expect(answer.headers.getSetCookie().at(-1)).toMatch(
      /^copydesk_session=\w{43}; Path=\/desk\/app; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  it("is kept as a hash", async () => {
    const { signedIn, platform } = await openAccounts();
    const ada = await signedIn();
    const secret = ada.cookie("copydesk_session") ?? "";
    const row = await platform.database.read((queries) => findSession(queries, secret, platform.now()));
    expect(row?.hash).not.toContain(secret);
    expect(JSON.stringify(row)).not.toContain(secret);
  });

  it("does not let its cookie call the API", async () => {
    const { signedIn, platform } = await openAccounts();
    const ada = await signedIn();
    const secret = ada.cookie("copydesk_session") ?? "";
    for (const headers of [{ Cookie: `copydesk_session=${secret}` }, { Authorization: `Bearer ${secret}` }]) {
      expect((await platform.fetch(new Request("http://localhost/v1/user", { headers }))).status).toBe(401);
    }
  });

  it("is new after each sign-in, and the one before ends", async () => {
    const { browser, link, platform } = await openAccounts();
    const ada = browser();
    const secrets: string[] = [];
    for (const _ of [1, 2]) {
      await ada.open(await link());
      await ada.submit("/app/sign-in/link");
      secrets.push(ada.cookie("copydesk_session") ?? "");
    }
    const [first = "", second = ""] = secrets;
    expect(first).not.toBe(second);
    const found = (secret: string) => platform.database.read((queries) => findSession(queries, secret, platform.now()));
    expect(await found(first)).toBeUndefined();
    expect(await found(second)).toBeDefined();
  });

  it("never has a secret that was planted in the browser", async () => {
    const { browser, link } = await openAccounts();
    const ada = browser();
    ada.setCookie("copydesk_session", "chosenByEve");
    await ada.open(await link());
    await ada.submit("/app/sign-in/link");
    expect(ada.cookie("copydesk_session")).toMatch(/^\w{43}$/);
  });

  it("expires", async () => {
    let time = Date.now();
    const { signedIn } = await openAccounts({ now: () => new Date(time) });
    const ada = await signedIn();
    expect((await ada.open("/app/account")).status).toBe(200);
    time += 30 * 24 * 60 * 60_000;
    const answer = await ada.open("/app/account");
    expect(answer.headers.get("location")).toBe("/app/sign-in?returnTo=/app/account");
  });

  it("is listed with the others of its user, each of which can be ended", async () => {
    const { signedIn } = await openAccounts();
    const [desk, phone] = [await signedIn(), await signedIn()];
    await desk.open("/app/account");
    const ids = [...desk.html.matchAll(/name="session" value="(\w+)"/g)].map(([, id = ""]) => id);
    expect(ids).toHaveLength(2);
    const [own = ""] = /This browser.*?name="session" value="(\w+)"/s.exec(desk.html)?.slice(1) ?? [];
    const other = ids.find((id) => id !== own) ?? "";
    const ended = await desk.submit("/app/account", { session: other });
    expect(ended.headers.get("location")).toBe("/app/account");
    expect((await phone.open("/app/account")).headers.get("location")).toContain("/app/sign-in");
    await desk.open("/app/account");
    await desk.submit("/app/account", { session: own });
    expect(desk.cookie("copydesk_session")).toBeUndefined();
    expect((await desk.open("/app/account")).headers.get("location")).toContain("/app/sign-in");
  });

  it("is not ended by its id by another user", async () => {
    const { signedIn, platform } = await openAccounts();
    const eve = await platform.database.write((queries) =>
      createUser(queries, { email: "eve@example.com", displayName: "Eve" }, platform.now()),
    );
    const [ada, other] = [await signedIn(), await signedIn(eve.id)];
    await ada.open("/app/account");
    const id = ada.hidden("/app/account").session ?? "";
    await other.open("/app/account");
    await other.submit("/app/account", { session: id });
    expect((await ada.open("/app/account")).status).toBe(200);
  });
});

describe("a form", () => {
  it.each([
    ["without the token", { forgery: "" }, {}],
    ["with another token", { forgery: "A".repeat(43) }, {}],
    ["from a page of another origin", {}, { Origin: "https://elsewhere.example" }],
    ["from an opaque origin", {}, { Origin: "null" }],
    ["from another site", {}, { "Sec-Fetch-Site": "cross-site" }],
    ["from another server on this host", {}, { "Sec-Fetch-Site": "same-site" }],
  ])("is refused %s", async (_, fields, headers) => {
    const { signedIn } = await openAccounts();
    const ada = await signedIn();
    await ada.open("/app/account");
    expect((await ada.submit("/app/account", fields, headers)).status).toBe(403);
    expect((await ada.open("/app/account")).status).toBe(200);
  });

  it("is refused if it is of another session", async () => {
    const { signedIn, browser, link } = await openAccounts();
    const ada = browser();
    await ada.open(await link());
    const before = ada.hidden("/app/sign-in/link");
    await ada.submit("/app/sign-in/link");
    await ada.open("/app/account");
    expect((await ada.submit("/app/account", { forgery: before.forgery ?? "" })).status).toBe(403);
    const eve = await signedIn();
    await eve.open("/app/account");
    const { forgery = "" } = eve.hidden("/app/account");
    expect((await ada.submit("/app/account", { forgery })).status).toBe(403);
  });

  it("is rejected with what to do if it is invalid or too large", async () => {
    const { signedIn } = await openAccounts();
    const ada = await signedIn();
    const headers = { Origin: ada.base, "Content-Type": "text/plain" };
    expect((await ada.post("/app/account", new URLSearchParams(), headers)).status).toBe(400);
    const large = new URLSearchParams({ forgery: "x".repeat(200_000) });
    expect((await ada.post("/app/account", large, { Origin: ada.base })).status).toBe(413);
  });
});

describe("every page", () => {
  const paths = ["/app/sign-in", "/app/account", "/app/nothing", "/app/sign-in/link?code=none"];

  it.each(paths)("forbids scripts, frames and storing: %s", async (path) => {
    const { signedIn } = await openAccounts();
    const ada = await signedIn();
    const { headers } = await ada.open(path);
    const policy = headers.get("content-security-policy") ?? "";
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toContain("unsafe");
    expect(headers.get("cache-control")).toBe("no-store");
    expect(headers.get("x-content-type-options")).toBe("nosniff");
    expect(ada.html).not.toMatch(/<script|\son\w+=|javascript:|style="/i);
  });

  it("has a style that its own policy allows", async () => {
    const { browser } = await openAccounts();
    const ada = browser();
    const { headers } = await ada.open("/app/sign-in");
    const [, style = ""] = /<style>(.*?)<\/style>/s.exec(ada.html) ?? [];
    const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(style));
    expect(headers.get("content-security-policy")).toContain(`'sha256-${Buffer.from(digest).toString("base64")}'`);
  });

  it("escapes untrusted text", async () => {
    const { signedIn, platform, user } = await openAccounts();
    await platform.database.write((queries) =>
      queries
        .updateTable("user")
        .set({ display_name: `<img src=x onerror="alert('1')">&` })
        .where("id", "=", user)
        .execute(),
    );
    const ada = await signedIn();
    await ada.open("/app/account", { "User-Agent": "<script>alert(1)</script>" });
    expect(ada.html).toContain("&lt;img src=x onerror=&quot;alert(&#39;1&#39;)&quot;&gt;&amp;");
    expect(ada.html).not.toContain("<img");
  });

  it("responds to an unsupported method with 405", async () => {
    const { browser } = await openAccounts();
    expect((await browser().post("/app", new URLSearchParams(), {})).status).toBe(405);
  });
});

describe("the page after a sign-in", () => {
  it.each([
    "https://evil.example/",
    "//evil.example/app/",
    "/\\evil.example",
    "/app/../../v1/user",
    "/app/..//evil.example",
    "/app/%2e%2e/%2e%2e/v1",
    "javascript:alert(1)",
    "/app/\nLocation: https://evil.example",
    "/app/x\u2028y",
    "/v1/user",
    "app/account",
    "/application",
    " /app/account",
    "/app/account#<script>",
    "",
    `/app/${"a".repeat(3000)}`,
  ])("is a page of this server and nothing else: %.40s", async (returnTo) => {
    expect(readReturnTo(returnTo)).toBeUndefined();
  });

  it("keeps its query", async () => {
    expect(readReturnTo("/app/oauth/authorize?client=a%20b&x=1")).toBe("/app/oauth/authorize?client=a%20b&x=1");
  });
});
